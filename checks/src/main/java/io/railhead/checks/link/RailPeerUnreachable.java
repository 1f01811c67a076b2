package io.railhead.checks.link;

import com.google.auto.service.AutoService;
import io.railhead.checks.Check;
import io.railhead.checks.Explanation;
import io.railhead.checks.Outcomes;
import io.railhead.checks.Situation;
import io.railhead.checks.Survey;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.PingResult;
import java.util.Set;

/// A host cannot reach a peer's address on a rail.
@AutoService(Check.class)
public final class RailPeerUnreachable implements Check {

    @Override
    public String code() {
        return "rail-peer-unreachable";
    }

    @Override
    public Explanation explanation() {
        return new Explanation(
                """
                A host gets no answer at all from a peer's address on a rail.
                """,
                """
                Every connection over the rail times out; NCCL and MPI hang at the start; `ip
                neigh` shows the peer as FAILED when they are in one subnet.
                """,
                """
                The link or the peer's port is down, the ports are in different VLANs, the peer
                has another address, or the packets leave through another port (`ip route get
                ADDRESS` tells).
                """,
                """
                  ip route get PEER          # which port does it leave through?
                  ip neigh show PEER         # was the peer's MAC found?
                  tcpdump -ni IFNAME arp     # on the peer: does the question arrive?
                Mend what comes before this finding first: a port that is down or an address
                that is missing.
                """,
                """
                  ping -c 3 -I OWN_ADDRESS PEER
                  railhead check --only rail-peer-unreachable
                """);
    }

    @Override
    public Set<Class<? extends Fact>> needs() {
        return Set.of(PingResult.class);
    }

    @Override
    public void run(Situation situation, Outcomes out) {
        Survey survey = new Survey(this, situation, out);
        for (Paths.Failing f : Paths.failing(Paths.of(survey), Paths.State.UNREACHABLE)) {
            Paths.Path first = f.paths().getFirst();
            survey.error(f.subject())
                    .says("no answer from " + first.target().address() + ", " + f.words())
                    .because(
                            first.proof()
                                    .error()
                                    .orElse(
                                            "not even a small packet is answered: link, VLAN,"
                                                    + " address or route"))
                    .fix(
                            "on "
                                    + first.from()
                                    + ": `ip route get "
                                    + first.target().address()
                                    + "`, `ip neigh show "
                                    + first.target().address()
                                    + "`; on "
                                    + first.to()
                                    + ": `ip -br addr show "
                                    + first.target().interfaceName()
                                    + "`")
                    .cites(
                            f.paths().stream().map(Paths.Path::proof).limit(4).toList(),
                            "transmitted")
                    .report();
        }
    }
}
