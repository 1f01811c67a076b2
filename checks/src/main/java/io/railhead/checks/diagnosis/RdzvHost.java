package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.Evidence;
import io.railhead.model.fact.LogEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/// No node recognises the rendezvous address as its own.
@AutoService(Cause.class)
public final class RdzvHost implements Cause {
    @Override
    public String code() {
        return "rdzv-host-not-local";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        List<LogEvent> failed = clues.of("rdzv-connect-failed");
        if (failed.isEmpty()) return;
        List<LogEvent> nameless =
                clues.where(
                        "name-unresolved",
                        e -> failed.stream().anyMatch(f -> f.get("addr").equals(e.get("addr"))));
        if (!nameless.isEmpty()) {
            verdict.certain(
                            nameless,
                            "no address is found for the name of the rendezvous, "
                                    + nameless.getFirst().get("addr"))
                    .cites(failed)
                    .explains(
                            "firewall-blocks-ports",
                            "collective-desync-straggler",
                            "remote-rank-crashed");
            return;
        }
        List<LogEvent> nobody = clues.of("not-listening");
        List<LogEvent> loop = clues.of("hosts-loopback");
        if (nobodysAddress(clues, failed, verdict)) return;
        (nobody.isEmpty() && loop.isEmpty()
                        ? verdict.possible(failed, "nobody answers at the rendezvous address")
                        : verdict.certain(
                                failed,
                                "nobody listens at the rendezvous address: no node takes it for its own"))
                .cites(loop)
                .cites(nobody)
                .cites(clues.of("rdzv-endpoint"))
                .explains(
                        "collective-desync-straggler",
                        "gloo-hostname-loopback",
                        "nccl-connect-failed",
                        "remote-rank-crashed");
    }

    /// The address is of none of the machines whose addresses were read.
    private static boolean nobodysAddress(Clues clues, List<LogEvent> failed, Verdict verdict) {
        Set<String> asked = new TreeSet<>(failed.stream().map(e -> e.get("addr")).toList());
        clues.of("rdzv-endpoint").forEach(e -> asked.add(e.get("addr")));
        asked.removeIf(a -> !a.matches("\\d+\\.\\d+\\.\\d+\\.\\d+"));
        if (asked.size() != 1) return false;
        String address = asked.iterator().next();
        List<LogEvent> services =
                clues.where("service-address", e -> e.get("addr").equals(address));
        List<LogEvent> told = clues.of("ip-address", "pod-address", "nccl-bootstrap-if");
        Set<String> own = new TreeSet<>(told.stream().map(e -> e.get("addr")).toList());
        List<Evidence> listed = new ArrayList<>();
        for (LogEvent e : clues.of("hostname-addresses")) {
            String line = clues.lineAfter(e);
            if (!line.matches("[\\s\\d.:a-f]+")) continue;
            own.addAll(List.of(line.strip().split("\\s+")));
            listed.add(new Evidence(e.source().document(), e.source().firstLine() + 1, line));
        }
        boolean foreign = told.size() + listed.size() > 1 && !own.contains(address);
        if (services.isEmpty() && !foreign) return false;
        Suspicion s =
                verdict.certain(
                        failed,
                        "the rendezvous address "
                                + address
                                + (services.isEmpty()
                                        ? " is of none of the machines read"
                                        : " is a service's, and no machine's own")
                                + ": nobody starts the store there");
        s.cites(clues.of("rdzv-endpoint")).cites(services).cites(told);
        listed.forEach(s::cites);
        s.explains(
                "collective-desync-straggler",
                "firewall-blocks-ports",
                "nccl-connect-failed",
                "remote-rank-crashed");
        return true;
    }
}
