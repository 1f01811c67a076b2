package io.railhead.model.fact;

import io.railhead.model.Source;

/// A line of limits.conf or limits.d (pam_limits).
///
/// @param domain user, `@group`, `*`
/// @param type `soft`, `hard`, `-` for both
/// @param item `memlock`, `nofile`, …
public record LimitSetting(
        String file, String domain, String type, String item, String value, Source source)
        implements Fact {}
