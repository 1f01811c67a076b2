package io.railhead.checks.config;

import com.google.auto.service.AutoService;
import io.railhead.checks.Check;
import io.railhead.checks.Explanation;
import io.railhead.checks.Outcomes;
import io.railhead.checks.Situation;
import io.railhead.checks.Survey;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.Sysctl;
import io.railhead.model.fact.SysctlSetting;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// A kernel setting will be another after the next reboot.
@AutoService(Check.class)
public final class SysctlNotPersistent implements Check {

    @Override
    public String code() {
        return "sysctl-not-persistent";
    }

    @Override
    public Explanation explanation() {
        return new Explanation(
                """
                A kernel setting's live value and what the files say differ: the next reboot
                changes it.
                """,
                """
                The host works today and not after a reboot, or the other way round.
                """,
                """
                `sysctl -w` without a file, or a file that was written and never loaded (`sysctl
                --system`).
                """,
                """
                  railhead plan        # writes keys of cluster.yaml to /etc/sysctl.d/99-zz-railhead.conf
                  railhead apply
                By hand: write the key to a file in /etc/sysctl.d, then `sysctl --system`.
                """,
                """
                  sysctl KEY; grep -rn KEY /etc/sysctl.conf /etc/sysctl.d
                  railhead check --only sysctl-not-persistent
                """);
    }

    @Override
    public Set<Class<? extends Fact>> needs() {
        return Set.of(Sysctl.class, SysctlSetting.class);
    }

    @Override
    public void run(Situation situation, Outcomes out) {
        Survey survey = new Survey(this, situation, out);
        for (String machine : survey.machines(Sysctl.class)) {
            if (survey.facts().of(machine, SysctlSetting.class).isEmpty()) {
                survey.notChecked(machine, survey.why(machine, SysctlSetting.class));
                continue;
            }
            Map<String, List<SysctlSetting>> files = SysctlFiles.byKey(survey, machine);
            Map<String, String> policy =
                    survey.host(machine)
                            .map(h -> SysctlFiles.dotted(h.policy().sysctl()))
                            .orElse(Map.of());
            SysctlFiles.live(survey, machine)
                    .forEach(
                            (key, now) ->
                                    judge(
                                            survey,
                                            machine,
                                            now,
                                            Optional.ofNullable(files.get(key)).map(List::getLast),
                                            Optional.ofNullable(policy.get(key))));
        }
    }

    private static void judge(
            Survey survey,
            String machine,
            Sysctl now,
            Optional<SysctlSetting> written,
            Optional<String> wanted) {
        if (written.isEmpty()) {
            if (wanted.filter(w -> SysctlFiles.same(now.value(), w)).isPresent()) {
                survey.warning(machine + " " + now.key())
                        .says(
                                now.key()
                                        + " is "
                                        + now.value()
                                        + " as wanted, but no file sets it: lost at the next"
                                        + " reboot")
                        .because("set by hand with `sysctl -w`")
                        .fix("`railhead plan`, then `railhead apply`")
                        .cites(now)
                        .report();
            }
            return;
        }
        SysctlSetting file = written.get();
        if (wanted.filter(w -> !SysctlFiles.same(now.value(), w)).isPresent()) {
            // sysctl-not-as-intended says it, and what the file has to do with it.
            return;
        }
        boolean administered = file.file().startsWith("/etc/") || wanted.isPresent();
        if (administered && !SysctlFiles.same(now.value(), file.value())) {
            survey.warning(machine + " " + now.key())
                    .says(
                            now.key()
                                    + " is "
                                    + now.value()
                                    + " now, and "
                                    + file.value()
                                    + " after the next reboot ("
                                    + file.file()
                                    + ")")
                    .because("changed by hand since boot, or the file was never loaded")
                    .fix(
                            "decide which is right: `sysctl --system` loads the file; `railhead plan`"
                                    + " writes what the intent wants")
                    .cites(now, file)
                    .report();
        }
    }
}
