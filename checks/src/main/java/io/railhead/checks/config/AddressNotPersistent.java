package io.railhead.checks.config;

import com.google.auto.service.AutoService;
import io.railhead.checks.Addresses;
import io.railhead.checks.Check;
import io.railhead.checks.Explanation;
import io.railhead.checks.Outcomes;
import io.railhead.checks.Situation;
import io.railhead.checks.Survey;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.InterfaceAddress;
import io.railhead.model.fact.NetInterface;
import io.railhead.model.fact.NetplanFile;
import io.railhead.model.fact.NetplanInterface;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// A rail's address is live but not in netplan: the next reboot loses it.
@AutoService(Check.class)
public final class AddressNotPersistent implements Check {

    @Override
    public String code() {
        return "address-not-persistent";
    }

    @Override
    public Explanation explanation() {
        return new Explanation(
                """
                A rail's address is on the port now, but no netplan file sets it.
                """,
                """
                All is well until the next reboot; then the rail has no address.
                """,
                """
                Added by hand (`ip addr add`), or the netplan file names another address or
                interface.
                """,
                """
                  railhead plan        # writes /etc/netplan/60-railhead-rails.yaml
                  railhead apply
                """,
                """
                  netplan get ethernets.IFNAME.addresses
                  railhead check --only address-not-persistent
                """);
    }

    @Override
    public Set<Class<? extends Fact>> needs() {
        return Set.of(NetplanFile.class, NetplanInterface.class, NetInterface.class);
    }

    private static boolean isKept(NetplanInterface i, Survey.Port port) {
        return i.addresses().stream()
                .map(a -> a.split("/", 2))
                .anyMatch(
                        a ->
                                a.length == 2
                                        && a[1].equals(
                                                Integer.toString(port.wanted().subnet().prefix()))
                                        && Addresses.same(a[0], port.wanted().address()));
    }

    /// Both addresses only where they differ, in their prefix or their writing.
    private static String told(InterfaceAddress live, Survey.Port port) {
        String there = live.address() + "/" + live.prefix();
        String wanted = port.wanted().cidr();
        return there + " is on the port" + (there.equals(wanted) ? ", and" : ", " + wanted);
    }

    @Override
    public void run(Situation situation, Outcomes out) {
        Survey survey = new Survey(this, situation, out);
        for (Survey.Port port : Netplan.kept(survey)) {
            Optional<InterfaceAddress> live =
                    port.live().addresses().stream()
                            .filter(a -> Addresses.same(a.address(), port.wanted().address()))
                            .findFirst();
            List<NetplanInterface> written = Netplan.of(survey, port);
            boolean kept = written.stream().anyMatch(i -> isKept(i, port));
            if (live.isPresent() && !kept) {
                List<String> others =
                        written.stream().flatMap(i -> i.addresses().stream()).toList();
                survey.warning(port.subject())
                        .says(
                                told(live.get(), port)
                                        + " in no netplan file"
                                        + (others.isEmpty() ? "" : "; written is " + others))
                        .because(
                                others.isEmpty()
                                        ? "added by hand; lost at the next reboot"
                                        : "the file has another address; it comes at the next reboot")
                        .fix("`railhead plan`, then `railhead apply`")
                        .cites(port.live(), port.wanted().address())
                        .cites(Netplan.proof(survey, port))
                        .report();
            }
        }
    }
}
