package io.railhead.checks.diagnosis;

import static java.util.Locale.ROOT;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/// Two ports of one host sit in one subnet.
@AutoService(Cause.class)
public final class SameSubnet implements Cause {
    private static final String VIRTUAL = "lo|docker.*|veth.*|virbr.*|br-.*|cni.*|cali.*|flannel.*";

    @Override
    public String code() {
        return "same-subnet-arp-flux";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        Map<String, List<LogEvent>> nets =
                Clues.grouped(
                        clues.where("ip-address", e -> !e.get("if").matches(VIRTUAL)),
                        e ->
                                e.source().document()
                                        + " "
                                        + Addresses4.network(e.get("addr"), e.get("prefix")));
        // Routes tell it as well, where nobody listed addresses.
        Clues.grouped(
                        clues.where(
                                "route",
                                e ->
                                        clues.of("ip-address").isEmpty()
                                                && !e.get("if").matches(VIRTUAL)),
                        e -> e.source().document() + " " + e.get("net"))
                .forEach(nets::putIfAbsent);
        List<LogEvent> answers = clues.of("arp-reply");
        boolean twice =
                Clues.grouped(answers, e -> e.source().document() + e.get("addr")).values().stream()
                        .anyMatch(
                                l ->
                                        l.stream()
                                                        .map(e -> e.get("mac").toLowerCase(ROOT))
                                                        .distinct()
                                                        .count()
                                                > 1);
        if (twice)
            verdict.certain(answers, "two interfaces answer ARP for one address")
                    .cites(
                            nets.values().stream()
                                    .filter(l -> l.size() > 1)
                                    .findFirst()
                                    .orElse(List.of()))
                    .cites(clues.where("sysctl-value", e -> e.get("key").contains("arp_")))
                    .cites(Signs.retryExceeded(clues))
                    .explains(
                            "rdma-retry-exceeded", "nccl-connect-failed", "cross-rail-unreachable");
        for (List<LogEvent> same : nets.values()) {
            Set<String> interfaces = new TreeSet<>(same.stream().map(e -> e.get("if")).toList());
            if (interfaces.size() < 2 || Addresses4.isHost(prefix(same.getFirst()))) continue;
            List<LogEvent> arp =
                    clues.where(
                            "sysctl-value",
                            e -> e.get("key").matches(".*arp_(?:ignore|announce)|.*rp_filter"));
            boolean apart =
                    arp.stream()
                            .anyMatch(
                                    e ->
                                            e.get("key").endsWith("arp_ignore")
                                                    && !Clues.is(e, "value", "0"));
            boolean hurt =
                    !Signs.pathFailures(clues).isEmpty()
                            || clues.has("connect-failed", "nccl-channel-socket", "mpi-tcp-failed");
            if (apart) continue;
            Suspicion s =
                    hurt
                            ? verdict.likely(
                                    same,
                                    String.join(" and ", interfaces)
                                            + " are in one subnet: the kernel sends and answers ARP through whichever it likes")
                            : verdict.possible(
                                            same,
                                            String.join(" and ", interfaces) + " are in one subnet")
                                    .warning();
            s.cites(arp)
                    .cites(clues.of("route"))
                    .cites(clues.env("NCCL_SOCKET_IFNAME"))
                    .cites(Signs.retryExceeded(clues))
                    .explains(
                            "rdma-retry-exceeded",
                            "nccl-connect-failed",
                            "subnet-overlap",
                            "cross-rail-unreachable");
        }
    }

    private static String prefix(LogEvent e) {
        String net = e.get("net");
        return e.value("prefix").orElse(net.substring(net.indexOf('/') + 1));
    }
}
