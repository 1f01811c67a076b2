package io.railhead.model.fact;

import io.railhead.model.Source;
import java.util.Optional;

/// The name a machine gives itself.
///
/// @param name `hostname`
/// @param fqdn `hostname -f`, when it resolves
public record HostName(String name, Optional<String> fqdn, Source source) implements Fact {}
