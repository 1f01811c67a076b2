package io.railhead.checks.rdma;

import com.google.auto.service.AutoService;
import io.railhead.checks.Check;
import io.railhead.checks.Explanation;
import io.railhead.checks.Outcomes;
import io.railhead.checks.Situation;
import io.railhead.checks.Survey;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.RdmaLink;
import io.railhead.model.fact.RdmaNetdev;
import io.railhead.model.fact.RdmaSubsystem;
import io.railhead.model.fact.RdmaSysfs;
import io.railhead.model.intent.Host;
import io.railhead.model.intent.RailPort;
import io.railhead.model.intent.RdmaPort;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/// An RDMA device that the intent wants is not there.
@AutoService(Check.class)
public final class RdmaDeviceMissing implements Check {

    @Override
    public String code() {
        return "rdma-device-missing";
    }

    @Override
    public Explanation explanation() {
        return new Explanation(
                """
                An RDMA device that cluster.yaml names, or one behind a lossless rail's port, is
                not on the host.
                """,
                """
                `rdma link` does not list it; NCCL says "NET/IB : No device found" and falls
                back to TCP sockets.
                """,
                """
                The driver's RDMA half is not loaded (mlx5_ib, ib_uverbs), the kernel has no
                RDMA subsystem, the device has another name (mlx5_0 or rocep1s0f0, by udev's
                naming), or it is a virtual function without RoCE.
                """,
                """
                  rdma link
                  lspci -nn | grep -i mellanox
                  modprobe mlx5_ib ib_uverbs
                Another name: correct `rdma:` in cluster.yaml; names follow
                /usr/lib/udev/rules.d/60-rdma-persistent-naming.rules.
                """,
                """
                  rdma link show DEVICE/1
                  railhead check --only rdma-device-missing
                """);
    }

    @Override
    public Set<Class<? extends Fact>> needs() {
        return Set.of(RdmaLink.class, RdmaNetdev.class, RdmaSysfs.class, RdmaSubsystem.class);
    }

    @Override
    public void run(Situation situation, Outcomes out) {
        Survey survey = new Survey(this, situation, out);
        if (survey.wanted().isEmpty()) {
            survey.notChecked("", "there is no cluster.yaml to hold the evidence against");
            return;
        }
        for (Host host : survey.wanted().get().hosts()) {
            if (!survey.facts().machines().contains(host.name()) || !Rdma.wanted(survey, host)) {
                continue;
            }
            host(survey, host);
        }
    }

    private static void host(Survey survey, Host host) {
        String machine = host.name();
        Map<String, Fact> devices = new TreeMap<>();
        survey.facts().of(machine, RdmaSysfs.class).forEach(d -> devices.put(d.device(), d));
        survey.facts().of(machine, RdmaLink.class).forEach(d -> devices.put(d.device(), d));
        Optional<RdmaSubsystem> subsystem = survey.facts().first(machine, RdmaSubsystem.class);
        if (devices.isEmpty() && subsystem.isEmpty()) {
            survey.notChecked(machine, survey.why(machine, RdmaLink.class));
            return;
        }
        boolean none = subsystem.filter(s -> !s.present()).isPresent();
        // Where some rails name their device, the others are meant without.
        boolean named = host.rails().stream().anyMatch(p -> p.rdma().isPresent());
        for (RailPort port : host.rails()) {
            boolean there =
                    port.rdma().isPresent()
                            ? devices.containsKey(port.rdma().get().device())
                            : named
                                    || Rdma.behind(survey.facts(), machine, port.interfaceName())
                                            .isPresent();
            if (!there) {
                report(survey, host, port, devices, subsystem, none);
            }
        }
    }

    private static void report(
            Survey survey,
            Host host,
            RailPort port,
            Map<String, Fact> devices,
            Optional<RdmaSubsystem> subsystem,
            boolean none) {
        String name = port.rdma().map(RdmaPort::device).orElse("");
        String names = String.join(", ", devices.keySet());
        Fact read =
                devices.isEmpty() ? subsystem.orElseThrow() : devices.values().iterator().next();
        survey.error(host.name() + " " + (name.isEmpty() ? port.interfaceName() : name))
                .says(
                        name.isEmpty()
                                ? "no RDMA device stands behind " + port.interfaceName()
                                : "there is no RDMA device " + name + " for " + port.rail())
                .because(
                        none
                                ? "the kernel has no RDMA subsystem"
                                : devices.isEmpty()
                                        ? "no RDMA device at all: mlx5_ib is not loaded, or there is"
                                                + " no such card"
                                        : "the host has " + names)
                .fix(
                        none
                                ? "a kernel with RDMA (linux-image-generic), or `modprobe ib_core"
                                        + " mlx5_ib ib_uverbs`"
                                : "`modprobe mlx5_ib`; another name: correct `rdma:` of "
                                        + port.rail()
                                        + " in the intent")
                .cites(
                        survey.lacking(
                                read,
                                "no " + (name.isEmpty() ? "device" : name) + " among: " + names))
                .cites(survey.intent(host, host.name() + ": " + port.rail() + " rdma " + name))
                .explains(
                        "rdma-port-down",
                        "roce-gid-missing",
                        "hca-set-differs-between-nodes",
                        "roce-wrong-gid-index")
                .report();
    }
}
