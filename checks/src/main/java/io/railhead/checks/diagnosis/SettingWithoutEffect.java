package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import io.railhead.model.fact.PerftestRun;
import io.railhead.model.fact.PortCounters;
import io.railhead.model.fact.QueueEcn;
import java.util.List;

/// A command was given that does not do what it is given for.
@AutoService(Cause.class)
public final class SettingWithoutEffect implements Cause {
    @Override
    public String code() {
        return "setting-without-effect";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        tcpEcn(clues, verdict);
        nexus(clues, verdict);
        thresholds(clues, verdict);
        List<LogEvent> unknown = clues.of("mlxconfig-unknown");
        if (!unknown.isEmpty())
            verdict.certain(
                            unknown,
                            "this device has no parameter "
                                    + unknown.getFirst().get("parameter")
                                    + ": nothing of the command was set")
                    .warning()
                    .because(
                            "Parameters differ between generations and firmwares; mlxconfig has"
                                    + " none for lossless priorities: PFC is set by mlnx_qos or"
                                    + " DCBX. A virtual function has no parameters of its own.")
                    .fix(
                            "List what there is, and set PFC where it belongs:\n"
                                    + "  mlxconfig -d DEVICE show_confs\n"
                                    + "  mlnx_qos -i IFNAME --trust dscp --pfc 0,0,0,1,0,0,0,0");
        List<LogEvent> handshake = clues.of("capture-of-handshake");
        if (!handshake.isEmpty())
            verdict.certain(
                            handshake,
                            "port 18515 is perftest's handshake over TCP: no RDMA packet is seen"
                                    + " there")
                    .warning()
                    .cites(clues.of("captured-none"))
                    .because(
                            "RoCE v2 is UDP port 4791, and its packets pass by the kernel: a plain"
                                    + " capture on the interface does not see them.")
                    .fix(
                            "Capture on the RDMA device, or mirror the switch port; whether"
                                    + " packets are marked, counters tell:\n"
                                    + "  tcpdump -i DEVICE -nn udp port 4791\n"
                                    + "  rdma statistic show link DEVICE/1");
        List<LogEvent> types = clues.of("gid-type-written");
        if (!types.isEmpty())
            verdict.certain(types, "the type of a GID cannot be written: sysfs only tells it")
                    .warning()
                    .because(
                            "Each address has an entry for RoCE v1 and one for v2; a connection"
                                    + " has the type of the entry that it uses.")
                    .fix(
                            "Use the index of the v2 entry:\n"
                                    + "  show_gids\n"
                                    + "  grep . /sys/class/infiniband/DEVICE/ports/1/gid_attrs/types/*");
    }

    /// Lines for a Nexus 9000 that it does not take, and classes of two templates in one text
    /// (Cisco Nexus 9000 QoS guide: a switch has four queues or eight, by names of their own).
    private static void nexus(Clues clues, Verdict verdict) {
        List<LogEvent> unknown = clues.of("nxos-not-grammar");
        if (!unknown.isEmpty())
            verdict.certain(
                            unknown,
                            "«"
                                    + unknown.getFirst().get("what")
                                    + "» is no line of a Nexus 9000: it is refused, and what it"
                                    + " was to do is not done")
                    .warning()
                    .because(
                            "Names of queuing classes (c-out-8q-q3) do not stand under"
                                    + " network-qos, whose classes are c-8q-nq3 or c-nq3; ECN is"
                                    + " a word of random-detect, and QoS is no feature.")
                    .fix(
                            "`railhead design lossless --commands` prints the lines of the class;"
                                    + " the shape of them:\n"
                                    + "  policy-map type network-qos NAME\n"
                                    + "    class type network-qos c-8q-nq3\n"
                                    + "      pause pfc-cos 3");
        List<LogEvent> classes = clues.of("nxos-queuing-class");
        List<LogEvent> eight = classes.stream().filter(e -> !e.get("eight").isEmpty()).toList();
        List<LogEvent> four = classes.stream().filter(e -> e.get("eight").isEmpty()).toList();
        if (!eight.isEmpty() && !four.isEmpty())
            verdict.certain(
                            List.of(four.getFirst(), eight.getFirst()),
                            "queuing classes of two templates (c-out-q and c-out-8q-q) stand in"
                                    + " one configuration: a switch has only one of them")
                    .warning()
                    .because(
                            "A Nexus 9000 has four queues (c-out-q1 to q3) or eight (c-out-8q-q1"
                                    + " to q7), by its model; a policy with the other's names is"
                                    + " refused.")
                    .fix(
                            "Look which there are, and use these:\n"
                                    + "  show class-map type queuing | include c-out");
    }

    /// Marking begins at the lower threshold and is full at the upper one: there is nothing between
    /// the two when they are swapped, and switches refuse it or mark all at once.
    private static void thresholds(Clues clues, Verdict verdict) {
        List<QueueEcn> swapped =
                clues.all(QueueEcn.class).stream()
                        .filter(q -> q.min().isPresent() && q.max().isPresent())
                        .filter(q -> q.max().get().value() > 0)
                        .filter(q -> q.min().get().value() > q.max().get().value())
                        .toList();
        if (swapped.isEmpty()) return;
        QueueEcn first = swapped.getFirst();
        Suspicion s =
                verdict.certain(
                                List.of(),
                                "the lower threshold of %s (%,d bytes) lies above the upper one (%,d bytes)"
                                        .formatted(
                                                first.profile().isEmpty()
                                                        ? "queue "
                                                                + Pfc.list(first.queues())
                                                                + (first.port().isEmpty()
                                                                        ? ""
                                                                        : " of " + first.port())
                                                        : first.profile(),
                                                first.min().get().value(),
                                                first.max().get().value()))
                        .of(first)
                        .because(
                                "Marking begins at the lower threshold and is full at the upper"
                                        + " one. Swapped, they are refused, or all packets are"
                                        + " marked from one filling on.")
                        .fix(
                                "The lower one below the upper one: `railhead design lossless`"
                                        + " reckons both from speed and cable.");
        for (QueueEcn q : swapped.subList(0, Math.min(4, swapped.size()))) {
            s.cites(clues.facts().cite(q.min().get().source()));
            s.cites(clues.facts().cite(q.max().get().source()));
        }
        s.explains("ecn-threshold-above-pfc-xoff", "ecn-not-enabled-on-queue");
    }

    private static void tcpEcn(Clues clues, Verdict verdict) {
        List<LogEvent> set = clues.of("tcp-ecn-set");
        boolean roce =
                clues.all(PerftestRun.class).stream()
                                .anyMatch(
                                        r ->
                                                r.linkType()
                                                        .filter("Ethernet"::equalsIgnoreCase)
                                                        .isPresent())
                        || clues.all(PortCounters.class).stream()
                                .anyMatch(
                                        p ->
                                                p.hwCounters()
                                                        .containsKey("np_ecn_marked_roce_packets"))
                        || !clues.counters("np_ecn_marked_roce_packets").isEmpty();
        if (set.isEmpty() || !roce) return;
        verdict.certain(set, "tcp_ecn is of the kernel's TCP: RoCE is not touched by it")
                .warning()
                .because(
                        "RDMA packets are marked and answered by the NIC and the switch: roce_np"
                                + " at the receiver, roce_rp at the sender, for each priority.")
                .fix(
                        "Turn it on in the NIC, and mark in the switch's queue:\n"
                                + "  echo 1 > /sys/class/net/IFNAME/ecn/roce_np/enable/3\n"
                                + "  echo 1 > /sys/class/net/IFNAME/ecn/roce_rp/enable/3");
    }
}
