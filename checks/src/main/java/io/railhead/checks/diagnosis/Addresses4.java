package io.railhead.checks.diagnosis;

import io.railhead.model.intent.Subnet;

/// IPv4 addresses as logs print them.
final class Addresses4 {
    private Addresses4() {}

    /// The network of an address; the address itself when it is none.
    static String network(String address, String prefix) {
        return Subnet.parse(address + "/" + prefix).map(Subnet::toString).orElse(address);
    }

    /// Whether a prefix leaves room for one host only.
    static boolean isHost(String prefix) {
        return prefix.equals("32") || prefix.equals("31");
    }

    /// Whether every host may have this address for itself: link-local (management over USB), the
    /// bridges that container engines and libvirt make.
    static boolean isOfOneHost(String address) {
        return address.matches(
                "127\\..*|169\\.254\\..*|172\\.17\\..*|192\\.168\\.122\\..*|10\\.88\\.0\\..*");
    }
}
