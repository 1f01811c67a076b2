package io.railhead.bench.path;

import io.railhead.bench.RdmaEnd;
import io.railhead.model.Facts;
import io.railhead.model.fact.GidEntry;
import io.railhead.model.fact.RdmaLink;
import io.railhead.model.fact.RdmaNetdev;
import io.railhead.model.fact.RdmaPortInfo;
import io.railhead.model.fact.RdmaPortState;
import io.railhead.model.intent.Host;
import io.railhead.model.intent.RailPort;
import io.railhead.model.intent.RdmaPort;
import io.railhead.model.intent.Subnet;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;

/// Which RDMA device, port and GID index a rail port is reached by: found from what the machine
/// showed and from nothing else. The GID index differs from driver to driver and host to host, so
/// it is the index of the RoCE v2 entry with the rail's own address.
///
/// @param end empty when there is none that RDMA could use
/// @param why what stands in the way, with the code of the check that knows it; empty otherwise
/// @param table the port's GID table, by index
public record RdmaSide(Optional<RdmaEnd> end, String why, List<GidEntry> table) {
    public static final RdmaSide UNKNOWN = no("its RDMA devices were not looked at");

    private static RdmaSide no(String why) {
        return new RdmaSide(Optional.empty(), why, List.of());
    }

    public static RdmaSide of(Facts facts, Host host, RailPort rail) {
        String machine = host.name();
        List<GidEntry> gids = facts.of(machine, GidEntry.class);
        Optional<GidEntry> made =
                gids.stream().filter(g -> isOf(g, rail.address()) && g.isRoceV2()).findFirst();
        Optional<RdmaPort> port =
                rail.rdma()
                        .or(() -> behind(facts, machine, rail.interfaceName()))
                        .or(() -> made.map(g -> new RdmaPort(g.device(), g.port())));
        if (port.isEmpty()) {
            return no("no RDMA device stands behind it (rdma-device-missing)");
        }
        String device = port.get().device();
        int number = port.get().port();
        List<GidEntry> table =
                gids.stream()
                        .filter(g -> g.device().equals(device) && g.port() == number)
                        .filter(g -> !g.isZero())
                        .sorted(Comparator.comparingInt(GidEntry::index))
                        .toList();
        Optional<RdmaPortState> state =
                facts.of(machine, RdmaPortState.class).stream()
                        .filter(s -> s.device().equals(device) && s.port() == number)
                        .findFirst();
        Optional<RdmaPortInfo> info =
                facts.of(machine, RdmaPortInfo.class).stream()
                        .filter(s -> s.device().equals(device) && s.port() == number)
                        .findFirst();
        Optional<RdmaLink> link =
                facts.of(machine, RdmaLink.class).stream()
                        .filter(l -> l.device().equals(device) && l.port() == number)
                        .findFirst();
        if (state.isEmpty() && info.isEmpty() && link.isEmpty() && table.isEmpty()) {
            return no("the machine shows no RDMA port " + port.get() + " (rdma-device-missing)");
        }
        boolean active =
                state.map(RdmaPortState::isActive)
                        .or(() -> info.map(RdmaPortInfo::isActive))
                        .or(() -> link.map(l -> l.state().equals("ACTIVE")))
                        .orElse(true);
        if (!active) {
            return no("the RDMA port " + port.get() + " is not active (rdma-port-down)");
        }
        boolean infiniBand =
                state.flatMap(RdmaPortState::linkLayer)
                        .or(() -> info.flatMap(RdmaPortInfo::linkLayer))
                        .map("InfiniBand"::equals)
                        .or(() -> link.map(RdmaLink::isInfiniBand))
                        .orElse(false);
        Optional<GidEntry> own =
                table.stream().filter(g -> isOf(g, rail.address()) && g.isRoceV2()).findFirst();
        if (!infiniBand && own.isEmpty()) {
            return new RdmaSide(
                    Optional.empty(),
                    "%s has no RoCE v2 GID of %s; its table holds %s (roce-gid-missing)"
                            .formatted(port.get(), rail.address(), words(table)),
                    table);
        }
        RdmaEnd end =
                new RdmaEnd(
                        device,
                        number,
                        infiniBand
                                ? OptionalInt.empty()
                                : OptionalInt.of(own.orElseThrow().index()),
                        own.map(RdmaSide::word).orElse(""),
                        infiniBand,
                        soft(device, link),
                        info.map(RdmaPortInfo::maxMtu).orElse(OptionalInt.empty()),
                        state.flatMap(RdmaPortState::rate)
                                .or(() -> info.flatMap(RdmaPortInfo::rate)));
        return new RdmaSide(Optional.of(end), "", table);
    }

    /// The same with a GID index that somebody asked for, whatever stands there.
    RdmaSide withGidIndex(int index) {
        Optional<GidEntry> there = table.stream().filter(g -> g.index() == index).findFirst();
        String word = there.map(RdmaSide::word).orElse("empty");
        return new RdmaSide(end.map(e -> e.withGidIndex(index, word)), why, table);
    }

    private static boolean soft(String device, Optional<RdmaLink> link) {
        String driver = link.flatMap(RdmaLink::driver).orElse("");
        return driver.contains("rxe")
                || driver.contains("siw")
                || device.matches("(rxe|siw)[_\\d].*|rxe|siw");
    }

    private static boolean isOf(GidEntry gid, String address) {
        return gid.ipv4().filter(address::equals).isPresent()
                || address.contains(":")
                        && canonical(address).filter(gid.gid()::equals).isPresent();
    }

    private static Optional<String> canonical(String address) {
        return Subnet.bytes(address)
                .filter(b -> b.length == 16)
                .map(
                        b -> {
                            StringBuilder text = new StringBuilder();
                            for (int i = 0; i < 16; i++) {
                                text.append(i > 0 && i % 2 == 0 ? ":" : "")
                                        .append(String.format("%02x", b[i] & 0xff));
                            }
                            return text.toString();
                        });
    }

    private static Optional<RdmaPort> behind(Facts facts, String machine, String interfaceName) {
        return facts.of(machine, RdmaLink.class).stream()
                .filter(l -> l.netdev().filter(interfaceName::equals).isPresent())
                .map(l -> new RdmaPort(l.device(), l.port()))
                .findFirst()
                .or(
                        () ->
                                facts.of(machine, RdmaNetdev.class).stream()
                                        .filter(n -> n.netdev().equals(interfaceName))
                                        .map(n -> new RdmaPort(n.device(), n.port()))
                                        .findFirst());
    }

    /// `1: 10.78.0.2 RoCE v2`.
    static String word(GidEntry g) {
        return g.ipv4().orElse(g.gid()) + " " + g.type().orElse("of unknown type");
    }

    static String words(List<GidEntry> table) {
        return table.isEmpty()
                ? "nothing"
                : table.stream()
                        .limit(6)
                        .map(g -> g.index() + ": " + word(g))
                        .collect(Collectors.joining(", "));
    }
}
