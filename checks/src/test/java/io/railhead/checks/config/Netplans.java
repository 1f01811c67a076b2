package io.railhead.checks.config;

import static io.railhead.checks.SeenLinks.netplan;
import static io.railhead.checks.SeenLinks.netplanFile;

import io.railhead.checks.World;
import io.railhead.model.intent.HostPolicy;
import java.util.OptionalInt;

/// Worlds whose netplan files are as the intent wants them.
final class Netplans {
    private Netplans() {}

    static World files() {
        World world = World.pair();
        for (int i = 1; i <= 2; i++) {
            String file = "/etc/netplan/01-net.yaml";
            world.with(
                    World.name(i),
                    netplanFile(file, "600", "networkd", ""),
                    netplan(file, "eth1", OptionalInt.of(9000), "10.10.0." + i + "/24"),
                    netplan(file, "eth2", OptionalInt.of(9000), "10.10.1." + i + "/24"));
        }
        return world;
    }

    /// A policy that keeps nothing in netplan.
    static HostPolicy none(HostPolicy p) {
        return new HostPolicy(
                p.sysctl(), p.memlock(), p.governor(), false, p.files(), p.timeSkewMillis());
    }
}
