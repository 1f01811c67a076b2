package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import java.util.ArrayList;
import java.util.List;

/// The Kubernetes device plugin of RDMA has nothing to offer.
@AutoService(Cause.class)
public final class DevicePluginEmpty implements Cause {
    @Override
    public String code() {
        return "rdma-device-plugin-empty";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        List<LogEvent> empty =
                new ArrayList<>(
                        clues.where("rdma-plugin-empty", e -> e.value("resource").isPresent()));
        List<LogEvent> missing = clues.where("rdma-plugin-empty", e -> e.value("what").isPresent());
        // One device without, beside others that are served, is one that nobody meant.
        if (empty.isEmpty()) return;
        String what =
                missing.isEmpty()
                        ? ": no device matches its selectors"
                        : ": "
                                + missing.getFirst().get("pci")
                                + " has no /dev/infiniband/"
                                + missing.getFirst().get("what")
                                + "*";
        empty.addAll(missing);
        verdict.certain(empty, "the device plugin found no RDMA device to offer" + what)
                .cites(clues.of("rdma-resource-short"))
                .explains("container-no-rdma-device");
    }
}
