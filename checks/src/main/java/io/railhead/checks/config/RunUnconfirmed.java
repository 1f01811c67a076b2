package io.railhead.checks.config;

import com.google.auto.service.AutoService;
import io.railhead.checks.Check;
import io.railhead.checks.Explanation;
import io.railhead.checks.Outcomes;
import io.railhead.checks.Situation;
import io.railhead.checks.Survey;
import io.railhead.model.fact.ConfigJournal;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.UnconfirmedRun;
import java.util.Set;

/// A run is made and waits to be confirmed: what is read now will not last unless it is.
@AutoService(Check.class)
public final class RunUnconfirmed implements Check {

    @Override
    public String code() {
        return "run-unconfirmed";
    }

    @Override
    public Explanation explanation() {
        return new Explanation(
                """
                `railhead apply` changed something that may cut the connection, and nobody has
                confirmed yet that the host can still be reached. Its dead-man's switch is armed.
                """,
                """
                All looks as wanted now, and is as it was before within the time that is left.
                Other findings about this host may come and go with it.
                """,
                """
                An apply is just at that point, or its controller was killed or lost the
                connection before it could confirm.
                """,
                """
                If apply is still at work, wait for it. Otherwise
                  railhead apply --confirm RUN    # keeps it, after reading it back once more
                  railhead rollback RUN           # takes it back now
                or wait: it takes itself back.
                """,
                """
                  railhead rollback --list
                  railhead check --only run-unconfirmed
                """);
    }

    @Override
    public Set<Class<? extends Fact>> needs() {
        return Set.of(ConfigJournal.class, UnconfirmedRun.class);
    }

    @Override
    public void run(Situation situation, Outcomes out) {
        Survey survey = new Survey(this, situation, out);
        for (String machine : survey.machines(ConfigJournal.class)) {
            for (UnconfirmedRun r : survey.facts().of(machine, UnconfirmedRun.class)) {
                report(survey, machine, r);
            }
        }
    }

    private static void report(Survey survey, String machine, UnconfirmedRun r) {
        int slash = r.run().indexOf('/');
        String run = slash < 0 ? r.run() : r.run().substring(0, slash);
        boolean back = slash >= 0;
        survey.warning(machine)
                .says(
                        (back ? "a rollback of run " : "run ")
                                + run
                                + " waits to be confirmed: in "
                                + r.secondsLeft()
                                + " s it "
                                + (back ? "makes again what it took back" : "takes itself back"))
                .because(
                        "it may have cut the connection, so its dead-man's switch is armed"
                                + (r.by().isEmpty() ? "" : "; begun by " + r.by()))
                .fix(
                        back
                                ? "wait for it; `railhead rollback " + run + "` begins it anew"
                                : "wait, if apply is at work; or `railhead apply --confirm "
                                        + run
                                        + "` keeps it, `railhead rollback "
                                        + run
                                        + "` takes it back now")
                .cites(r)
                .report();
    }
}
