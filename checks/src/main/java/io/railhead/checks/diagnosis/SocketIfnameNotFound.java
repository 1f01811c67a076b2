package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import java.util.List;
import java.util.stream.Stream;

/// NCCL_SOCKET_IFNAME names no interface of the host.
@AutoService(Cause.class)
public final class SocketIfnameNotFound implements Cause {
    @Override
    public String code() {
        return "nccl-socket-ifname-not-found";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        List<LogEvent> said = clues.of("nccl-ifname-missing");
        List<LogEvent> set = clues.env("NCCL_SOCKET_IFNAME");
        List<LogEvent> there = clues.of("ip-interface");
        // `ip link show IF` lists one: only a whole list tells that another is not there.
        boolean whole =
                there.stream().anyMatch(e -> Clues.is(e, "if", "lo"))
                        || there.stream().map(e -> e.get("if")).distinct().count() > 1;
        List<LogEvent> used = clues.of("nccl-bootstrap-if", "rdma-link", "hca-netdev");
        if (!said.isEmpty()) {
            verdict.certain(
                            said,
                            set.isEmpty()
                                    ? clues.first("nccl-subnet-missing")
                                            .map(
                                                    e ->
                                                            "NCCL_COMM_ID's address "
                                                                    + e.get("addr")
                                                                    + " is in a network that no interface"
                                                                    + " here has")
                                            .orElse("NCCL found no interface it may use")
                                    : "NCCL_SOCKET_IFNAME="
                                            + Clues.setting(set.getFirst())
                                            + " names no interface of this host")
                    .cites(set)
                    .cites(clues.of("nccl-subnet-missing"))
                    .cites(there)
                    .explains("nccl-connect-failed", "remote-rank-crashed");
            return;
        }
        for (LogEvent s : set) {
            String[] wanted = Clues.setting(s).split(",");
            if (!whole || wanted.length == 0 || wanted[0].startsWith("^")) continue;
            boolean some = false;
            for (String w : wanted)
                some |=
                        Stream.concat(there.stream(), used.stream())
                                .anyMatch(
                                        e ->
                                                e.get("if")
                                                        .startsWith(
                                                                w.replaceAll("^=", "")
                                                                        .replaceAll(":.*", "")));
            if (!some)
                verdict.likely(
                                List.of(s),
                                "NCCL_SOCKET_IFNAME="
                                        + Clues.setting(s)
                                        + " names no interface of this host")
                        .cites(there)
                        .explains("nccl-connect-failed");
        }
    }
}
