package io.railhead.checks.link;

import com.google.auto.service.AutoService;
import io.railhead.checks.Check;
import io.railhead.checks.Explanation;
import io.railhead.checks.Outcomes;
import io.railhead.checks.Situation;
import io.railhead.checks.Survey;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.NetInterface;
import java.util.Set;

/// A rail's interface is switched off.
@AutoService(Check.class)
public final class InterfaceAdminDown implements Check {

    @Override
    public String code() {
        return "interface-admin-down";
    }

    @Override
    public Explanation explanation() {
        return new Explanation(
                """
                A rail's interface is administratively down: nobody has switched it on.
                """,
                """
                `ip -br link` shows the port as DOWN without the flag UP; no address answers on
                it; the RDMA port is DOWN / DISABLED.
                """,
                """
                Nothing configures the interface at boot (no netplan entry, or `optional`
                without address), a unit switches "unused" ports off, or somebody ran `ip link
                set ... down`.
                """,
                """
                  ip link set dev IFNAME up
                and make it last: `railhead plan` writes the rail's netplan file; look for units
                that switch ports off with `grep -rl 'link set' /etc/systemd/system
                /usr/local/bin`.
                """,
                """
                  ip -br link show IFNAME
                  railhead check --only interface-admin-down
                """);
    }

    @Override
    public Set<Class<? extends Fact>> needs() {
        return Set.of(NetInterface.class);
    }

    @Override
    public void run(Situation situation, Outcomes out) {
        Survey survey = new Survey(this, situation, out);
        for (Survey.Port port : survey.ports()) {
            if (!port.live().adminUp()) {
                survey.error(port.subject())
                        .says(port.wanted().rail() + "'s interface is switched off")
                        .because(
                                "the flag UP is not set: nothing brings the interface up, or"
                                        + " something took it down")
                        .fix(
                                "`ip link set dev "
                                        + port.live().name()
                                        + " up`; `railhead plan` makes it last over a reboot")
                        .cites(port.live(), "flags")
                        .explains(
                                "link-no-carrier",
                                "address-missing",
                                "neighbour-failed",
                                "rail-peer-unreachable",
                                "rdma-port-down",
                                "roce-gid-missing",
                                "spark-twin-interface-unused")
                        .report();
            }
        }
    }
}
