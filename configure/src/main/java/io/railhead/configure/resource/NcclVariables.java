package io.railhead.configure.resource;

import io.railhead.configure.Item;
import io.railhead.configure.Observed;
import io.railhead.configure.Obstacle;
import io.railhead.model.intent.Subnet;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// NCCL's variables for one host, worked out from its rails and from what was read on it; see
/// <https://docs.nvidia.com/deeplearning/nccl/user-guide/docs/env.html>.
///
/// @param values by name
/// @param remarks what is left out, and why; without `=`, which old versions of NCCL read in
///     comments
/// @param faults what is wanted and cannot be had
record NcclVariables(
        SequencedMap<String, String> values, List<String> remarks, List<Fault> faults) {

    record Fault(String variable, String why, String remedy) {}

    /// Since this one NCCL finds the GID of the right version and address family by itself.
    private static final int[] FINDS_GID = {2, 21};

    /// An interface of a rail and what it must have: words of [Item#want] `rail:NUMBER`.
    private record Port(String rail, String link, String address, String rdma) {
        static Port of(String text) {
            String[] w = text.split(" ", 4);
            return new Port(w[0], w[1], w[2], w.length > 3 ? w[3] : "");
        }
    }

    /// One entry of an RDMA port's GID table, or the port alone.
    private record Gid(String port, String layer, String index, String type, String gid) {
        static List<Gid> all(String note) {
            List<Gid> all = new ArrayList<>();
            for (String word : note.strip().split("\\s+")) {
                String[] w = word.split(";", -1);
                if (w.length == 5 && w[0].contains("/")) {
                    all.add(new Gid(w[0], w[1], w[2], w[3], w[4]));
                }
            }
            return all;
        }
    }

    List<Obstacle> obstacles(Item item) {
        return faults.stream()
                .map(
                        f ->
                                new Obstacle(
                                        item.device(),
                                        item.kind() + ":" + f.variable(),
                                        f.why(),
                                        f.remedy()))
                .toList();
    }

    static NcclVariables of(Item item, Observed is) {
        Reading reading = new Reading(item, is);
        reading.sockets();
        reading.rdma();
        reading.explicit();
        return new NcclVariables(reading.values, reading.remarks, reading.faults);
    }

    private static final class Reading {
        private final TreeMap<String, String> values = new TreeMap<>();
        private final List<String> remarks = new ArrayList<>();
        private final List<Fault> faults = new ArrayList<>();
        private final Item item;
        private final Observed is;
        private final List<Port> ports;

        Reading(Item item, Observed is) {
            this.item = item;
            this.is = is;
            this.ports =
                    item.want().entrySet().stream()
                            .filter(e -> e.getKey().startsWith("rail:"))
                            .map(e -> Port.of(e.getValue()))
                            .toList();
        }

        /// The first rail alone: all ranks must meet in one network, and of several interfaces
        /// NCCL takes the one that its own host lists first.
        void sockets() {
            if (ports.isEmpty()) {
                return;
            }
            Port first = ports.getFirst();
            values.put("NCCL_SOCKET_IFNAME", "=" + first.link());
            if (is.note("link:" + first.link()).equals("absent")) {
                faults.add(
                        new Fault(
                                "NCCL_SOCKET_IFNAME",
                                "there is no interface " + first.link() + " on the machine",
                                "name the interface of " + first.rail() + " as it is there"));
            }
            if (isVersion6(first)) {
                values.put("NCCL_SOCKET_FAMILY", "AF_INET6");
            }
            if (ports.size() > 1 && item.want("routed").equals("no")) {
                // From one rail to another there is no way.
                values.put("NCCL_CROSS_NIC", "0");
            }
        }

        private static boolean isVersion6(Port port) {
            return port.address().contains(":");
        }

        void rdma() {
            Set<String> devices = new LinkedHashSet<>();
            List<Port> without = new ArrayList<>();
            List<Optional<Gid>> gids = new ArrayList<>();
            boolean ethernet = false;
            for (Port port : ports) {
                List<Gid> found = Gid.all(is.note("rdma:" + port.link()));
                Optional<String> device = device(port, found);
                if (device.isEmpty()) {
                    without.add(port);
                    continue;
                }
                devices.add(device.get().replace('/', ':'));
                List<Gid> of = found.stream().filter(g -> g.port().equals(device.get())).toList();
                if (of.stream().noneMatch(g -> g.layer().equals("InfiniBand"))) {
                    ethernet = true;
                    gids.add(gid(port, of));
                }
            }
            if (!without.isEmpty()) {
                lacking(without);
            }
            if (devices.isEmpty()) {
                return;
            }
            // Without the mark in front mlx5_1 would also mean mlx5_10.
            values.put("NCCL_IB_HCA", "=" + String.join(",", devices));
            if (!ethernet) {
                return;
            }
            trafficClass();
            if (isVersion6(ports.getFirst())) {
                values.put("NCCL_IB_ADDR_FAMILY", "AF_INET6");
            }
            gidIndex(gids);
        }

        /// The RDMA port that the intent names, or the only one behind the interface.
        private Optional<String> device(Port port, List<Gid> found) {
            Set<String> all =
                    found.stream()
                            .map(Gid::port)
                            .collect(Collectors.toCollection(LinkedHashSet::new));
            if (!port.rdma().isEmpty()) {
                if (!all.contains(port.rdma())) {
                    faults.add(
                            new Fault(
                                    "NCCL_IB_HCA",
                                    port.rdma()
                                            + " is not the RDMA port behind "
                                            + port.link()
                                            + "; it has "
                                            + (all.isEmpty() ? "none" : String.join(", ", all)),
                                    "correct rdma of " + port.rail() + " in the intent"));
                    return Optional.empty();
                }
                return Optional.of(port.rdma());
            }
            if (all.size() > 1) {
                faults.add(
                        new Fault(
                                "NCCL_IB_HCA",
                                "several RDMA ports are behind "
                                        + port.link()
                                        + ": "
                                        + String.join(", ", all),
                                "name one with rdma of " + port.rail() + " in the intent"));
                return Optional.empty();
            }
            return all.stream().findFirst();
        }

        private void lacking(List<Port> without) {
            String links =
                    without.stream().map(Port::link).distinct().collect(Collectors.joining(", "));
            remarks.add("No RDMA port for NCCL behind " + links + ".");
            // In a lab of namespaces there is none, and nobody expects one.
            if (item.want("lab").equals("no") && faults.isEmpty()) {
                faults.add(
                        new Fault(
                                "NCCL_IB_HCA",
                                "there is no RDMA port behind "
                                        + links
                                        + (without.size() == ports.size()
                                                ? ": NCCL uses TCP here"
                                                : ": NCCL leaves it unused"),
                                "look with «rdma link»: is the driver loaded, is the NIC one"
                                        + " that has RDMA?"));
            }
        }

        /// NCCL's own is 0: the best-effort class, where nothing is lossless.
        private void trafficClass() {
            String wanted = item.want("traffic-class");
            if (!wanted.isEmpty()) {
                values.put("NCCL_IB_TC", wanted);
            }
        }

        /// The entry for RoCE v2 with the rail's own address.
        private static Optional<Gid> gid(Port port, List<Gid> table) {
            return Subnet.bytes(port.address())
                    .flatMap(
                            b ->
                                    table.stream()
                                            .filter(g -> g.type().equals("RoCE_v2"))
                                            .filter(g -> g.gid().equals(text(b)))
                                            .findFirst());
        }

        /// As the kernel prints it: eight groups of four digits.
        private static String text(byte[] address) {
            byte[] all = new byte[16];
            System.arraycopy(address, 0, all, 16 - address.length, address.length);
            if (address.length == 4) {
                all[10] = (byte) 0xff;
                all[11] = (byte) 0xff;
            }
            StringBuilder text = new StringBuilder();
            for (int i = 0; i < 16; i += 2) {
                text.append(i == 0 ? "" : ":")
                        .append("%02x%02x".formatted(all[i] & 0xff, all[i + 1] & 0xff));
            }
            return text.toString();
        }

        /// Left to NCCL, which finds it for each port: a number holds for all ports, and moves when
        /// an address comes or goes. Only versions that cannot find it get one.
        private void gidIndex(List<Optional<Gid>> gids) {
            Set<String> indexes =
                    gids.stream()
                            .map(g -> g.map(Gid::index).orElse(""))
                            .collect(Collectors.toSet());
            Optional<String> wanted = explicit("NCCL_IB_GID_INDEX");
            if (wanted.isPresent()) {
                if (!wanted.get().isEmpty()
                        && !wanted.get().startsWith("-")
                        && !indexes.equals(Set.of(wanted.get()))) {
                    faults.add(
                            new Fault(
                                    "NCCL_IB_GID_INDEX",
                                    "the intent sets "
                                            + wanted.get()
                                            + ", but RoCE v2 with the rails' addresses is at "
                                            + shown(gids),
                                    "leave it out: NCCL finds it since 2.21"));
                }
                return;
            }
            Optional<String> old = old(is.note("nccl"));
            if (old.isEmpty()) {
                return;
            }
            if (indexes.size() == 1 && !indexes.contains("")) {
                values.put("NCCL_IB_GID_INDEX", indexes.iterator().next());
                remarks.add("NCCL " + old.get() + " is installed, which cannot find the GID.");
            } else {
                faults.add(
                        new Fault(
                                "NCCL_IB_GID_INDEX",
                                "NCCL "
                                        + old.get()
                                        + " needs one index for all ports, and RoCE v2 with the"
                                        + " rails' addresses is at "
                                        + shown(gids),
                                "install NCCL 2.21 or later; if an address is still missing, apply"
                                        + " twice"));
            }
        }

        private static String shown(List<Optional<Gid>> gids) {
            return gids.stream()
                    .map(g -> g.map(Gid::index).orElse("none"))
                    .collect(Collectors.joining(", "));
        }

        /// A version that is too old, if one is installed.
        private static Optional<String> old(String versions) {
            for (String v : versions.strip().split("\\s+")) {
                String[] part = v.split("\\.");
                if (part.length >= 2 && part[0].equals("2") && part[1].matches("\\d{1,4}")) {
                    if (Integer.parseInt(part[1]) < FINDS_GID[1]) {
                        return Optional.of(v);
                    }
                }
            }
            return Optional.empty();
        }

        private Optional<String> explicit(String name) {
            return Optional.ofNullable(item.want().get("env:" + name));
        }

        void explicit() {
            for (Map.Entry<String, String> e : item.want().entrySet()) {
                if (!e.getKey().startsWith("env:")) {
                    continue;
                }
                String name = e.getKey().substring("env:".length());
                if (e.getValue().isEmpty()) {
                    values.remove(name);
                } else if (e.getValue().length() > 1023 || e.getValue().contains("\n")) {
                    faults.add(
                            new Fault(
                                    name,
                                    "its value is longer than NCCL reads from a file",
                                    "1023 characters on one line at most"));
                } else {
                    values.put(name, e.getValue());
                }
            }
        }
    }
}
