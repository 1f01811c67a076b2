package io.railhead.checks.link;

import com.google.auto.service.AutoService;
import io.railhead.checks.Check;
import io.railhead.checks.Explanation;
import io.railhead.checks.Outcomes;
import io.railhead.checks.Situation;
import io.railhead.checks.Survey;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.NetInterface;
import io.railhead.model.fact.Offloads;
import io.railhead.model.intent.Host;
import java.util.List;
import java.util.Set;

/// Segmentation or receive offload is switched off on a rail's port.
@AutoService(Check.class)
public final class TcpOffloadsOff implements Check {

    @Override
    public String code() {
        return "tcp-offloads-off";
    }

    @Override
    public Explanation explanation() {
        return new Explanation(
                """
                TCP segmentation or generic receive offload is switched off on a rail's port.
                """,
                """
                A single TCP stream stops at a few Gb/s with one core at 100 %; RDMA is not
                affected.
                """,
                """
                Switched off by an old tuning script, for packet captures, or by a bridge or
                macvlan set-up.
                """,
                """
                  ethtool -K IFNAME tso on gso on gro on
                """,
                """
                  ethtool -k IFNAME | grep -e tcp-segmentation-offload -e generic-
                  railhead check --only tcp-offloads-off
                """);
    }

    @Override
    public Set<Class<? extends Fact>> needs() {
        return Set.of(Offloads.class, NetInterface.class);
    }

    @Override
    public void run(Situation situation, Outcomes out) {
        Survey survey = new Survey(this, situation, out);
        for (Host host : survey.hosts(Offloads.class, h -> !h.rails().isEmpty())) {
            for (Offloads o : survey.facts().of(host.name(), Offloads.class)) {
                boolean virtual =
                        survey.live(host.name(), o.interfaceName())
                                .filter(i -> i.kind().equals("veth"))
                                .isPresent();
                if (host.port(o.interfaceName()).isEmpty() || virtual) {
                    continue;
                }
                List<String> off =
                        WANTED.stream()
                                .filter(f -> !o.features().getOrDefault(f, true))
                                .filter(f -> !o.fixed().contains(f))
                                .toList();
                if (!off.isEmpty()) {
                    survey.warning(host.name() + " " + o.interfaceName())
                            .says("switched off: " + String.join(", ", off))
                            .because("a tuning script, a capture, or a bridge set-up left it off")
                            .fix("`ethtool -K " + o.interfaceName() + " tso on gso on gro on`")
                            .cites(o, off.getFirst())
                            .report();
                }
            }
        }
    }

    private static final List<String> WANTED =
            List.of(
                    "tcp-segmentation-offload",
                    "generic-segmentation-offload",
                    "generic-receive-offload");
}
