package io.railhead.model.intent;

import java.util.List;
import java.util.Optional;

/// What a host's interfaces need beside the addresses and MTU of its rails.
///
/// @param renderer who is to set the rails up from netplan; empty leaves the machine's own choice
/// @param keepCloudInitOff true when cloud-init must not write the network anew at boot
/// @param linksDown interfaces that are to be down, now and after a reboot; never one that shares
///     its cable with a port in use
/// @param railArp true when each rail port answers ARP for its own address alone, as several ports
///     in one host need
public record NetworkPolicy(
        Optional<Renderer> renderer,
        boolean keepCloudInitOff,
        List<String> linksDown,
        boolean railArp) {

    public static final NetworkPolicy NONE =
            new NetworkPolicy(Optional.empty(), false, List.of(), false);

    public NetworkPolicy {
        linksDown = linksDown.stream().sorted().distinct().toList();
    }

    /// Netplan's back ends, by the names it gives them (netplan(5), `renderer`).
    public enum Renderer {
        NETWORKD("networkd"),
        NETWORK_MANAGER("NetworkManager");

        private final String word;

        Renderer(String word) {
            this.word = word;
        }

        public String word() {
            return word;
        }
    }
}
