package io.railhead.checks.host;

import io.railhead.checks.Survey;
import io.railhead.model.Severity;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.LimitSetting;
import io.railhead.model.fact.LoginPath;
import io.railhead.model.fact.ProcessRights;
import io.railhead.model.fact.SessionLimit;
import io.railhead.model.intent.Cluster;
import io.railhead.model.intent.Host;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Why a session has less than is wanted, and what would really help: a line that is not there is
/// to be written; one that is there and had no effect is held up by sshd, by PAM, or by the kernel,
/// and writing it again would be a circle.
///
/// @param severity of the finding
/// @param cause what is in the way
/// @param fix the next step
/// @param cites what it is seen from, besides the limit
record LoginLimit(Severity severity, String cause, String fix, List<Fact> cites) {

    /// What is wanted of a limit.
    ///
    /// @param type `soft` or `hard`, whichever is too low
    /// @param least as limits.conf counts it; `Long.MAX_VALUE` for unlimited
    /// @param value as limits.conf writes it
    /// @param severity when the way there is open
    /// @param cause in that case
    record Wanted(
            String item, String type, long least, String value, Severity severity, String cause) {}

    static LoginLimit of(Survey survey, String machine, SessionLimit is, Wanted wanted) {
        List<LimitSetting> lines =
                survey.facts().of(machine, LimitSetting.class).stream()
                        .filter(l -> l.item().equals(wanted.item()))
                        .toList();
        Optional<LimitSetting> line = counts(survey, machine, lines, wanted.type());
        if (line.isEmpty() || number(line.get().value()) < wanted.least()) {
            return new LoginLimit(
                    wanted.severity(),
                    wanted.cause(),
                    LimitFiles.fix(survey, machine, wanted.item(), wanted.value()),
                    List.copyOf(lines));
        }
        return held(survey, machine, is, wanted, line.get());
    }

    /// The line that pam_limits goes by: one of the user's own before one for all, the last of
    /// each. `*` does not stand for root, pam_limits(8).
    private static Optional<LimitSetting> counts(
            Survey survey, String machine, List<LimitSetting> lines, String type) {
        Optional<String> user = survey.host(machine).flatMap(h -> h.login().user());
        List<LimitSetting> of =
                lines.stream().filter(l -> l.type().equals("-") || l.type().equals(type)).toList();
        Optional<LimitSetting> own =
                of.stream()
                        .filter(l -> user.filter(u -> l.domain().equals(u)).isPresent())
                        .reduce((a, b) -> b);
        return own.or(
                () ->
                        of.stream()
                                .filter(l -> l.domain().equals("*") || user.isEmpty())
                                .filter(l -> user.filter("root"::equals).isEmpty())
                                .reduce((a, b) -> b));
    }

    private static LoginLimit held(
            Survey survey, String machine, SessionLimit is, Wanted wanted, LimitSetting line) {
        List<Fact> cites = new ArrayList<>(List.of(line));
        String stands = line.file() + " says " + line.value() + " for " + line.domain() + ", and ";
        List<LoginPath> way = survey.facts().of(machine, LoginPath.class);
        Optional<LoginPath> usePam =
                way.stream().filter(p -> p.item().equals("UsePAM")).findFirst();
        if (usePam.filter(p -> p.value().equals("no")).isPresent()) {
            cites.add(usePam.get());
            return new LoginLimit(
                    wanted.severity(),
                    stands + "sshd does not go through PAM, which reads that file",
                    "`UsePAM yes` in " + usePam.get().file() + ", restart sshd, then log in anew",
                    cites);
        }
        Optional<LoginPath> pam =
                way.stream().filter(p -> p.item().equals("pam_limits")).findFirst();
        if (usePam.isPresent() && pam.isEmpty()) {
            cites.add(usePam.get());
            return new LoginLimit(
                    wanted.severity(),
                    stands + "PAM does not call pam_limits for sshd, which reads that file",
                    "`session required pam_limits.so` in /etc/pam.d/sshd, then log in anew",
                    cites);
        }
        Optional<ProcessRights> rights =
                survey.facts().of(machine, ProcessRights.class).stream().findFirst();
        boolean above = number(is.hard()) < number(wanted.value(), wanted.item());
        if (above && rights.filter(r -> !r.mayRaiseLimits()).isPresent()) {
            cites.add(rights.get());
            return confined(survey, machine, is, stands, rights.get(), cites);
        }
        pam.ifPresent(cites::add);
        return new LoginLimit(
                wanted.severity(),
                stands
                        + "this session did not get it: it is from before that line, sshd is, or"
                        + " pam_limits failed",
                "log in anew; if it stays so, restart sshd, log in, and ask"
                        + " `journalctl -t sshd -g pam_limits` why",
                cites);
    }

    /// Nothing inside can help.
    private static LoginLimit confined(
            Survey survey,
            String machine,
            SessionLimit is,
            String stands,
            ProcessRights rights,
            List<Fact> cites) {
        boolean lab = survey.wanted().filter(Cluster::lab).isPresent();
        String cause =
                stands
                        + (rights.ownUsers()
                                ? "root of this host is an ordinary user outside (user namespace)"
                                : "no process of this host has the capability CAP_SYS_RESOURCE")
                        + ": nothing in it can raise a limit above the "
                        + is.hard()
                        + " that it was started with";
        String fix =
                lab
                        ? "none on this host: a lab host has no more rights than the machine that"
                                + " `lab up` ran on; start that with the limit, or leave it out of"
                                + " the lab's intent"
                        : "raise it where this host is started, not in it: `docker run --ulimit "
                                + is.item()
                                + "=…`, LimitMEMLOCK= or LimitNOFILE= of the unit that starts"
                                + " the container, or give it CAP_SYS_RESOURCE; then start it anew";
        return new LoginLimit(lab ? Severity.INFO : Severity.WARNING, cause, fix, cites);
    }

    /// As limits.conf counts; `Long.MAX_VALUE` for unlimited, 0 for what is no number.
    static long number(String value) {
        return switch (value) {
            case "unlimited", "infinity", "-1" -> Long.MAX_VALUE;
            default -> value.matches("\\d{1,18}") ? Long.parseLong(value) : 0;
        };
    }

    /// As `/proc/self/limits` counts: memory in bytes.
    private static long number(String value, String item) {
        long n = number(value);
        return item.equals("memlock") && n < Long.MAX_VALUE / 1024 ? n * 1024 : n;
    }

    /// What the intent wants of an item, when it says so.
    static Optional<String> asked(Optional<Host> host, String item) {
        return host.map(Host::policy)
                .flatMap(
                        p ->
                                item.equals("memlock")
                                        ? p.memlock()
                                        : Optional.ofNullable(p.launch().limits().get(item)));
    }
}
