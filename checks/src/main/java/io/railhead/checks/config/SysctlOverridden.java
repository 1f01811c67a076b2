package io.railhead.checks.config;

import com.google.auto.service.AutoService;
import io.railhead.checks.Check;
import io.railhead.checks.Draft;
import io.railhead.checks.Explanation;
import io.railhead.checks.Outcomes;
import io.railhead.checks.Situation;
import io.railhead.checks.Survey;
import io.railhead.model.Severity;
import io.railhead.model.Source;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.Sysctl;
import io.railhead.model.fact.SysctlSetting;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// A kernel setting in one file is overridden by a file that is read later.
@AutoService(Check.class)
public final class SysctlOverridden implements Check {
    /// Lines between a setting and the heading of its file.
    private static final int HEADING = 200;

    /// Files in /etc that packages of Debian and Ubuntu (procps, lxd) put there: defaults, meant
    /// to be overridden.
    private static final Set<String> DISTRIBUTION =
            Stream.of(
                            "bufferbloat",
                            "console-messages",
                            "ipv6-privacy",
                            "kernel-hardening",
                            "lxd-inotify",
                            "magic-sysrq",
                            "map-count",
                            "network-security",
                            "ptrace",
                            "zeropage")
                    .map(name -> "/etc/sysctl.d/10-" + name + ".conf")
                    .collect(Collectors.toUnmodifiableSet());

    @Override
    public String code() {
        return "sysctl-overridden";
    }

    @Override
    public Explanation explanation() {
        return new Explanation(
                """
                A kernel setting that an administrator wrote in one file is overridden by
                another file read later.
                """,
                """
                The value in the file looks right, the live value is another; after each reboot
                it is "wrong again".
                """,
                """
                Files are read in the order of their names over all directories (/etc, /run,
                /usr/lib), and the last one wins; /etc/sysctl.conf comes last of all.
                "100-x.conf" sorts before "99-x.conf".
                """,
                """
                See who wins:
                  systemd-analyze cat-config sysctl.d | grep -n -e '^# /' -e KEY
                Keep the setting in one file, with a name that sorts last, or delete the line
                that wins. `railhead plan` writes the keys of cluster.yaml to its own file and
                says when a later file would override it.
                """,
                """
                  sysctl --system 2>/dev/null | grep KEY | tail -1
                  railhead check --only sysctl-overridden
                """);
    }

    @Override
    public Set<Class<? extends Fact>> needs() {
        return Set.of(SysctlSetting.class, Sysctl.class);
    }

    @Override
    public void run(Situation situation, Outcomes out) {
        Survey survey = new Survey(this, situation, out);
        for (String machine : survey.machines(SysctlSetting.class)) {
            Map<String, String> policy =
                    survey.host(machine)
                            .map(h -> SysctlFiles.dotted(h.policy().sysctl()))
                            .orElse(Map.of());
            SysctlFiles.byKey(survey, machine)
                    .forEach((key, all) -> judge(survey, machine, key, all, policy));
        }
    }

    /// Quotes the line that names the file that wins: `* Applying PATH` of `sysctl --system`,
    /// `# PATH` of systemd-analyze.
    private static void heading(Survey survey, SysctlSetting wins, Draft draft) {
        Source at = wins.source();
        for (int n = at.firstLine() - 1; n > 0 && n > at.firstLine() - HEADING; n--) {
            String line = survey.facts().line(at.document(), n);
            if (!line.startsWith("* Applying ") && !line.endsWith(wins.file())) continue;
            if (line.contains(wins.file())) draft.cites(Source.line(at.document(), n));
            return;
        }
    }

    /// What a distribution ships is there to be overridden, but not where the file was shown by
    /// itself beside the order, and the value that runs was asked for: a package that needs it.
    private static boolean isAskedFor(
            Survey survey, String machine, SysctlSetting setting, List<SysctlSetting> inOrder) {
        SysctlSetting wins = inOrder.getLast();
        boolean twice =
                inOrder.stream()
                                .filter(s -> s.file().equals(setting.file()))
                                .filter(s -> SysctlFiles.same(s.value(), setting.value()))
                                .count()
                        > 1;
        return twice
                && !wins.file().startsWith("/etc/")
                && !wins.file().equals(setting.file())
                && running(survey, machine, setting.key()).stream()
                        .anyMatch(r -> SysctlFiles.same(r.value(), wins.value()));
    }

    private static List<Sysctl> running(Survey survey, String machine, String key) {
        return Optional.ofNullable(SysctlFiles.live(survey, machine).get(key)).stream().toList();
    }

    private static void judge(
            Survey survey,
            String machine,
            String key,
            List<SysctlSetting> inOrder,
            Map<String, String> policy) {
        SysctlSetting wins = inOrder.getLast();
        Optional<SysctlSetting> loses =
                inOrder.stream()
                        .filter(
                                s ->
                                        s.file().startsWith("/etc/")
                                                        && !DISTRIBUTION.contains(s.file())
                                                || isAskedFor(survey, machine, s, inOrder))
                        .filter(s -> !SysctlFiles.same(s.value(), wins.value()))
                        .reduce((a, b) -> b);
        if (loses.isEmpty()) {
            return;
        }
        String wanted = policy.get(key);
        if (wanted != null && SysctlFiles.same(wins.value(), wanted)) {
            return;
        }
        boolean ours = wanted != null && SysctlFiles.same(loses.get().value(), wanted);
        // The file that apply writes tells what was wanted when it last ran.
        boolean stale = wanted != null && SysctlFiles.isOurs(wins.file());
        Draft draft =
                survey.draft(ours ? Severity.ERROR : Severity.WARNING, machine + " " + key)
                        .says(
                                key
                                        + " = "
                                        + loses.get().value()
                                        + " in "
                                        + loses.get().file()
                                        + " is overridden by "
                                        + wins.value()
                                        + " in "
                                        + wins.file())
                        .because(
                                stale
                                        ? "Railhead wrote "
                                                + wins.value()
                                                + " there; the intent changed since the last apply and wants "
                                                + wanted
                                        : (loses.get().file().equals(wins.file())
                                                        ? "the file sets the key twice; the later line wins"
                                                        : "the file that is read later wins")
                                                + (ours
                                                        ? "; the intent wants the value that lost"
                                                        : ""))
                        .fix(
                                stale
                                        ? "`railhead plan` shows the new value, `railhead apply` writes it"
                                        : SysctlFiles.isOurs(wins.file())
                                                ? "`railhead plan` shows what becomes of Railhead's own"
                                                        + " file, whose value the intent no longer wants;"
                                                        + " `railhead apply` does it"
                                                : "delete the line in "
                                                        + wins.file()
                                                        + ", or write the wanted value to a file that"
                                                        + " sorts after it; then `sysctl --system`")
                        .cites(loses.get(), wins)
                        .cites(running(survey, machine, key))
                        .explains("sysctl-not-as-intended", "sysctl-not-persistent");
        heading(survey, wins, draft);
        draft.report();
    }
}
