package io.railhead.checks.link;

import com.google.auto.service.AutoService;
import io.railhead.checks.Addresses;
import io.railhead.checks.Check;
import io.railhead.checks.Draft;
import io.railhead.checks.Explanation;
import io.railhead.checks.Outcomes;
import io.railhead.checks.ShownTwice;
import io.railhead.checks.Situation;
import io.railhead.checks.Survey;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.HostName;
import io.railhead.model.fact.InterfaceAddress;
import io.railhead.model.fact.NetInterface;
import io.railhead.model.fact.SshLogin;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Two machines have the same IP address.
@AutoService(Check.class)
public final class DuplicateAddress implements Check {

    @Override
    public String code() {
        return "duplicate-ip";
    }

    @Override
    public Explanation explanation() {
        return new Explanation(
                """
                Two machines have the same IP address.
                """,
                """
                Connections to the address reach now one, now the other; `arping` gets two MACs;
                ssh complains of a changed host key; a job's rank talks to the wrong host.
                """,
                """
                An image or network file was copied from one host to the next without changing
                the address.
                """,
                """
                Correct the address on the wrong one:
                  railhead plan
                  railhead apply
                By hand: `ip addr del ADDRESS/PREFIX dev IFNAME` and the file under
                /etc/netplan.
                """,
                """
                  arping -c 3 -D -I IFNAME ADDRESS      # from a third host: exactly one answers
                  railhead check --only duplicate-ip
                """);
    }

    @Override
    public Set<Class<? extends Fact>> needs() {
        return Set.of(HostName.class, NetInterface.class, SshLogin.class);
    }

    @Override
    public void run(Situation situation, Outcomes out) {
        Survey survey = new Survey(this, situation, out);
        Map<String, List<Holder>> holders = new LinkedHashMap<>();
        for (String machine : survey.machines(NetInterface.class)) {
            for (NetInterface i : survey.facts().of(machine, NetInterface.class)) {
                // `ip -br` tells no kind.
                if (i.kind().equals("loopback")
                        || i.name().equals("lo")
                        || Addresses.isHostLocalBridge(i)) {
                    continue;
                }
                for (InterfaceAddress a : i.addresses()) {
                    if (a.scope().equals("global") && !a.address().startsWith("127.")) {
                        holders.computeIfAbsent(a.address(), k -> new ArrayList<>())
                                .add(new Holder(machine, i));
                    }
                }
            }
        }
        holders.forEach((address, of) -> judge(survey, address, of));
    }

    private record Holder(String machine, NetInterface port) {
        @Override
        public String toString() {
            return machine + " " + port.name();
        }
    }

    private static void judge(Survey survey, String address, List<Holder> holders) {
        List<String> machines = holders.stream().map(Holder::machine).distinct().toList();
        if (ShownTwice.without(survey.facts(), machines).size() < 2) {
            return;
        }
        Optional<Holder> right =
                holders.stream()
                        .filter(
                                h ->
                                        survey.host(h.machine()).stream()
                                                .flatMap(w -> w.rails().stream())
                                                .anyMatch(
                                                        p -> Addresses.same(p.address(), address)))
                        .findFirst();
        Draft draft =
                survey.error(
                                String.join(
                                                " <-> ",
                                                holders.stream()
                                                        .map(Holder::machine)
                                                        .distinct()
                                                        .toList())
                                        + " "
                                        + address)
                        .says(
                                address
                                        + " is on "
                                        + String.join(
                                                " and on ",
                                                holders.stream().map(Holder::toString).toList()))
                        .because(
                                right.map(h -> "by the intent it is " + h.machine() + "'s")
                                        .orElse("a network file copied from host to host"))
                        .fix(
                                "`railhead plan` and `railhead apply` give rail ports their own"
                                        + " address; take this one off the wrong host: `ip addr del "
                                        + address
                                        + "/PREFIX dev IFNAME` and its network file")
                        .explains(explained(survey, address));
        holders.forEach(h -> draft.cites(h.port(), address));
        draft.report();
    }

    /// Logins fail for many reasons: only one that was tried to this very address follows.
    private static String[] explained(Survey survey, String address) {
        List<String> codes =
                new ArrayList<>(
                        List.of(
                                "address-missing",
                                "address-extra",
                                "rail-peer-unreachable",
                                "neighbour-failed",
                                "host-unreachable"));
        boolean login =
                survey.facts().machines().stream()
                        .flatMap(m -> survey.facts().of(m, SshLogin.class).stream())
                        .anyMatch(l -> l.error().isPresent() && l.target().equals(address));
        if (login) codes.add("ssh-passwordless-missing");
        return codes.toArray(new String[0]);
    }
}
