package io.railhead.reach;

import static org.assertj.core.api.Assertions.assertThat;

import io.railhead.model.intent.Login;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class FleetTest {
    private static final Duration LIMIT = Duration.ofSeconds(5);

    private static List<Target> targets(int n) {
        List<Target> targets = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            targets.add(new Target("h" + i, "h" + i, Login.DEFAULT));
        }
        return targets;
    }

    /// Counts what is open; `h3` cannot be reached.
    private static final class Counting implements Transport {
        final AtomicInteger open = new AtomicInteger();
        final AtomicInteger most = new AtomicInteger();

        @Override
        public Session open(Target target, Duration limit) throws Unreachable {
            if (target.name().equals("h3")) {
                throw new Unreachable("h3: refused");
            }
            most.accumulateAndGet(open.incrementAndGet(), Math::max);
            Session local =
                    new LocalTransport(TestSshd.settings(java.nio.file.Path.of("/")))
                            .open(target, limit);
            return new Session() {
                @Override
                public Target target() {
                    return target;
                }

                @Override
                public io.railhead.model.Transcript run(String l, String s, Duration d)
                        throws Unreachable {
                    return local.run(l, s, d);
                }

                @Override
                public io.railhead.model.Transcript runAsRoot(String l, String s, Duration d)
                        throws Unreachable {
                    return local.runAsRoot(l, s, d);
                }

                @Override
                public void close() {
                    open.decrementAndGet();
                }
            };
        }

        @Override
        public void close() {}
    }

    @Test
    void resultsComeInOrderAndOneFailureStopsNoOther() {
        Counting transport = new Counting();
        List<Outcome<String>> outcomes =
                new Fleet(transport, 3, LIMIT)
                        .each(
                                targets(12),
                                s -> {
                                    if (s.target().name().equals("h5")) {
                                        throw new IllegalStateException("odd");
                                    }
                                    return s.run("echo", "echo " + s.target().name(), LIMIT)
                                            .stdout()
                                            .strip();
                                });
        assertThat(outcomes)
                .extracting(o -> o.target().name())
                .containsExactlyElementsOf(targets(12).stream().map(Target::name).toList());
        for (Outcome<String> outcome : outcomes) {
            switch (outcome) {
                case Outcome.Done<String>(Target t, String value) ->
                        assertThat(value).isEqualTo(t.name());
                case Outcome.Failed<String>(Target t, String why) ->
                        assertThat(t.name() + why)
                                .matches("h3h3: refused|h5h5: .*IllegalState.*odd");
            }
        }
        assertThat(transport.open).hasValue(0);
        assertThat(transport.most.get()).isLessThanOrEqualTo(3);
    }

    @Test
    void sessionsStayOpenTogetherUntilTheyAreClosed() {
        Counting transport = new Counting();
        try (Fleet.Sessions sessions = new Fleet(transport, 2, LIMIT).open(targets(6))) {
            assertThat(sessions.open()).hasSize(5);
            assertThat(sessions.of("h3")).isEmpty();
            assertThat(sessions.unreachable()).containsEntry("h3", "h3: refused");
            assertThat(transport.open).hasValue(5);
        }
        assertThat(transport.open).hasValue(0);
    }

    @Test
    void aSessionThatCannotStreamCanBeCollectedFromToo() {
        List<Collected> all =
                new Collector(new Counting(), 2, Duration.ofSeconds(30))
                        .collect(
                                targets(2),
                                List.of(
                                        io.railhead.model.Probe.once("a", "echo a"),
                                        io.railhead.model.Probe.once("b", "seq 1 3").expectLarge()),
                                _ -> List.of(new Peer("10.0.0.1", 9000, "10.0.0.2")),
                                _ -> {});
        assertThat(all).hasSize(2);
        for (Collected one : all) {
            assertThat(one.unreachable()).isEmpty();
            assertThat(one.transcripts())
                    .extracting(io.railhead.model.Transcript::stdout)
                    .containsExactly("a\n", "1\n2\n3\n");
        }
    }
}
