package io.railhead.checks.host;

import com.google.auto.service.AutoService;
import io.railhead.checks.Check;
import io.railhead.checks.Draft;
import io.railhead.checks.Explanation;
import io.railhead.checks.Outcomes;
import io.railhead.checks.Situation;
import io.railhead.checks.Survey;
import io.railhead.model.Severity;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.HostName;
import io.railhead.model.fact.HostsEntry;
import io.railhead.model.fact.NameResolution;
import io.railhead.model.intent.Host;
import io.railhead.model.intent.Job;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// A machine's own name resolves to a loopback address.
@AutoService(Check.class)
public final class HostnameLoopback implements Check {

    @Override
    public String code() {
        return "gloo-hostname-loopback";
    }

    @Override
    public Explanation explanation() {
        return new Explanation(
                """
                A machine's own name resolves to a loopback address (127.0.1.1 and the like).
                """,
                """
                Gloo and MPI tell the other ranks to connect to 127.0.1.1; they reach themselves
                or nothing: "Connection refused", a hang in rendezvous, or "gloo connectFullMesh
                failed".
                """,
                """
                Debian and Ubuntu write `127.0.1.1 NAME` into /etc/hosts at installation.
                Libraries that look up the own host name to learn the own address then learn a
                loopback one.
                """,
                """
                Put the management address in its place in /etc/hosts:
                  sed -i 's/^127\\.0\\.1\\.1.*/ADDRESS NAME/' /etc/hosts
                or name the interface to the job: GLOO_SOCKET_IFNAME=eth0, mpirun --mca
                btl_tcp_if_include eth0. cloud-init rewrites the line unless `manage_etc_hosts:
                false`.
                """,
                """
                  getent ahosts $(hostname)      # the first line is the machine's real address
                  railhead check --only gloo-hostname-loopback
                """);
    }

    @Override
    public Set<Class<? extends Fact>> needs() {
        return Set.of(HostName.class, NameResolution.class, HostsEntry.class);
    }

    @Override
    public void run(Situation situation, Outcomes out) {
        Survey survey = new Survey(this, situation, out);
        for (String machine : survey.machines(HostName.class)) {
            HostName own = survey.facts().first(machine, HostName.class).orElseThrow();
            List<NameResolution> looked =
                    survey.facts().of(machine, NameResolution.class).stream()
                            .filter(r -> isOwn(own, r.name()))
                            .toList();
            List<HostsEntry> lines =
                    survey.facts().of(machine, HostsEntry.class).stream()
                            .filter(e -> isLoopback(e.address()))
                            .filter(e -> e.names().stream().anyMatch(n -> isOwn(own, n)))
                            .toList();
            if (looked.isEmpty() && survey.facts().of(machine, HostsEntry.class).isEmpty()) {
                survey.notChecked(machine, survey.why(machine, NameResolution.class));
                continue;
            }
            Optional<NameResolution> loopback =
                    looked.stream()
                            .filter(r -> !r.addresses().isEmpty())
                            .filter(r -> isLoopback(r.addresses().getFirst()))
                            .findFirst();
            if (loopback.isPresent() || (looked.isEmpty() && !lines.isEmpty())) {
                report(survey, machine, own, loopback, lines);
            }
        }
    }

    private static boolean isOwn(HostName own, String name) {
        return !name.startsWith("localhost")
                && (name.equalsIgnoreCase(own.name())
                        || own.fqdn().filter(name::equalsIgnoreCase).isPresent());
    }

    private static boolean isLoopback(String address) {
        return address.startsWith("127.") || address.equals("::1");
    }

    private static void report(
            Survey survey,
            String machine,
            HostName own,
            Optional<NameResolution> loopback,
            List<HostsEntry> lines) {
        String address =
                loopback.map(r -> r.addresses().getFirst())
                        .orElseGet(() -> lines.getFirst().address());
        Optional<Job> hit =
                survey.wanted().stream()
                        .flatMap(c -> c.jobs().stream())
                        .filter(j -> j.hosts().size() > 1 && j.hosts().contains(machine))
                        .filter(j -> !j.environment().containsKey("GLOO_SOCKET_IFNAME"))
                        .findFirst();
        Draft draft =
                survey.draft(hit.isPresent() ? Severity.ERROR : Severity.WARNING, machine)
                        .says("the own name \"" + own.name() + "\" resolves to " + address)
                        .because(
                                (lines.isEmpty()
                                                ? "the name service says so"
                                                : "a line of /etc/hosts says so")
                                        + hit.map(
                                                        j ->
                                                                "; job "
                                                                        + j.name()
                                                                        + " runs on several hosts and"
                                                                        + " names no"
                                                                        + " GLOO_SOCKET_IFNAME")
                                                .orElse(""))
                        .fix(
                                "replace "
                                        + address
                                        + " by "
                                        + survey.host(machine)
                                                .map(Host::address)
                                                .orElse("the management address")
                                        + " in /etc/hosts, or set GLOO_SOCKET_IFNAME for jobs and"
                                        + " `--mca btl_tcp_if_include` for MPI");
        loopback.ifPresent(draft::cites);
        draft.cites(lines).report();
    }
}
