package io.railhead.checks.host;

import com.google.auto.service.AutoService;
import io.railhead.checks.Check;
import io.railhead.checks.Explanation;
import io.railhead.checks.Outcomes;
import io.railhead.checks.Situation;
import io.railhead.checks.Survey;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.LimitSetting;
import io.railhead.model.fact.SessionLimit;
import java.util.Set;

/// Processes may open too few files.
@AutoService(Check.class)
public final class NofileLimit implements Check {

    @Override
    public String code() {
        return "nofile-limit";
    }

    @Override
    public Explanation explanation() {
        return new Explanation(
                """
                A login session may open too few files (nofile).
                """,
                """
                "Too many open files" from data loaders, NCCL's sockets or MPI with many ranks.
                """,
                """
                The hard limit was lowered in limits.conf, or an old default (1024 or 4096)
                stands. Programs raise their soft limit up to the hard one, no further.
                """,
                """
                In cluster.yaml, then `railhead plan` and `railhead apply`:
                  host-policy: {limits: {nofile: 1048576}}
                By hand, in a file that is read last (the last line for a user wins):
                /etc/security/limits.d/99-zzz-nofile.conf
                  *  -  nofile  1048576
                Units: LimitNOFILE=1048576.
                """,
                """
                  ulimit -Hn
                  railhead check --only nofile-limit
                """);
    }

    @Override
    public Set<Class<? extends Fact>> needs() {
        return Set.of(SessionLimit.class, LimitSetting.class);
    }

    @Override
    public void run(Situation situation, Outcomes out) {
        Survey survey = new Survey(this, situation, out);
        for (String machine : survey.machines(SessionLimit.class)) {
            for (SessionLimit limit : survey.facts().of(machine, SessionLimit.class)) {
                if (limit.item().equals("nofile")
                        && limit.hard().matches("\\d{1,18}")
                        && Long.parseLong(limit.hard()) < ENOUGH) {
                    survey.warning(machine)
                            .says(
                                    "a session may open "
                                            + limit.hard()
                                            + " files at most; "
                                            + ENOUGH
                                            + " are usual on cluster hosts")
                            .because("a low hard limit in limits.conf, or an old default")
                            .fix(LimitFiles.fix(survey, machine, "nofile", "1048576"))
                            .cites(limit)
                            .report();
                }
            }
        }
    }

    /// A few sockets a peer and rank plus a data loader's files; systemd's own hard default is
    /// 524288.
    private static final long ENOUGH = 65_536;
}
