package io.railhead.model.fact;

import io.railhead.model.Source;

/// A resource limit of a running process (`/proc/PID/limits`): that of its start, whatever files
/// say since.
///
/// @param process its name, at most 15 characters
/// @param item `memlock`, `nofile`, …
/// @param soft number or `unlimited`
/// @param hard number or `unlimited`
public record ProcessLimit(
        String process, int pid, String item, String soft, String hard, Source source)
        implements Fact {}
