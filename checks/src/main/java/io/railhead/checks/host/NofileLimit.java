package io.railhead.checks.host;

import com.google.auto.service.AutoService;
import io.railhead.checks.Check;
import io.railhead.checks.Explanation;
import io.railhead.checks.Outcomes;
import io.railhead.checks.Situation;
import io.railhead.checks.Survey;
import io.railhead.model.Severity;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.LimitSetting;
import io.railhead.model.fact.LoginPath;
import io.railhead.model.fact.ProcessRights;
import io.railhead.model.fact.SessionLimit;
import java.util.Optional;
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
                stands. Programs raise their soft limit up to the hard one, no further. Where
                the line is written already, the finding says what keeps it from having effect:
                UsePAM, pam_limits, or a container without CAP_SYS_RESOURCE.
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
        return Set.of(SessionLimit.class, LimitSetting.class, LoginPath.class, ProcessRights.class);
    }

    @Override
    public void run(Situation situation, Outcomes out) {
        Survey survey = new Survey(this, situation, out);
        for (String machine : survey.machines(SessionLimit.class)) {
            Optional<String> asked = LoginLimit.asked(survey.host(machine), "nofile");
            // What the intent says is enough, also where it is less than usual.
            long enough = asked.map(LoginLimit::number).orElse(ENOUGH);
            for (SessionLimit limit : survey.facts().of(machine, SessionLimit.class)) {
                if (limit.item().equals("nofile")
                        && limit.hard().matches("\\d{1,18}")
                        && Long.parseLong(limit.hard()) < enough) {
                    report(survey, machine, limit, asked, enough);
                }
            }
        }
    }

    private static void report(
            Survey survey,
            String machine,
            SessionLimit limit,
            Optional<String> asked,
            long enough) {
        LoginLimit why =
                LoginLimit.of(
                        survey,
                        machine,
                        limit,
                        new LoginLimit.Wanted(
                                "nofile",
                                "hard",
                                enough,
                                asked.orElse("1048576"),
                                Severity.WARNING,
                                "a low hard limit in limits.conf, or an old default"));
        survey.draft(why.severity(), machine)
                .says(
                        "a session may open "
                                + limit.hard()
                                + " files at most"
                                + asked.map(a -> ", wanted " + a)
                                        .orElse("; " + ENOUGH + " are usual on cluster hosts"))
                .because(why.cause())
                .fix(why.fix())
                .cites(limit)
                .cites(why.cites())
                .report();
    }

    /// A few sockets a peer and rank plus a data loader's files; systemd's own hard default is
    /// 524288.
    private static final long ENOUGH = 65_536;
}
