package io.railhead.checks.link;

import com.google.auto.service.AutoService;
import io.railhead.checks.Check;
import io.railhead.checks.Draft;
import io.railhead.checks.Explanation;
import io.railhead.checks.Outcomes;
import io.railhead.checks.Situation;
import io.railhead.checks.Survey;
import io.railhead.model.Evidence;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.NetInterface;
import io.railhead.model.fact.PingResult;
import java.util.List;
import java.util.Set;

/// Packets of the rail's MTU are refused on the way, with a smaller MTU.
@AutoService(Check.class)
public final class PathMtuTooSmall implements Check {

    @Override
    public String code() {
        return "path-mtu-too-small";
    }

    @Override
    public Explanation explanation() {
        return new Explanation(
                """
                Packets as large as the rail's MTU are refused, by the sender itself or a
                router, with a smaller MTU.
                """,
                """
                `ping -M do -s 8972` says "message too long, mtu=1500" or "Frag needed and DF
                set (mtu = 1500)". TCP finds the smaller size by itself and runs slowly; RDMA
                does not.
                """,
                """
                "local error" means that the sender's own interface (or the route to the peer)
                has the smaller MTU. "Frag needed" comes from a router on the way; then the rail
                is routed, and its addresses or routes may be wrong.
                """,
                """
                  ip link show dev IFNAME
                  ip route get PEER                  # "mtu 1500" on the route? the right port?
                  ip route flush cache               # forget a learnt path MTU once it is mended
                  railhead plan
                """,
                """
                  ping -c 3 -M do -s 8972 PEER
                  railhead check --only path-mtu-too-small
                """);
    }

    @Override
    public Set<Class<? extends Fact>> needs() {
        return Set.of(PingResult.class, NetInterface.class);
    }

    @Override
    public void run(Situation situation, Outcomes out) {
        Survey survey = new Survey(this, situation, out);
        List<Paths.Path> paths = Paths.of(survey);
        Paths.untried(survey, paths);
        for (Paths.Failing f : Paths.failing(paths, Paths.State.REFUSED)) {
            Paths.Path first = f.paths().getFirst();
            int mtu = first.proof().reportedMtu().orElse(0);
            boolean own = isOwn(survey, first, mtu);
            Draft draft = survey.error(f.subject());
            draft.says(
                            "packets of "
                                    + Paths.packet(first)
                                    + " bytes are refused "
                                    + f.words()
                                    + "; the MTU reported is "
                                    + mtu)
                    .because(
                            own
                                    ? first.from()
                                            + "'s own interface, or its route to the peer, has MTU "
                                            + mtu
                                    : "a router on the way has a link of MTU "
                                            + mtu
                                            + ": the rail is routed, which back-to-back or"
                                            + " one-subnet rails are not")
                    .fix(
                            own
                                    ? "`railhead plan`, then `railhead apply` on "
                                            + first.from()
                                            + "; by hand: `ip link show` and `ip route get "
                                            + first.target().address()
                                            + "`"
                                    : "`ip route get "
                                            + first.target().address()
                                            + "` on "
                                            + first.from()
                                            + " and `tracepath -n "
                                            + first.target().address()
                                            + "` name the hop")
                    .cites(f.paths().stream().map(Paths.Path::proof).limit(3).toList(), "mtu");
            first.proof()
                    .error()
                    .ifPresent(
                            e ->
                                    draft.cites(
                                            new Evidence(first.proof().source().document(), 0, e)));
            draft.report();
        }
    }

    private static boolean isOwn(Survey survey, Paths.Path path, int mtu) {
        if (path.proof()
                .error()
                .filter(e -> e.contains("local") || e.contains("too long"))
                .isPresent()) {
            return true;
        }
        return survey.host(path.from())
                .flatMap(h -> h.rail(path.rail()))
                .flatMap(p -> survey.live(path.from(), p.interfaceName()))
                .filter(i -> i.mtu() == mtu)
                .isPresent();
    }
}
