package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import java.util.ArrayList;
import java.util.List;

/// An InfiniBand port stays in Initializing because no subnet manager runs.
@AutoService(Cause.class)
public final class SubnetManagerMissing implements Cause {
    @Override
    public String code() {
        return "ib-no-subnet-manager";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        List<LogEvent> said =
                clues.where(
                        "perftest-not-active",
                        "state",
                        "Init",
                        "Initializing",
                        "INIT",
                        "PORT_INIT");
        List<LogEvent> ports =
                new ArrayList<>(clues.where("port-state", "state", "Initializing", "INIT", "Init"));
        ports.removeIf(
                p ->
                        clues.of("port-layer").stream()
                                .anyMatch(
                                        l ->
                                                l.get("hca").equals(p.get("hca"))
                                                        && Clues.is(l, "layer", "Ethernet")));
        ports.addAll(
                clues.where(
                        "rdma-link", e -> Clues.is(e, "state", "INIT") && e.value("if").isEmpty()));
        boolean ethernet =
                ports.isEmpty() && !clues.where("port-layer", "layer", "Ethernet").isEmpty();
        List<LogEvent> asked = clues.of("sm-query-failed");
        if (ports.isEmpty() && (said.isEmpty() || ethernet)) {
            boolean down =
                    !clues.where("port-state", "state", "Down", "DOWN").isEmpty()
                            || clues.has("perftest-no-device");
            if (!asked.isEmpty() && !down && !ethernet)
                verdict.likely(asked, "no subnet manager answers on the InfiniBand fabric")
                        .explains("rdma-port-down", "rdma-retry-exceeded");
            return;
        }
        verdict.certain(
                        said,
                        "the InfiniBand port has a link and stays in Initializing: no subnet manager answers")
                .cites(ports)
                .cites(asked)
                .explains("rdma-port-down", "rdma-retry-exceeded");
    }
}
