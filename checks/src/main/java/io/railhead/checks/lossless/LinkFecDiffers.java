package io.railhead.checks.lossless;

import com.google.auto.service.AutoService;
import io.railhead.checks.Check;
import io.railhead.checks.Explanation;
import io.railhead.checks.Outcomes;
import io.railhead.checks.Situation;
import io.railhead.checks.Survey;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.LldpAnnouncement;
import io.railhead.model.fact.NetInterface;
import io.railhead.model.fact.PfcState;
import io.railhead.model.fact.PortFec;
import io.railhead.model.fact.SwitchPort;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/// The ends of a cable correct errors by different codes.
@AutoService(Check.class)
public final class LinkFecDiffers implements Check {

    @Override
    public String code() {
        return "link-fec-differs";
    }

    @Override
    public Explanation explanation() {
        return new Explanation(
                """
                The host's end of a cable uses another forward error correction (FEC) than the
                switch's end.
                """,
                """
                The link stays down although both ends see light or signal, or it comes up and
                counts bit errors and flaps.
                """,
                """
                One end negotiates or defaults to RS-FEC, the other was fixed to another code or
                to none, often after a change of cable or module.
                """,
                """
                  ethtool --set-fec IFNAME encoding rs
                and the same on the switch port; or leave both to auto-negotiation.
                """,
                """
                  ethtool --show-fec IFNAME        # the active encoding is that of the switch port
                """);
    }

    @Override
    public Set<Class<? extends Fact>> needs() {
        return Set.of(
                LldpAnnouncement.class,
                NetInterface.class,
                PfcState.class,
                PortFec.class,
                SwitchPort.class);
    }

    @Override
    public void run(Situation situation, Outcomes out) {
        Survey survey = new Survey(this, situation, out);
        List<LinkEnds.Ends> cables = LinkEnds.of(situation.facts(), situation.wanted());
        if (cables.isEmpty() && situation.wanted().map(c -> !c.switches().isEmpty()).orElse(true)) {
            survey.notChecked("", "no cable of which both ends, host and switch, were read");
        }
        for (LinkEnds.Ends ends : cables) {
            Optional<SwitchPort> leaf = LinkEnds.leaf(situation.facts(), ends);
            Optional<PortFec> nic =
                    situation.facts().of(ends.host(), PortFec.class).stream()
                            .filter(f -> f.interfaceName().equals(ends.hostPort()))
                            .findFirst();
            if (nic.isEmpty() || leaf.flatMap(SwitchPort::fec).isEmpty()) {
                survey.notChecked(
                        LinkEnds.subject(ends),
                        "FEC of the "
                                + (nic.isEmpty() ? "host's" : "switch's")
                                + " end was not read");
                continue;
            }
            Optional<String> here = nic.flatMap(PortFec::active).flatMap(LinkFecDiffers::kind);
            Optional<String> there = leaf.flatMap(SwitchPort::fec).flatMap(f -> kind(f.value()));
            if (here.isEmpty() || there.isEmpty() || here.equals(there)) continue;
            survey.error(LinkEnds.subject(ends))
                    .says(
                            "the host's end uses FEC "
                                    + here.get()
                                    + ", the switch's end "
                                    + there.get())
                    .because("one end is fixed to a code that the other does not use")
                    .fix("`ethtool --set-fec " + ends.hostPort() + " encoding " + there.get() + "`")
                    .cites(nic.get())
                    .cites(leaf.get().fec().get().source())
                    .explains("link-flapping", "link-high-ber", "link-no-carrier")
                    .report();
        }
    }

    /// `rs`, `baser`, `off`; empty for `auto`, which says nothing of what is in force.
    private static Optional<String> kind(String words) {
        String w = words.toLowerCase(Locale.ROOT);
        if (w.contains("rs")) return Optional.of(w.contains("ll") ? "llrs" : "rs");
        if (w.startsWith("fc") || w.contains("baser") || w.contains("fire"))
            return Optional.of("baser");
        if (w.equals("off") || w.equals("none") || w.startsWith("disabled"))
            return Optional.of("off");
        return Optional.empty();
    }
}
