package io.railhead.checks.rdma;

import com.google.auto.service.AutoService;
import io.railhead.checks.Check;
import io.railhead.checks.Explanation;
import io.railhead.checks.Outcomes;
import io.railhead.checks.Situation;
import io.railhead.checks.Survey;
import io.railhead.checks.Totals;
import io.railhead.checks.lossless.LinkEnds;
import io.railhead.model.Severity;
import io.railhead.model.fact.CounterRise;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.LldpAnnouncement;
import io.railhead.model.fact.NetInterface;
import io.railhead.model.fact.NicCounters;
import io.railhead.model.fact.PauseParameters;
import io.railhead.model.fact.Stated;
import io.railhead.model.fact.SwitchPort;
import io.railhead.model.intent.Cluster;
import io.railhead.model.intent.Host;
import io.railhead.model.intent.Lossless;
import io.railhead.model.intent.RailPort;
import io.railhead.model.intent.Switch;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Global pause is on where a lossless class is wanted.
@AutoService(Check.class)
public final class GlobalPauseInsteadOfPfc implements Check {

    @Override
    public String code() {
        return "global-pause-instead-of-pfc";
    }

    @Override
    public Explanation explanation() {
        return new Explanation(
                """
                802.3x (global) pause is on, on a port where a lossless class by PFC is wanted.
                """,
                """
                Whole-link pause frames are counted (rx_pause_ctrl_phy, rx_global_pause) and
                none of the priority; every class stops when one is congested, TCP and CNPs too.
                """,
                """
                It is the driver's default, or somebody took "flow control on" for the same
                thing. The two exclude each other: with both on, a switch or card uses global
                pause, and PFC is not in force.
                """,
                """
                  ethtool -A IFNAME autoneg off rx off tx off
                  mlnx_qos -i IFNAME --pfc 0,0,0,1,0,0,0,0      # position 3 for priority 3
                and `no flowcontrol send/receive` on the switch port. It is lost at reboot: put
                it into a unit.
                """,
                """
                  ethtool -a IFNAME        # RX off, TX off
                  railhead check --only global-pause-instead-of-pfc
                """);
    }

    @Override
    public Set<Class<? extends Fact>> needs() {
        return Set.of(
                CounterRise.class,
                LldpAnnouncement.class,
                NetInterface.class,
                NicCounters.class,
                PauseParameters.class,
                SwitchPort.class);
    }

    @Override
    public boolean settles(Cluster wanted) {
        return wanted.lossless().isPresent();
    }

    @Override
    public void run(Situation situation, Outcomes out) {
        Survey survey = new Survey(this, situation, out);
        if (survey.wanted().flatMap(Cluster::lossless).isEmpty() && survey.wanted().isPresent()) {
            return;
        }
        survey.wanted().ifPresent(c -> c.hosts().forEach(h -> counted(h, survey)));
        survey.wanted()
                .ifPresent(c -> c.switches().forEach(s -> ofSwitch(s, ports(survey, c), survey)));
        for (Host host : survey.hosts(PauseParameters.class, h -> !h.rails().isEmpty())) {
            for (RailPort port : host.rails()) {
                for (PauseParameters p : survey.facts().of(host.name(), PauseParameters.class)) {
                    boolean on = p.rx().orElse(false) || p.tx().orElse(false);
                    if (p.interfaceName().equals(port.interfaceName()) && p.supported() && on) {
                        int priority =
                                survey.wanted()
                                        .flatMap(Cluster::lossless)
                                        .map(Lossless::priority)
                                        .orElse(3);
                        survey.error(host.name() + " " + p.interfaceName())
                                .says(
                                        "global pause is on (RX "
                                                + word(p.rx())
                                                + ", TX "
                                                + word(p.tx())
                                                + ") where PFC of priority "
                                                + priority
                                                + " is wanted")
                                .because(
                                        "the driver's default, or set by hand; global pause and PFC"
                                                + " exclude each other")
                                .fix(
                                        "`ethtool -A "
                                                + p.interfaceName()
                                                + " autoneg off rx off tx off`, and no flowcontrol"
                                                + " on the switch port")
                                .cites(p)
                                .explains(
                                        "switch-config-drift",
                                        "roce-lossy-no-pfc",
                                        "pfc-config-not-applied",
                                        "pfc-not-negotiated",
                                        "pfc-one-side-only")
                                .report();
                    }
                }
            }
        }
    }

    /// 802.3x pause that a host's port has counted; fewer come when a link comes up.
    private static final long FEW = 100;

    private static void counted(Host host, Survey survey) {
        for (NicCounters c : survey.facts().of(host.name(), NicCounters.class)) {
            if (host.rails().stream().noneMatch(r -> r.interfaceName().equals(c.interfaceName())))
                continue;
            for (String name :
                    List.of(
                            "rx_pause_ctrl_phy",
                            "tx_pause_ctrl_phy",
                            "rx_global_pause",
                            "tx_global_pause")) {
                long frames = c.values().getOrDefault(name, 0L);
                // With PFC on, mlx5 counts its frames in the same counter of the port.
                long ofPfc =
                        c.values().entrySet().stream()
                                .filter(
                                        e ->
                                                e.getKey()
                                                        .matches(
                                                                name.substring(0, 2)
                                                                        + "_prio\\d_pause"))
                                .mapToLong(Map.Entry::getValue)
                                .sum();
                if (frames - ofPfc < FEW) continue;
                String port = c.interfaceName();
                boolean past = Totals.isPast(survey.facts(), host.name(), port, name);
                survey.draft(past ? Severity.INFO : Severity.WARNING, host.name() + " " + port)
                        .says(
                                "%,d frames of global (802.3x) pause were counted (%s), %s"
                                        .formatted(
                                                frames - ofPfc,
                                                name,
                                                Totals.words(
                                                        survey.facts(), host.name(), port, name)))
                        .because(
                                "one end pauses the whole link, or did: all classes stop, and PFC"
                                        + " is not in force beside it")
                        .fix(
                                "`ethtool -A "
                                        + c.interfaceName()
                                        + " autoneg off rx off tx off`, and no flowcontrol on the"
                                        + " switch port")
                        .cites(c, name)
                        .explains("switch-config-drift", "roce-lossy-no-pfc")
                        .report();
                break;
            }
        }
    }

    /// Ports of switches that are known to carry the class: `leaf1 Ethernet1/7`.
    private static Set<String> ports(Survey survey, Cluster wanted) {
        Set<String> ports = new HashSet<>();
        LinkEnds.intended(wanted).forEach(e -> ports.add(e.leaf() + " " + e.leafPort()));
        LinkEnds.of(survey.facts(), survey.wanted())
                .forEach(e -> ports.add(e.leaf() + " " + e.leafPort()));
        LinkEnds.between(survey.facts(), survey.wanted())
                .forEach(
                        e -> {
                            ports.add(e.host() + " " + e.hostPort());
                            ports.add(e.leaf() + " " + e.leafPort());
                        });
        return ports;
    }

    /// 802.3x pause as a switch port has it set (LLFC). Of a switch of which no port is known to
    /// carry the class, each may.
    private static void ofSwitch(Switch device, Set<String> used, Survey survey) {
        boolean any = used.stream().anyMatch(p -> p.startsWith(device.name() + " "));
        for (SwitchPort port : survey.facts().of(device.name(), SwitchPort.class)) {
            if (any && !used.contains(device.name() + " " + port.port())) continue;
            for (String way : List.of("flowcontrol receive", "flowcontrol send")) {
                Stated<String> stated = port.settings().get(way);
                if (stated == null || !stated.value().equals("on")) continue;
                survey.error(device.name() + " " + port.port())
                        .says("global pause is on (" + stated.words() + ") where PFC is wanted")
                        .because(
                                "set by hand, or by a guide that takes it for PFC; NX-OS takes"
                                        + " 802.3x where both are on, and PFC is out of force")
                        .fix("`no " + way + "` at the port: `railhead plan`")
                        .cites(stated.source())
                        .explains(
                                "switch-config-drift",
                                "roce-lossy-no-pfc",
                                "pfc-config-not-applied",
                                "pfc-not-negotiated",
                                "pfc-one-side-only")
                        .report();
                break;
            }
        }
    }

    private static String word(Optional<Boolean> on) {
        return on.map(b -> b ? "on" : "off").orElse("unknown");
    }
}
