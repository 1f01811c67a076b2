package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import java.util.List;

/// RDMA namespaces are exclusive while a shared device is wanted.
@AutoService(Cause.class)
public final class RdmaNetnsExclusive implements Cause {
    @Override
    public String code() {
        return "rdma-netns-exclusive";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        List<LogEvent> said =
                clues.where(
                        "netns-mode",
                        e -> e.get("mode").isEmpty() || Clues.is(e, "mode", "0", "exclusive"));
        if (said.isEmpty()) return;
        List<LogEvent> hurt = clues.of("crashloop", "perftest-no-device", "nccl-ib-none");
        boolean named = said.stream().anyMatch(e -> e.get("mode").isEmpty());
        (named || !hurt.isEmpty()
                        ? verdict.certain(
                                said,
                                "the RDMA subsystem gives each device to one network namespace alone")
                        : verdict.likely(said, "RDMA network namespaces are exclusive"))
                .cites(hurt)
                .explains("container-no-rdma-device", "rdma-netns-gid-missing", "rdma-port-down");
    }
}
