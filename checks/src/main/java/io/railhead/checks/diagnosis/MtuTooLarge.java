package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/// The MTU differs along the way, or the path MTU is larger than the network carries.
@AutoService(Cause.class)
public final class MtuTooLarge implements Cause {
    /// The MTU that jumbo networks are set to, in bytes.
    private static final int JUMBO = 9000;

    @Override
    public String code() {
        return "mtu-mismatch";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        ClassMtu.look(clues, verdict);
        List<LogEvent> frag =
                clues.where(
                        "frag-needed",
                        e ->
                                Clues.number(e, "packet").orElse(99999)
                                                > Clues.number(e, "mtu").orElse(0)
                                        // What takes jumbo frames and no more is as it should be.
                                        && Clues.number(e, "mtu").orElse(0) < JUMBO);
        List<LogEvent> failures = Signs.retryExceeded(clues);
        List<LogEvent> told = clues.of("mtu-differs-said");
        if (!told.isEmpty() && frag.isEmpty()) {
            verdict.likely(told, "the two ends have different MTUs")
                    .cites(clues.of("ip-mtu", "perftest-mtu"))
                    .explains("rdma-retry-exceeded", "roce-mtu-1500");
            return;
        }
        if (!frag.isEmpty()) {
            verdict.certain(
                            failures,
                            "the way carries packets of "
                                    + frag.getFirst().get("mtu")
                                    + " bytes only")
                    .cites(frag)
                    .cites(clues.of("perftest-mtu"))
                    .cites(clues.of("ip-mtu"))
                    .explains(
                            "rdma-retry-exceeded",
                            "roce-mtu-1500",
                            "collective-desync-straggler",
                            "path-mtu-too-small",
                            "path-mtu-blackhole");
            return;
        }
        if (OverlayMtu.look(clues, verdict)
                || PathMtuRefused.look(clues, verdict)
                || ActiveMtus.look(clues, verdict)) return;
        List<LogEvent> lost =
                clues.where("ping-loss", e -> Clues.is(e, "loss", "100") && size(e) > 1600);
        List<LogEvent> small =
                new ArrayList<>(
                        clues.where(
                                "ping-loss",
                                e ->
                                        !Clues.is(e, "loss", "100")
                                                && size(e) > 0
                                                && size(e) <= 1600));
        // Larger ones, too, where they went the same way and jumbo frames would carry what is lost.
        small.addAll(
                clues.where(
                        "ping-loss", e -> lost.stream().anyMatch(l -> isSmallerOnSameWay(e, l))));
        small.addAll(clues.where("ping-reply", e -> Clues.number(e, "bytes").orElse(9999) <= 1600));
        if (!lost.isEmpty() && !small.isEmpty()) {
            verdict.certain(
                            lost,
                            "packets of "
                                    + size(lost.getFirst())
                                    + " bytes get lost on a way that carries smaller ones")
                    .cites(small)
                    .cites(clues.of("iperf-zero"))
                    .cites(clues.of("ip-mtu"))
                    .explains(
                            "rdma-retry-exceeded",
                            "roce-mtu-1500",
                            "path-mtu-too-small",
                            "path-mtu-blackhole");
            return;
        }
        List<LogEvent> large =
                clues.where("rroce-packet", e -> Clues.number(e, "length").orElse(0) > 1600);
        List<LogEvent> little =
                new ArrayList<>(
                        clues.where(
                                "active-mtu", e -> Clues.number(e, "mtu").orElse(4096) <= 1024));
        little.addAll(clues.where("ip-mtu", "mtu", "1500"));
        if (!large.isEmpty() && !little.isEmpty()) {
            verdict.certain(
                            little,
                            "packets of "
                                    + large.getFirst().get("length")
                                    + " bytes are sent on a port that carries 1500")
                    .cites(large)
                    .explains("rdma-retry-exceeded", "roce-mtu-1500");
            return;
        }
        List<LogEvent> big =
                clues.where("perftest-mtu", e -> Clues.number(e, "mtu").orElse(0) > 1024);
        List<LogEvent> narrow =
                clues.where(
                        "ip-mtu",
                        e ->
                                !Clues.is(e, "if", "lo")
                                        && Clues.number(e, "mtu").orElse(9000) <= 1500
                                        && clues
                                                .where("ip-mtu", "mtu", "9000", "9216", "4200")
                                                .stream()
                                                .noneMatch(
                                                        j ->
                                                                j.source()
                                                                        .document()
                                                                        .equals(
                                                                                e.source()
                                                                                        .document()))
                                        && clues.of("perftest-layer").stream()
                                                .noneMatch(l -> Clues.is(l, "layer", "IB")));
        if (!big.isEmpty() && !narrow.isEmpty() && !failures.isEmpty()) {
            verdict.likely(
                            failures,
                            "the queue pairs use a path MTU of "
                                    + big.getFirst().get("mtu")
                                    + " on an interface of 1500")
                    .cites(big)
                    .cites(narrow)
                    .explains("rdma-retry-exceeded", "roce-mtu-1500");
            return;
        }
        Map<String, List<LogEvent>> mtus =
                Clues.grouped(
                        clues.where(
                                "ip-mtu",
                                e ->
                                        !e.get("if")
                                                .matches(
                                                        "lo|docker.*|veth.*|virbr.*|br-.*|cni.*|cali.*|flannel.*")),
                        e -> e.get("mtu"));
        Set<String> documents =
                new TreeSet<>(
                        clues.where("ip-mtu", e -> true).stream().map(e -> end(clues, e)).toList());
        boolean jumbo =
                mtus.keySet().stream().anyMatch(m -> m.length() == 4 && m.compareTo("4200") >= 0);
        Set<Set<String>> sets = new HashSet<>();
        Clues.grouped(mtus.values().stream().flatMap(List::stream).toList(), e -> end(clues, e))
                .values()
                .forEach(l -> sets.add(new TreeSet<>(l.stream().map(e -> e.get("mtu")).toList())));
        if (documents.size() > 1
                && sets.size() > 1
                && jumbo
                && (!failures.isEmpty()
                        || !lost.isEmpty()
                        || clues.has("iperf-zero", "watchdog-timeout", "nccl-modify-qp"))) {
            verdict.likely(
                            failures,
                            "interfaces of the two ends have different MTUs: "
                                    + String.join(" and ", mtus.keySet()))
                    .cites(mtus.values().stream().map(List::getFirst).toList())
                    .explains("rdma-retry-exceeded");
        }
    }

    private static boolean isSmallerOnSameWay(LogEvent passed, LogEvent lost) {
        return !Clues.is(passed, "loss", "100")
                && !lost.get("pinged").isEmpty()
                && lost.get("pinged").equals(passed.get("pinged"))
                && size(passed) > 1600
                && size(passed) < size(lost)
                && size(lost) <= JUMBO;
    }

    /// Size of a ping's packets: as ping told it, or payload, IP and ICMP headers (20 + 8 bytes); 0
    /// when not known.
    static long size(LogEvent e) {
        long payload = Clues.number(e, "payload").orElse(0);
        return Clues.number(e, "packet").orElse(payload == 0 ? 0 : payload + 28);
    }

    /// Whose interface it is: documents stand for machines, where one does not name several.
    private static String end(Clues clues, LogEvent e) {
        return e.host().isEmpty() ? e.source().document() : clues.who(e);
    }
}
