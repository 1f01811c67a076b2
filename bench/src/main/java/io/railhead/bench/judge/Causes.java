package io.railhead.bench.judge;

import io.railhead.bench.ceiling.RdmaCeiling;
import io.railhead.bench.ceiling.TcpCeiling;
import io.railhead.bench.path.Path;
import io.railhead.bench.path.Port;
import io.railhead.model.Bandwidth;
import io.railhead.model.Measurement;
import io.railhead.model.fact.PcieLink;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The likely causes of a missed expectation: first those that what was read from the machines
/// points to, then the usual ones.
final class Causes {
    private Causes() {}

    static List<Cause> of(Measurement missed, Path path) {
        List<Cause> causes = new ArrayList<>();
        if (path.pair().isAlone()) {
            for (String code : usualForBandwidth(missed)) {
                causes.add(new Cause(code, "a usual cause; run check", false));
            }
            return List.copyOf(causes);
        }
        boolean latency = missed.unit().equals("ns");
        for (Port port : List.of(path.from(), path.to())) {
            seenAt(port, latency, causes);
        }
        if (path.from().mtu().isPresent()
                && path.to().mtu().isPresent()
                && path.from().mtu().getAsInt() != path.to().mtu().getAsInt()
                && causes.stream().noneMatch(c -> c.code().equals("mtu-mismatch"))) {
            causes.add(
                    new Cause(
                            "mtu-mismatch",
                            "%s has MTU %d, %s %d"
                                    .formatted(
                                            path.from().label(),
                                            path.from().mtu().getAsInt(),
                                            path.to().label(),
                                            path.to().mtu().getAsInt()),
                            true));
        }
        if (missed.metric().startsWith("rdma.")) {
            rdma(missed, path, causes);
        }
        for (String code : latency ? usualForLatency() : usualForBandwidth(missed)) {
            if (causes.stream().noneMatch(c -> c.code().equals(code))) {
                causes.add(new Cause(code, "a usual cause; run check", false));
            }
        }
        return List.copyOf(causes);
    }

    private static void seenAt(Port port, boolean latency, List<Cause> causes) {
        if (!latency && port.mtu().isPresent() && port.mtu().getAsInt() < port.wanted().mtu()) {
            causes.add(
                    new Cause(
                            "mtu-mismatch",
                            "%s has MTU %d, the intent says %d"
                                    .formatted(
                                            port.label(),
                                            port.mtu().getAsInt(),
                                            port.wanted().mtu()),
                            true));
        }
        Optional<Bandwidth> wanted = port.wanted().speed();
        if (wanted.isPresent()
                && port.speed().isPresent()
                && !port.virtual()
                && port.speed().get().compareTo(wanted.get()) < 0) {
            causes.add(
                    new Cause(
                            "link-speed-below-expected",
                            "%s runs at %s, the intent says %s"
                                    .formatted(port.label(), port.speed().get(), wanted.get()),
                            true));
        }
        if (port.slot().isPresent()
                && port.slotNow().isPresent()
                && slower(port.slotNow().get(), port.slot().get())) {
            causes.add(
                    new Cause(
                            "pcie-link-downgraded",
                            "the card of %s could do %s on PCIe and does %s"
                                    .formatted(
                                            port.label(),
                                            TcpCeiling.raw(port.slot().get()),
                                            TcpCeiling.raw(port.slotNow().get())),
                            true));
        }
        if (!port.governors().isEmpty() && !port.governors().equals("performance")) {
            causes.add(
                    new Cause(
                            "cpu-governor-powersave",
                            "the CPUs of %s run under the governor %s"
                                    .formatted(port.host(), port.governors()),
                            true));
        }
    }

    /// What RDMA has besides: an MTU of its own, and a GID.
    private static void rdma(Measurement missed, Path path, List<Cause> causes) {
        String used =
                missed.metric().equals("rdma.path-mtu")
                        ? String.valueOf((long) missed.value())
                        : missed.conditions().get("path-mtu");
        for (Port port : List.of(path.from(), path.to())) {
            if (port.mtu().isPresent()
                    && used.matches("\\d{1,6}")
                    && Integer.parseInt(used) < RdmaCeiling.fitting(port.mtu().getAsInt())
                    && causes.stream().noneMatch(c -> c.code().equals("mtu-mismatch"))) {
                causes.add(
                        new Cause(
                                "rdma-mtu-below-interface",
                                "RDMA MTU %s, where the MTU of %s (%d) leaves room for %d"
                                        .formatted(
                                                used,
                                                port.label(),
                                                port.mtu().getAsInt(),
                                                RdmaCeiling.fitting(port.mtu().getAsInt())),
                                true));
            }
        }
    }

    private static boolean slower(PcieLink now, PcieLink able) {
        return TcpCeiling.raw(now).compareTo(TcpCeiling.raw(able)) < 0;
    }

    private static List<String> usualForBandwidth(Measurement missed) {
        if (missed.metric().equals("rdma.path-mtu")) {
            return List.of("mtu-mismatch", "rdma-mtu-below-interface");
        }
        if (missed.metric().startsWith("nccl.")
                && missed.conditions().get("transport").contains("NET/Socket")) {
            return List.of("nccl-forced-socket", "rdma-provider-library-missing", "memlock-limit");
        }
        if (missed.metric().startsWith("nccl.")) {
            return List.of("gdr-disabled-by-topology", "acs-iommu-breaks-p2p", "numa-cpu-binding");
        }
        if (missed.metric().startsWith("disk.")) {
            return List.of("pcie-link-downgraded", "numa-cpu-binding");
        }
        if (missed.metric().startsWith("rdma.")) {
            return List.of(
                    "pcie-link-downgraded",
                    "pcie-relaxed-ordering-off",
                    "numa-cpu-binding",
                    "link-high-ber");
        }
        return missed.conditions().get("streams").equals("1")
                ? List.of("numa-cpu-binding", "rx-out-of-buffer", "pcie-link-downgraded")
                : List.of("pcie-link-downgraded", "rx-out-of-buffer", "link-high-ber");
    }

    private static List<String> usualForLatency() {
        return List.of("cpu-governor-powersave", "numa-cpu-binding", "link-high-ber");
    }
}
