package io.railhead.checks.link;

import com.google.auto.service.AutoService;
import io.railhead.checks.Check;
import io.railhead.checks.Explanation;
import io.railhead.checks.Outcomes;
import io.railhead.checks.Situation;
import io.railhead.checks.Survey;
import io.railhead.model.fact.EthtoolLink;
import io.railhead.model.fact.Fact;
import java.util.Set;

/// A link runs at half duplex.
@AutoService(Check.class)
public final class HalfDuplex implements Check {

    @Override
    public String code() {
        return "half-duplex";
    }

    @Override
    public Explanation explanation() {
        return new Explanation(
                """
                A link runs at half duplex: it cannot send and receive at once.
                """,
                """
                Throughput far below the line rate with collisions and late collisions counted;
                pause frames and PFC do not work at all.
                """,
                """
                One end has auto-negotiation off, so that the other falls back to half duplex.
                """,
                """
                Switch auto-negotiation on at both ends (or fix speed and duplex at both):
                  ethtool -s IFNAME autoneg on
                """,
                """
                  ethtool IFNAME | grep -e Duplex -e Speed
                  railhead check --only half-duplex
                """);
    }

    @Override
    public Set<Class<? extends Fact>> needs() {
        return Set.of(EthtoolLink.class);
    }

    @Override
    public void run(Situation situation, Outcomes out) {
        Survey survey = new Survey(this, situation, out);
        for (String machine : survey.machines(EthtoolLink.class)) {
            for (EthtoolLink link : survey.facts().of(machine, EthtoolLink.class)) {
                if (link.duplex().filter("Half"::equalsIgnoreCase).isPresent()) {
                    survey.error(machine + " " + link.interfaceName())
                            .says(
                                    "the link runs at half duplex"
                                            + link.speed().map(s -> ", " + s).orElse(""))
                            .because(
                                    link.autoNegotiation().orElse(true)
                                            ? "the other end does not negotiate, so this end fell"
                                                    + " back to half duplex"
                                            : "auto-negotiation is off at this end")
                            .fix(
                                    "`ethtool -s "
                                            + link.interfaceName()
                                            + " autoneg on`, and the same at the other end")
                            .cites(link)
                            .explains("link-speed-below-expected")
                            .report();
                }
            }
        }
    }
}
