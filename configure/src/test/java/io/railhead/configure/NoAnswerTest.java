package io.railhead.configure;

import static org.assertj.core.api.Assertions.assertThat;

import io.railhead.model.Transcript;
import io.railhead.model.intent.Host;
import io.railhead.reach.Session;
import io.railhead.reach.Target;
import io.railhead.reach.Transport;
import io.railhead.reach.Unreachable;
import java.time.Duration;
import java.time.Instant;
import java.util.OptionalInt;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/// A host that is not there any more: what is waited for, and for how long, is said once.
class NoAnswerTest {
    private static final Host HOST =
            World.cluster("netplan off\n", java.util.List.of("h1")).hosts().getFirst();

    private final BlockingQueue<ApplyEvent> events = new LinkedBlockingQueue<>();
    private final AtomicInteger asked = new AtomicInteger();

    /// Answers the script that begins the run, if at all, and is gone then.
    private Transport gone(String first) {
        return new Transport() {
            @Override
            public Session open(Target target, Duration limit) throws Unreachable {
                if (asked.getAndIncrement() > 0 || first.isEmpty()) {
                    throw new Unreachable("h1: no route to host");
                }
                return new Session() {
                    @Override
                    public Target target() {
                        return target;
                    }

                    @Override
                    public Transcript run(String label, String script, Duration within) {
                        return runAsRoot(label, script, within);
                    }

                    @Override
                    public Transcript runAsRoot(String label, String script, Duration within) {
                        return new Transcript(
                                "h1", label, first, "", 0, Instant.EPOCH, Duration.ZERO, false);
                    }

                    @Override
                    public void close() {}
                };
            }

            @Override
            public void close() {}
        };
    }

    /// Follows a run until it was said that there is no answer, and some tries longer.
    private ApplyEvent.NoAnswer told(String first, OptionalInt within) throws Exception {
        HostRun run =
                new HostRun(
                        new Machines(gone(first), 1, Duration.ofSeconds(30)),
                        e -> {
                            if (e instanceof ApplyEvent.NoAnswer) {
                                events.add(e);
                            }
                        });
        HostRun.Task task =
                new HostRun.Task(
                        HOST,
                        "20261128T101500.250Z-0a1b",
                        "apply",
                        ":",
                        ":",
                        Duration.ofMinutes(10),
                        within);
        Thread following =
                Thread.ofVirtual()
                        .start(
                                () -> {
                                    try {
                                        run.follow(task);
                                    } catch (IllegalStateException e) {
                                        // Ended below.
                                    }
                                });
        ApplyEvent.NoAnswer told = (ApplyEvent.NoAnswer) events.poll(60, TimeUnit.SECONDS);
        int then = asked.get();
        for (int i = 0; i < 600 && asked.get() < then + 2; i++) {
            Thread.sleep(100);
        }
        following.interrupt();
        following.join();
        assertThat(asked.get()).isGreaterThanOrEqualTo(then + 2);
        assertThat(events).as("said once and not at each try").isEmpty();
        assertThat(told).isNotNull();
        return told;
    }

    @Test
    void aHostThatIsGoneBeforeItsRunWasHeardOfIsAskedOnForAsLongAsIsSaid() throws Exception {
        ApplyEvent.NoAnswer told = told("", OptionalInt.empty());
        assertThat(told.device()).isEqualTo("h1");
        assertThat(told.why()).isEqualTo("no route to host");
        // Twice the time-out and a minute.
        assertThat(told.forSeconds()).isBetween(60L, 120L);
    }

    @Test
    void aHostThatIsGoneWhenItIsToBeConfirmedIsAskedOnForAsLongAsIsSaid() throws Exception {
        ApplyEvent.NoAnswer told =
                told(
                        """
                        rh:run 20261128T101500.250Z-0a1b
                        rh:about guarded=yes
                        rh:about within=30
                        rh:state applied
                        rh:complete
                        """,
                        OptionalInt.of(30));
        assertThat(told.why()).isEqualTo("no route to host");
        // The switch's limit and half a minute.
        assertThat(told.forSeconds()).isBetween(20L, 60L);
    }
}
