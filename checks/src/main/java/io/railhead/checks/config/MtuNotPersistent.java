package io.railhead.checks.config;

import com.google.auto.service.AutoService;
import io.railhead.checks.Check;
import io.railhead.checks.Explanation;
import io.railhead.checks.Outcomes;
import io.railhead.checks.Situation;
import io.railhead.checks.Survey;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.NetInterface;
import io.railhead.model.fact.NetplanFile;
import io.railhead.model.fact.NetplanInterface;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;

/// A rail's MTU is live but not in netplan: the next reboot changes it.
@AutoService(Check.class)
public final class MtuNotPersistent implements Check {

    @Override
    public String code() {
        return "mtu-not-persistent";
    }

    @Override
    public Explanation explanation() {
        return new Explanation(
                """
                A rail's MTU is right now, but netplan sets another one or none.
                """,
                """
                All is well until the next reboot; then the port comes up with 1500.
                """,
                """
                Set by hand (`ip link set mtu`), by a one-shot unit, or the netplan file was not
                changed.
                """,
                """
                  railhead plan        # writes /etc/netplan/60-railhead-rails.yaml
                  railhead apply
                """,
                """
                  netplan get ethernets.IFNAME.mtu
                  railhead check --only mtu-not-persistent
                """);
    }

    @Override
    public Set<Class<? extends Fact>> needs() {
        return Set.of(NetplanFile.class, NetplanInterface.class, NetInterface.class);
    }

    @Override
    public void run(Situation situation, Outcomes out) {
        Survey survey = new Survey(this, situation, out);
        for (Survey.Port port : Netplan.kept(survey)) {
            List<NetplanInterface> written = Netplan.of(survey, port);
            OptionalInt mtu =
                    written.stream().flatMapToInt(i -> i.mtu().stream()).reduce((a, b) -> b);
            int after = mtu.orElse(1500);
            if (port.live().mtu() == port.wanted().mtu() && after != port.live().mtu()) {
                survey.warning(port.subject())
                        .says(
                                "MTU is "
                                        + port.live().mtu()
                                        + " now, and "
                                        + after
                                        + " after the next reboot"
                                        + (mtu.isPresent() ? "" : ": netplan sets none"))
                        .because("set by hand or by a unit; netplan was not told")
                        .fix("`railhead plan`, then `railhead apply`")
                        .cites(port.live(), "mtu")
                        .cites(Netplan.proof(survey, port))
                        .report();
            }
        }
    }
}
