package io.railhead.checks.gpu;

import com.google.auto.service.AutoService;
import io.railhead.checks.Check;
import io.railhead.checks.Draft;
import io.railhead.checks.Explanation;
import io.railhead.checks.Nvidia;
import io.railhead.checks.Outcomes;
import io.railhead.checks.Situation;
import io.railhead.checks.Survey;
import io.railhead.model.Severity;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.Gpu;
import io.railhead.model.fact.GpuTopology;
import io.railhead.model.fact.RdmaLink;
import io.railhead.model.intent.Host;
import io.railhead.model.intent.RailPort;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The NIC of a rail is far from the rail's GPU.
@AutoService(Check.class)
public final class GdrDisabledByTopology implements Check {

    @Override
    public String code() {
        return "gdr-disabled-by-topology";
    }

    @Override
    public Explanation explanation() {
        return new Explanation(
                """
                The NIC of a rail and the GPU that should use it are so far apart that NCCL does
                not use GPUDirect RDMA.
                """,
                """
                NCCL's channels say "via NET/IB/0" without /GDRDMA; busbw is about half, and
                main memory is busy.
                """,
                """
                NIC and GPU hang on different CPU sockets (SYS) or host bridges (NODE, PHB);
                NCCL uses GPUDirect up to a common PCIe switch (PXB) unless told otherwise.
                """,
                """
                  nvidia-smi topo -m
                Give the rail to the GPU that is near its NIC (`gpu:` of the rail's port in
                cluster.yaml), or move the card to a slot under the GPU's PCIe switch.
                """,
                """
                  NCCL_DEBUG=INFO ... | grep GDRDMA
                  railhead check --only gdr-disabled-by-topology
                """);
    }

    @Override
    public Set<Class<? extends Fact>> needs() {
        return Set.of(GpuTopology.class, Gpu.class, RdmaLink.class);
    }

    @Override
    public void run(Situation situation, Outcomes out) {
        Survey survey = new Survey(this, situation, out);
        for (Host host :
                survey.hosts(
                        GpuTopology.class,
                        h ->
                                h.rails().stream()
                                                .anyMatch(
                                                        p ->
                                                                p.gpu().isPresent()
                                                                        && p.rdma().isPresent())
                                        && Nvidia.hasGpus(survey, h.name())
                                        && !Nvidia.isSpark(survey.facts(), h.name()))) {
            GpuTopology topology =
                    survey.facts().first(host.name(), GpuTopology.class).orElseThrow();
            for (RailPort port : host.rails()) {
                if (port.gpu().isPresent() && port.rdma().isPresent()) {
                    judge(survey, host, port, topology);
                }
            }
        }
    }

    /// Near enough for GPUDirect by default.
    private static final Set<String> NEAR = Set.of("PIX", "PXB");

    private static void judge(Survey survey, Host host, RailPort port, GpuTopology t) {
        String device = port.rdma().orElseThrow().device();
        Optional<String> nic =
                t.nicNames().entrySet().stream()
                        .filter(e -> e.getValue().equals(device))
                        .map(Map.Entry::getKey)
                        .findFirst();
        String gpu = "GPU" + port.gpu().getAsInt();
        Optional<String> cell =
                nic.flatMap(n -> Optional.ofNullable(t.links().getOrDefault(gpu, Map.of()).get(n)));
        if (cell.isEmpty()) {
            survey.notChecked(
                    host.name() + " " + device, gpu + " and " + device + " are not in topo -m");
            return;
        }
        if (NEAR.contains(cell.get())) {
            return;
        }
        List<String> nearer =
                t.links().entrySet().stream()
                        .filter(e -> e.getKey().startsWith("GPU"))
                        .filter(e -> NEAR.contains(e.getValue().getOrDefault(nic.get(), "")))
                        .map(Map.Entry::getKey)
                        .sorted()
                        .toList();
        if (nearer.isEmpty() && !cell.get().equals("SYS")) {
            return;
        }
        boolean known =
                survey.facts().of(host.name(), RdmaLink.class).stream()
                        .anyMatch(l -> l.device().equals(device));
        Draft draft =
                survey.draft(
                                nearer.isEmpty() ? Severity.WARNING : Severity.ERROR,
                                host.name() + " " + gpu)
                        .says(
                                gpu
                                        + " and "
                                        + device
                                        + " of "
                                        + port.rail()
                                        + " are "
                                        + words(cell.get())
                                        + " ("
                                        + cell.get()
                                        + ")"
                                        + (nearer.isEmpty()
                                                ? ""
                                                : "; "
                                                        + String.join(", ", nearer)
                                                        + " is near this NIC"))
                        .because(
                                nearer.isEmpty()
                                        ? "the card sits on the other side of the host"
                                        : "the intent gives the rail to a GPU that is not the one near"
                                                + " its NIC")
                        .fix(
                                nearer.isEmpty()
                                        ? "move the card to a slot under the GPU's PCIe switch"
                                        : "`gpu: "
                                                + nearer.getFirst().substring(3)
                                                + "` for "
                                                + port.rail()
                                                + " of "
                                                + host.name()
                                                + " in the intent")
                        .cites(t);
        if (known) {
            survey.facts().of(host.name(), RdmaLink.class).stream()
                    .filter(l -> l.device().equals(device))
                    .forEach(draft::cites);
        }
        draft.report();
    }

    private static String words(String cell) {
        return switch (cell) {
            case "SYS" -> "on different sockets";
            case "NODE" -> "on different host bridges of one socket";
            case "PHB" -> "on one host bridge, with no switch between them";
            default -> "apart";
        };
    }
}
