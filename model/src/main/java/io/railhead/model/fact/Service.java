package io.railhead.model.fact;

import io.railhead.model.Source;
import java.util.Optional;

/// A systemd unit (`systemctl show`).
///
/// @param load `loaded`, `not-found`, `masked`
/// @param active `active`, `inactive`, `failed`
/// @param enabled `enabled`, `disabled`, `static`, empty when unknown
/// @param memlock `LimitMEMLOCK` in bytes, or `infinity`
public record Service(
        String unit,
        String load,
        String active,
        String sub,
        String enabled,
        Optional<String> memlock,
        Source source)
        implements Fact {}
