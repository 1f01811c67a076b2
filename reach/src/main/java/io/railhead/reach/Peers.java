package io.railhead.reach;

import io.railhead.model.intent.Cluster;
import io.railhead.model.intent.Host;
import io.railhead.model.intent.Rail;
import io.railhead.model.intent.RailPort;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Which peers a host's paths are tested against. In a small cluster every other host; in a larger
/// one, a rail at a time, the next two and the previous in the ring of hosts: tests grow with the
/// number of hosts and not with its square, every host is both source and destination of several,
/// and every neighbouring pair is tested in both directions.
public final class Peers {

    /// Up to so many hosts on a rail, all pairs are tested.
    public static final int ALL_PAIRS_UP_TO = 8;

    private static final int[] RING = {1, 2, -1};

    private Peers() {}

    /// Peers of every host, by host name.
    public static Map<String, List<Peer>> of(Cluster cluster) {
        Map<String, List<Peer>> peers = new LinkedHashMap<>();
        cluster.hosts().forEach(h -> peers.put(h.name(), new ArrayList<>()));
        for (Rail rail : cluster.rails()) {
            addRail(rail.name(), cluster.hosts(), peers);
        }
        return peers;
    }

    private static void addRail(String rail, List<Host> all, Map<String, List<Peer>> peers) {
        List<Host> hosts = all.stream().filter(h -> h.rail(rail).isPresent()).toList();
        int n = hosts.size();
        for (int i = 0; i < n; i++) {
            List<Integer> others = new ArrayList<>();
            if (n <= ALL_PAIRS_UP_TO) {
                for (int j = 1; j < n; j++) {
                    others.add((i + j) % n);
                }
            } else {
                for (int step : RING) {
                    others.add(Math.floorMod(i + step, n));
                }
            }
            List<Peer> own = peers.computeIfAbsent(hosts.get(i).name(), _ -> new ArrayList<>());
            for (int j : others) {
                peer(rail, hosts.get(i), hosts.get(j)).ifPresent(own::add);
            }
        }
    }

    private static Optional<Peer> peer(String rail, Host host, Host other) {
        RailPort from = host.rail(rail).orElseThrow();
        RailPort to = other.rail(rail).orElseThrow();
        if (from.address().equals(to.address())) {
            return Optional.empty();
        }
        return Optional.of(new Peer(to.address(), Math.min(from.mtu(), to.mtu()), from.address()));
    }
}
