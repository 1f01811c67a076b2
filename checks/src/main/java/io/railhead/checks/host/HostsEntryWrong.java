package io.railhead.checks.host;

import com.google.auto.service.AutoService;
import io.railhead.checks.Addresses;
import io.railhead.checks.Check;
import io.railhead.checks.Explanation;
import io.railhead.checks.Outcomes;
import io.railhead.checks.Situation;
import io.railhead.checks.Survey;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.HostsEntry;
import io.railhead.model.fact.InterfaceAddress;
import io.railhead.model.fact.NetInterface;
import io.railhead.model.intent.Host;
import io.railhead.model.intent.RailPort;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// `/etc/hosts` of one machine gives another an address that it does not have.
@AutoService(Check.class)
public final class HostsEntryWrong implements Check {

    @Override
    public String code() {
        return "hosts-entry-wrong";
    }

    @Override
    public Explanation explanation() {
        return new Explanation(
                """
                A line of /etc/hosts gives another host of the cluster an address that this host
                does not have.
                """,
                """
                ssh, mpirun and torchrun from this machine reach nobody, or somebody else: "No route
                to host", "Connection timed out", "host key verification failed"; from the other
                machines all is well.
                """,
                """
                The host got a new address, or the file was written for another network, and the
                line stayed. /etc/hosts goes before DNS (`hosts: files dns` in nsswitch.conf).
                """,
                """
                  getent hosts NAME
                Put the host's address in its place in /etc/hosts, alike on all machines.
                """,
                """
                  getent ahosts NAME        # an address that `ip addr` on NAME shows
                  railhead check --only hosts-entry-wrong
                """);
    }

    @Override
    public Set<Class<? extends Fact>> needs() {
        return Set.of(HostsEntry.class, NetInterface.class);
    }

    @Override
    public void run(Situation situation, Outcomes out) {
        Survey survey = new Survey(this, situation, out);
        for (String machine : survey.machines(HostsEntry.class)) {
            for (HostsEntry entry : survey.facts().of(machine, HostsEntry.class)) {
                if (entry.address().startsWith("127.") || entry.address().contains(":")) continue;
                for (String name : entry.names()) {
                    // Its own name is the business of other checks.
                    if (name.equals(machine) || !survey.facts().machines().contains(name)) continue;
                    List<String> has = addresses(survey, name);
                    if (has.isEmpty()
                            || has.stream().anyMatch(a -> Addresses.same(a, entry.address())))
                        continue;
                    String right =
                            survey.host(name)
                                    .map(Host::address)
                                    .filter(a -> a.matches("[0-9.]+"))
                                    .orElse(has.getFirst());
                    survey.error(machine + " -> " + name)
                            .says(
                                    "/etc/hosts says "
                                            + name
                                            + " is "
                                            + entry.address()
                                            + ", which "
                                            + name
                                            + " does not have")
                            .because(
                                    name
                                            + " has "
                                            + String.join(
                                                    ", ", has.subList(0, Math.min(4, has.size()))))
                            .fix(
                                    "on "
                                            + machine
                                            + " put "
                                            + right
                                            + " in its place: `sed -i 's/^"
                                            + entry.address().replace(".", "\\.")
                                            + "\\b/"
                                            + right
                                            + "/' /etc/hosts`")
                            .cites(entry, name)
                            .explains(
                                    "ssh-passwordless-missing",
                                    "nccl-connect-failed",
                                    "rdzv-host-not-local")
                            .report();
                }
            }
        }
    }

    /// What the machine itself says, and what the intent gives it: an address that it lost is
    /// another finding.
    private static List<String> addresses(Survey survey, String machine) {
        List<String> all = new ArrayList<>();
        for (NetInterface i : survey.facts().of(machine, NetInterface.class)) {
            i.addresses().stream()
                    .filter(a -> a.scope().equals("global") && !a.address().contains(":"))
                    .map(InterfaceAddress::address)
                    .forEach(all::add);
        }
        if (all.isEmpty()) return all;
        survey.host(machine)
                .ifPresent(
                        h -> {
                            all.add(h.address());
                            h.rails().stream().map(RailPort::address).forEach(all::add);
                        });
        return all;
    }
}
