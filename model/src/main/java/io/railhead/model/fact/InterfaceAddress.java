package io.railhead.model.fact;

/// An address of an interface.
///
/// @param scope `global`, `link`, `host`
public record InterfaceAddress(String address, int prefix, String scope, boolean dynamic) {}
