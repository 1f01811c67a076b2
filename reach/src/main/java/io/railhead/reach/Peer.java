package io.railhead.reach;

/// An address that a machine should be able to reach over a rail: what `$x`, `$mtu` and `$from`
/// stand for in a probe that runs once a peer.
///
/// @param address of the peer on the rail, `$x`
/// @param mtu what the intent wants on the path, bytes with IP header, `$mtu`
/// @param from the machine's own address on the rail, `$from`
public record Peer(String address, int mtu, String from) {}
