package io.railhead.model.fact;

import io.railhead.model.Source;
import java.util.List;

/// What a name resolves to on a machine (`getent ahosts NAME`).
///
/// @param addresses in the order given; empty when it does not resolve
public record NameResolution(String name, List<String> addresses, Source source) implements Fact {
    public NameResolution {
        addresses = List.copyOf(addresses);
    }
}
