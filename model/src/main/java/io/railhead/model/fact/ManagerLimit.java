package io.railhead.model.fact;

import io.railhead.model.Source;

/// A default limit of the systemd manager (`systemctl show -p DefaultLimit…`, system.conf).
///
/// @param item `memlock`, `nofile`
/// @param value bytes or count, `infinity`
public record ManagerLimit(String item, String value, Source source) implements Fact {}
