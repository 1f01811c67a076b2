package io.railhead.checks.lossless;

import com.google.auto.service.AutoService;
import io.railhead.checks.Check;
import io.railhead.checks.Explanation;
import io.railhead.checks.Outcomes;
import io.railhead.checks.Situation;
import io.railhead.checks.Survey;
import io.railhead.model.fact.End;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.LldpAnnouncement;
import io.railhead.model.fact.NetInterface;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// A cable leads to another port than the intent says.
@AutoService(Check.class)
public final class CableNotAsIntended implements Check {

    @Override
    public String code() {
        return "cable-not-as-intended";
    }

    @Override
    public Explanation explanation() {
        return new Explanation(
                """
                A port hears another neighbour (LLDP) than cluster.yaml has at its other end.
                """,
                """
                Traffic of a rail crosses to another switch, or lands in a port that was set up for
                something else; everything works, slower or with loss.
                """,
                """
                Two cables were exchanged, or the intent was written from an old plan.
                """,
                """
                Move the cable, or correct `links` and `switch-port` in cluster.yaml:
                  lldpcli show neighbors            # at the host
                  show lldp neighbors               # at the switch
                """,
                """
                  railhead check --only cable-not-as-intended
                """);
    }

    @Override
    public Set<Class<? extends Fact>> needs() {
        return Set.of(LldpAnnouncement.class, NetInterface.class);
    }

    @Override
    public void run(Situation situation, Outcomes out) {
        Survey survey = new Survey(this, situation, out);
        if (situation.wanted().isEmpty()) {
            survey.notChecked("", "there is no cluster.yaml to hold the evidence against");
            return;
        }
        List<LinkEnds.Ends> intended = LinkEnds.intended(situation.wanted().get());
        List<LinkEnds.Ends> heard = LinkEnds.heard(situation.facts());
        Set<LinkEnds.Ends> told = new HashSet<>();
        for (LinkEnds.Ends want : intended) {
            List<LinkEnds.Ends> other = heard.stream().filter(h -> h.sharesAnEnd(want)).toList();
            if (other.isEmpty() || other.contains(want)) continue;
            LinkEnds.Ends is = other.getFirst();
            if (!told.add(is)) continue;
            survey.error(want.host() + " " + want.hostPort())
                    .says(
                            "the cable of "
                                    + LinkEnds.subject(want)
                                    + " is heard as "
                                    + LinkEnds.subject(is))
                    .because("cables were exchanged, or the intent is not up to date")
                    .fix("move the cable, or correct cluster.yaml (`switch-port`, `links`)")
                    .cites(announcement(situation, is).stream().toList())
                    .report();
        }
    }

    private static Optional<LldpAnnouncement> announcement(Situation s, LinkEnds.Ends is) {
        for (String machine : List.of(is.leaf(), is.host())) {
            for (LldpAnnouncement a : s.facts().of(machine, LldpAnnouncement.class)) {
                boolean port = a.port().equals(is.leafPort()) || a.port().equals(is.hostPort());
                if (a.end() == End.PEER && port) return Optional.of(a);
            }
        }
        return Optional.empty();
    }
}
