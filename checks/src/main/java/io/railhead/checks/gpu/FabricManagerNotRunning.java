package io.railhead.checks.gpu;

import com.google.auto.service.AutoService;
import io.railhead.checks.Check;
import io.railhead.checks.Draft;
import io.railhead.checks.Explanation;
import io.railhead.checks.Nvidia;
import io.railhead.checks.Outcomes;
import io.railhead.checks.Situation;
import io.railhead.checks.Survey;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.Gpu;
import io.railhead.model.fact.GpuTopology;
import io.railhead.model.fact.Service;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The NVSwitch fabric is not set up.
@AutoService(Check.class)
public final class FabricManagerNotRunning implements Check {

    @Override
    public String code() {
        return "fabric-manager-not-running";
    }

    @Override
    public Explanation explanation() {
        return new Explanation(
                """
                The GPUs hang on NVSwitches and fabric manager, which sets them up, is not
                running or not done.
                """,
                """
                CUDA fails with error 802 "system not yet initialized"; nvidia-smi -q says
                "Fabric State: In Progress" or "Not Started"; single-GPU programs may work on
                older GPUs.
                """,
                """
                nvidia-fabricmanager is not installed, not enabled, failed, or of another
                version than the driver.
                """,
                """
                  apt-get install nvidia-fabricmanager-580      # the driver's branch
                  systemctl enable --now nvidia-fabricmanager
                  journalctl -u nvidia-fabricmanager -b | tail
                """,
                """
                  nvidia-smi -q | grep -A1 Fabric      # State: Completed
                  railhead check --only fabric-manager-not-running
                """);
    }

    @Override
    public Set<Class<? extends Fact>> needs() {
        return Set.of(Gpu.class, GpuTopology.class, Service.class);
    }

    @Override
    public void run(Situation situation, Outcomes out) {
        Survey survey = new Survey(this, situation, out);
        for (String machine : survey.machines(Gpu.class, m -> Nvidia.hasGpus(survey, m))) {
            Optional<Service> service =
                    survey.facts().of(machine, Service.class).stream()
                            .filter(s -> s.unit().startsWith("nvidia-fabricmanager"))
                            .findFirst();
            Optional<GpuTopology> switched =
                    survey.facts()
                            .first(machine, GpuTopology.class)
                            .filter(FabricManagerNotRunning::isSwitched);
            List<Gpu> undone =
                    survey.facts().of(machine, Gpu.class).stream()
                            .filter(g -> g.fabricState().filter(UNDONE::contains).isPresent())
                            .toList();
            boolean stopped = service.filter(s -> !s.active().equals("active")).isPresent();
            boolean done =
                    survey.facts().of(machine, Gpu.class).stream()
                            .anyMatch(g -> g.fabricState().filter("Completed"::equals).isPresent());
            if (!undone.isEmpty() || (switched.isPresent() && stopped && !done)) {
                Draft draft =
                        survey.error(machine)
                                .says(
                                        undone.isEmpty()
                                                ? "the GPUs hang on NVSwitches and"
                                                        + " nvidia-fabricmanager is "
                                                        + service.orElseThrow().active()
                                                : "the NVSwitch fabric of "
                                                        + undone.size()
                                                        + " GPUs is "
                                                        + undone.getFirst()
                                                                .fabricState()
                                                                .orElse(""))
                                .because(
                                        service.map(
                                                        s ->
                                                                "nvidia-fabricmanager is "
                                                                        + s.load()
                                                                        + ", "
                                                                        + s.active())
                                                .orElse("fabric manager has not set it up"))
                                .fix(
                                        "install fabric manager of the driver's version, `systemctl"
                                                + " enable --now nvidia-fabricmanager`")
                                .cites(undone.stream().limit(2).toList())
                                .explains("nvlink-inactive");
                service.ifPresent(draft::cites);
                switched.ifPresent(draft::cites);
                draft.report();
            }
        }
    }

    private static final Set<String> UNDONE = Set.of("In Progress", "Not Started");

    /// Eight GPUs and more, every pair joined by NVLink, need switches between them.
    private static boolean isSwitched(GpuTopology t) {
        return t.gpus() >= 8
                && t.links().entrySet().stream()
                        .filter(e -> e.getKey().startsWith("GPU"))
                        .flatMap(e -> e.getValue().entrySet().stream())
                        .filter(e -> e.getKey().startsWith("GPU"))
                        .filter(e -> !e.getValue().equals("X"))
                        .allMatch(e -> e.getValue().startsWith("NV"));
    }
}
