package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.KernelModule;
import io.railhead.model.fact.LogEvent;
import io.railhead.model.fact.RdmaDevice;
import io.railhead.model.fact.RdmaLink;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/// The network half of a card's driver is loaded, its RDMA half is not, and there is no device.
@AutoService(Cause.class)
public final class ModulesMissing implements Cause {
    private static final Map<String, String> HALVES =
            Map.of("mlx4_core", "mlx4_ib", "mlx5_core", "mlx5_ib");

    @Override
    public String code() {
        return "rdma-modules-missing";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        for (String machine : clues.facts().machines()) {
            List<KernelModule> loaded = clues.facts().of(machine, KernelModule.class);
            boolean devices =
                    !clues.facts().of(machine, RdmaDevice.class).isEmpty()
                            || !clues.facts().of(machine, RdmaLink.class).isEmpty();
            List<LogEvent> none = clues.of("rdma-devices-listed", "rdma-devices-none");
            if (devices || none.isEmpty()) continue;
            Set<String> names = new TreeSet<>();
            loaded.forEach(m -> names.add(m.name()));
            for (KernelModule half : loaded) {
                String other = HALVES.getOrDefault(half.name(), half.name());
                if (names.contains(other)) continue;
                verdict.certain(
                                List.of(),
                                half.name()
                                        + " is loaded and "
                                        + other
                                        + " is not: the card has no RDMA device")
                        .cites(half)
                        .cites(none)
                        .explains("container-no-rdma-device", "rdma-provider-library-missing");
            }
        }
    }
}
