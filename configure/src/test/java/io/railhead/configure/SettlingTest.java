package io.railhead.configure;

import static org.assertj.core.api.Assertions.assertThat;

import io.railhead.model.Risk;
import io.railhead.model.Transcript;
import io.railhead.model.intent.Cluster;
import io.railhead.reach.Session;
import io.railhead.reach.Target;
import io.railhead.reach.Transport;
import io.railhead.reach.Unreachable;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What another service brings about: late, with gaps, or never. One look at it says nothing.
@Tag("root")
class SettlingTest {
    private static final Cluster CLUSTER =
            World.cluster("file /srv/a.conf 0644 root root a\\n\nnetplan off\n");

    @TempDir Path journal;
    private Machine machine;
    private Bench bench;

    @BeforeEach
    void start() {
        machine = Machine.start();
        bench = new Bench(machine, journal);
    }

    @AfterEach
    void stop() {
        if (machine != null) {
            machine.close();
        }
    }

    /// A service of its own life that is told something and goes to work on it.
    private void service(String whenMade, String whenTakenBack) {
        List<Resource> resources = new ArrayList<>(Resources.installed().all());
        resources.add(
                new Scripted(
                        "served",
                        Risk.MAY_DISCONNECT,
                        "/srv/served",
                        atWork(whenMade),
                        atWork(whenTakenBack),
                        "",
                        true));
        bench.resources = new Resources(resources);
    }

    private static String atWork(String script) {
        return "setsid sh -c '" + script + "' </dev/null >/dev/null 2>&1 &";
    }

    private void thereAndBack() {
        List<String> before = machine.snapshot();
        RunResult result = bench.apply(CLUSTER);
        assertThat(result.isGood()).as("%s", result).isTrue();
        assertThat(machine.has("/srv/served")).isTrue();
        assertThat(bench.plan(CLUSTER).plan().changes()).isEmpty();
        RunResult back = bench.rollBack(CLUSTER, result.run(), false);
        assertThat(back.isGood()).as("%s", back).isTrue();
        assertThat(machine.snapshot()).isEqualTo(before);
    }

    @Test
    void whatComesLateIsWaitedForWhenItIsMadeAndWhenItIsTakenBack() {
        service("sleep 2; : >/srv/served", "sleep 2; rm -f /srv/served");
        thereAndBack();
    }

    @Test
    void whatIsGoneForAMomentAfterItWasSeenIsNoReasonToTakeTheRunBack() {
        service(
                ": >/srv/served; sleep 0.7; rm -f /srv/served; sleep 2; : >/srv/served",
                "rm -f /srv/served; sleep 0.7; : >/srv/served; sleep 2; rm -f /srv/served");
        thereAndBack();
    }

    /// Does something on the machine just before its answer is to prove that all is as made.
    private Transport meddling(String script) {
        return new Transport() {
            @Override
            public Session open(Target target, Duration limit) throws Unreachable {
                Session session = machine.open(target, limit);
                return new Session() {
                    @Override
                    public Target target() {
                        return target;
                    }

                    @Override
                    public Transcript run(String label, String text, Duration within)
                            throws Unreachable {
                        return session.run(label, text, within);
                    }

                    @Override
                    public Transcript runAsRoot(String label, String text, Duration within)
                            throws Unreachable {
                        if (label.equals("prove")) {
                            machine.sh(script);
                        }
                        return session.runAsRoot(label, text, within);
                    }

                    @Override
                    public void close() {
                        session.close();
                    }
                };
            }

            @Override
            public void close() {
                // The machine is closed by who started it.
            }
        };
    }

    @Test
    void whatIsGoneWhenItIsToBeConfirmedIsTakenBack() {
        bench = new Bench(meddling("rm -f /srv/guarded"), journal, Duration.ofSeconds(30));
        List<Resource> resources = new ArrayList<>(Resources.installed().all());
        resources.add(
                new Scripted("guarded", Risk.MAY_DISCONNECT, "/srv/guarded", "true", "true", ""));
        bench.resources = new Resources(resources);
        List<String> before = machine.snapshot();
        HostOutcome outcome = bench.apply(CLUSTER).hosts().getFirst();
        assertThat(outcome.state()).as("%s", outcome).isEqualTo(HostOutcome.State.REVERTED);
        assertThat(outcome.why()).contains("scripted:guarded did not last: no /srv/guarded");
        assertThat(machine.snapshot()).isEqualTo(before);
    }

    @Test
    void whatNeverComesIsTakenBackAndTheReasonSaysWhatWasSeenAndForHowLong() {
        service(": ", "rm -f /srv/served");
        List<String> before = machine.snapshot();
        HostOutcome outcome = bench.apply(CLUSTER).hosts().getFirst();
        assertThat(outcome.state()).isEqualTo(HostOutcome.State.REVERTED);
        assertThat(outcome.why())
                .contains("scripted:served does not read back as wanted")
                .contains("no /srv/served still so after 15 s")
                .contains("everything is as it was before");
        assertThat(machine.snapshot()).isEqualTo(before);
    }
}
