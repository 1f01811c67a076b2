package io.railhead.model.fact;

import io.railhead.model.Source;
import java.util.List;

/// A line of `/etc/hosts`.
///
/// @param names canonical name first
public record HostsEntry(String address, List<String> names, Source source) implements Fact {
    public HostsEntry {
        names = List.copyOf(names);
    }
}
