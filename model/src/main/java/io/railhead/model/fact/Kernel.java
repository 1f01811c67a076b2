package io.railhead.model.fact;

import io.railhead.model.Source;
import java.util.Optional;

/// The running kernel (`uname`).
///
/// @param architecture `x86_64`, `aarch64`
/// @param commandLine `/proc/cmdline`
public record Kernel(
        String release, String architecture, Optional<String> commandLine, Source source)
        implements Fact {}
