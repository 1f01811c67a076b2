package io.railhead.checks.link;

import com.google.auto.service.AutoService;
import io.railhead.checks.Check;
import io.railhead.checks.Explanation;
import io.railhead.checks.Outcomes;
import io.railhead.checks.Situation;
import io.railhead.checks.Survey;
import io.railhead.checks.lossless.LinkEnds;
import io.railhead.model.Bandwidth;
import io.railhead.model.Severity;
import io.railhead.model.fact.EthtoolLink;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.LldpAnnouncement;
import io.railhead.model.fact.NetInterface;
import io.railhead.model.fact.PfcState;
import io.railhead.model.fact.SwitchPort;
import io.railhead.model.intent.Link;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// A rail's port runs slower than wanted, or slower than its twins.
@AutoService(Check.class)
public final class LinkSpeedBelowExpected implements Check {

    @Override
    public String code() {
        return "link-speed-below-expected";
    }

    @Override
    public Explanation explanation() {
        return new Explanation(
                """
                A rail's port runs at a lower speed than cluster.yaml wants, or than the same
                port of its twins.
                """,
                """
                Bandwidth stops at the lower speed however it is tuned; collectives run at the
                pace of this port.
                """,
                """
                Auto-negotiation settled lower: a cable or module of a lower grade, a breakout,
                a switch port with a fixed speed, or FEC that does not match.
                """,
                """
                  ethtool IFNAME               # Speed, and what this end and the partner advertise
                  ethtool -m IFNAME            # what the cable is made for
                  ethtool --show-fec IFNAME
                Set the speed at both ends or exchange the cable; on the switch: `show interface
                NAME`.
                """,
                """
                  ethtool IFNAME | grep Speed
                  railhead check --only link-speed-below-expected
                """);
    }

    @Override
    public Set<Class<? extends Fact>> needs() {
        return Set.of(
                EthtoolLink.class,
                LldpAnnouncement.class,
                NetInterface.class,
                PfcState.class,
                SwitchPort.class);
    }

    @Override
    public void run(Situation situation, Outcomes out) {
        Survey survey = new Survey(this, situation, out);
        for (LinkEnds.Ends ends : LinkEnds.of(situation.facts(), situation.wanted())) {
            atSwitch(survey, situation, ends);
        }
        List<Running> seen = new ArrayList<>();
        for (Survey.Port port : survey.ports()) {
            if (!port.live().carrier()) {
                continue;
            }
            Optional<EthtoolLink> link =
                    survey.of(
                            port.machine(),
                            port.live().name(),
                            EthtoolLink.class,
                            e -> e.interfaceName().equals(port.live().name()));
            if (link.isPresent() && link.get().speed().isEmpty()) {
                survey.notChecked(port.subject(), "ethtool does not know the speed");
            } else {
                link.ifPresent(l -> seen.add(new Running(port, l, l.speed().orElseThrow())));
            }
        }
        for (Running s : seen) {
            Optional<Bandwidth> wanted = wanted(survey, s.port());
            if (wanted.isPresent()) {
                if (s.speed().compareTo(wanted.get()) < 0) {
                    report(survey, s, Severity.ERROR, "wanted " + wanted.get());
                }
            } else {
                twins(survey, s, seen);
            }
        }
    }

    /// Both ends of a line run at one speed; a switch port that is set to less holds the host down.
    private static void atSwitch(Survey survey, Situation situation, LinkEnds.Ends ends) {
        Optional<SwitchPort> leaf = LinkEnds.leaf(situation.facts(), ends);
        Optional<EthtoolLink> nic =
                situation.facts().of(ends.host(), EthtoolLink.class).stream()
                        .filter(e -> e.interfaceName().equals(ends.hostPort()))
                        .findFirst();
        if (leaf.isEmpty() || nic.isEmpty()) return;
        if (leaf.get().speed().isEmpty() || nic.get().speed().isEmpty()) return;
        Bandwidth theirs = leaf.get().speed().get().value();
        Bandwidth ours = nic.get().speed().get();
        if (ours.compareTo(theirs) == 0) return;
        survey.error(LinkEnds.subject(ends))
                .says("the host's end runs at " + ours + ", the switch's end at " + theirs)
                .because("one end is fixed to a speed that the other does not use")
                .fix("the same speed on both ends, or auto-negotiation on both")
                .cites(nic.get(), "Speed")
                .cites(leaf.get().speed().get().source())
                .report();
    }

    private record Running(Survey.Port port, EthtoolLink link, Bandwidth speed) {}

    private static Optional<Bandwidth> wanted(Survey survey, Survey.Port port) {
        return port.wanted()
                .speed()
                .or(
                        () ->
                                survey.wanted().stream()
                                        .flatMap(c -> c.links().stream())
                                        .filter(l -> isEnd(l.a(), port) || isEnd(l.b(), port))
                                        .flatMap(l -> l.speed().stream())
                                        .findFirst());
    }

    private static boolean isEnd(Link.End end, Survey.Port port) {
        return end.device().equals(port.machine())
                && end.port().equals(port.wanted().interfaceName());
    }

    private static void twins(Survey survey, Running s, List<Running> all) {
        List<Bandwidth> others =
                all.stream()
                        .filter(o -> o.port().wanted().rail().equals(s.port().wanted().rail()))
                        .filter(o -> o != s)
                        .map(Running::speed)
                        .toList();
        long faster = others.stream().filter(b -> b.compareTo(s.speed()) > 0).count();
        if (faster * 2 > others.size()) {
            Bandwidth theirs = others.stream().max(Comparator.naturalOrder()).orElseThrow();
            report(
                    survey,
                    s,
                    Severity.WARNING,
                    faster + " of " + others.size() + " twins on the rail run at up to " + theirs);
        }
    }

    private static void report(Survey survey, Running s, Severity severity, String against) {
        survey.draft(severity, s.port().subject())
                .says("the link runs at " + s.speed() + ", " + against)
                .because(
                        s.link().autoNegotiation().orElse(true)
                                ? "both ends agreed on this: cable or module of a lower grade, or a"
                                        + " port fixed to it at the other end"
                                : "auto-negotiation is off and the speed fixed at this end")
                .fix(
                        "`ethtool "
                                + s.link().interfaceName()
                                + "` shows what both ends offer, `ethtool -m "
                                + s.link().interfaceName()
                                + "` what the cable is made for; set the switch port's speed or"
                                + " change the cable")
                .cites(s.link())
                .report();
    }
}
