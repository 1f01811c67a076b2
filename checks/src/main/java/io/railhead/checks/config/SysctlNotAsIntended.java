package io.railhead.checks.config;

import com.google.auto.service.AutoService;
import io.railhead.checks.Check;
import io.railhead.checks.Draft;
import io.railhead.checks.Explanation;
import io.railhead.checks.Outcomes;
import io.railhead.checks.Situation;
import io.railhead.checks.Survey;
import io.railhead.checks.Wishes;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.Sysctl;
import io.railhead.model.fact.SysctlSetting;
import io.railhead.model.intent.Host;
import io.railhead.model.sysctl.SysctlKey;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// A kernel setting is not what the intent wants.
@AutoService(Check.class)
public final class SysctlNotAsIntended implements Check {

    @Override
    public String code() {
        return "sysctl-not-as-intended";
    }

    @Override
    public Explanation explanation() {
        return new Explanation(
                """
                A kernel setting has another value than `host-policy: sysctl:` in cluster.yaml
                wants.
                """,
                """
                Buffers stay small and TCP is slow, ARP answers on the wrong port, or whatever
                the setting is for.
                """,
                """
                Never set, set by hand and lost at a reboot, or overridden by a file that is
                read later.
                """,
                """
                  railhead plan        # shows the drop-in /etc/sysctl.d/99-zz-railhead.conf
                  railhead apply
                By hand, until reboot: `sysctl -w KEY=VALUE`.
                """,
                """
                  sysctl KEY
                  railhead check --only sysctl-not-as-intended
                """);
    }

    @Override
    public Set<Class<? extends Fact>> needs() {
        return Set.of(Sysctl.class, SysctlSetting.class);
    }

    @Override
    public void run(Situation situation, Outcomes out) {
        Survey survey = new Survey(this, situation, out);
        for (Host host : survey.hosts(Sysctl.class, h -> !h.policy().sysctl().isEmpty())) {
            Map<String, Sysctl> live = SysctlFiles.live(survey, host.name());
            Map<String, List<SysctlSetting>> files = SysctlFiles.byKey(survey, host.name());
            host.policy()
                    .sysctl()
                    .forEach(
                            (key, wanted) -> {
                                Sysctl now = live.get(SysctlKey.dotted(key));
                                if (now == null) {
                                    survey.notChecked(
                                            host.name(),
                                            key + " was not read, or this kernel does not have it");
                                } else if (!SysctlFiles.same(now.value(), wanted)) {
                                    report(
                                            survey,
                                            host,
                                            key,
                                            wanted,
                                            now,
                                            Optional.ofNullable(files.get(SysctlKey.dotted(key)))
                                                    .map(List::getLast),
                                            situation
                                                    .wishes()
                                                    .cannotBeHad(
                                                            host.name(),
                                                            "sysctl:" + SysctlKey.dotted(key)));
                                }
                            });
        }
    }

    private static String cause(Optional<SysctlSetting> file, String wanted) {
        return file.map(
                        f ->
                                SysctlFiles.same(f.value(), wanted)
                                        ? f.file()
                                                + " has the wanted value: not loaded, or changed by"
                                                + " hand since"
                                        : f.file() + " sets it to " + f.value())
                .orElse("no file sets it, so the kernel's default or a hand's is in force");
    }

    /// What to do first where a file is read after the one that apply writes and says otherwise;
    /// plan says then that the value cannot be had.
    private static String outlasting(String key, String wanted, Optional<SysctlSetting> file) {
        return file.filter(f -> !SysctlFiles.same(f.value(), wanted))
                .filter(f -> SysctlFiles.readAfterOurs(f.file()))
                .map(f -> "delete " + key + " in " + f.file() + ", which is read last; then ")
                .orElse("");
    }

    private static void report(
            Survey survey,
            Host host,
            String key,
            String wanted,
            Sysctl now,
            Optional<SysctlSetting> file,
            Optional<Wishes.Unmet> cannot) {
        Draft draft =
                survey.error(host.name() + " " + key)
                        .says(key + " is " + now.value() + ", wanted " + wanted)
                        .because(cannot.map(Wishes.Unmet::why).orElse(cause(file, wanted)))
                        .fix(
                                cannot.map(Wishes.Unmet::remedy)
                                        .orElse(
                                                outlasting(key, wanted, file)
                                                        + "`railhead plan`, then `railhead apply`; by hand, until"
                                                        + " reboot: `sysctl -w "
                                                        + key
                                                        + "=\""
                                                        + wanted
                                                        + "\"`"))
                        .cites(now)
                        .explains("sysctl-not-persistent", "same-subnet-arp-flux");
        file.ifPresent(draft::cites);
        draft.report();
    }
}
