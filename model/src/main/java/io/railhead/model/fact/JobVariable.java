package io.railhead.model.fact;

import io.railhead.model.Source;

/// A variable that a file of the machine gives to every job on it: `NCCL_SOCKET_IFNAME` in
/// `/etc/nccl.conf`.
///
/// @param file its path as the shell found it
/// @param value without quotes
public record JobVariable(String name, String value, String file, Source source) implements Fact {}
