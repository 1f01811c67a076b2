package io.railhead.configure;

import static org.assertj.core.api.Assertions.assertThat;

import io.railhead.model.intent.Cluster;
import io.railhead.reach.Transport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// An apply of fifteen steps over a real sshd, cut at each of them: the controller killed with
/// SIGKILL, or the connection lost. Then `apply` or `rollback`, from the same controller or from
/// one that knows nothing of the run, ends in the right state.
@Tag("root")
class FifteenStepsTest {
    private static final int STEPS = 15;

    /// As many different resources as a machine of namespaces has; files fill up to fifteen.
    private static final String WANTED =
            """
            rail rail0 eth0 10.78.0.1/24 9000
            rail rail1 eth1 10.78.1.1/24 9000
            rail rail2 eth2 10.78.2.1/24 9000
            sysctl net.ipv4.ip_default_ttl 65
            block /srv/exports rails # export this
            mpi-hostfile /srv/hostfile
            """;

    /// Every point within every step, instead of one a step: some ten minutes.
    private static final boolean ALL = Boolean.getBoolean("railhead.kill.all");

    /// Seconds until the dead-man's switch fires.
    private static final int WITHIN = 3;

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @TempDir Path folder = Path.of("/nowhere");
    private WiredMachine wired;
    private Machine machine;
    private Transport transport;
    private Cluster cluster;
    private List<String> before = List.of();
    private final List<String> table = new ArrayList<>();

    @BeforeEach
    void start() throws IOException {
        wired = WiredMachine.start(folder.resolve("home"));
        machine = wired.machine;
        machine.sh("echo '/data *' >/srv/exports; echo was >/srv/f1.conf");
        transport = wired.transport();
        String wanted = WANTED;
        for (int i = 1; changes(wanted) < STEPS; i++) {
            wanted += "file /srv/f" + i + ".conf 0640 root root content " + i + "\\n\n";
        }
        Files.writeString(folder.resolve("wanted"), wanted);
        cluster = wired.reached(World.cluster(wanted));
        before = machine.snapshot();
    }

    private int changes(String wanted) {
        return bench("admin").plan(wired.reached(World.cluster(wanted))).plan().changes().size();
    }

    @AfterEach
    void stop() {
        table.forEach(System.out::println);
        if (transport != null) {
            transport.close();
        }
        if (wired != null) {
            wired.close();
        }
    }

    /// A controller by its name; each has a journal of its own.
    private Bench bench(String name) {
        Bench bench = new Bench(transport, folder.resolve("journal-" + name));
        bench.controller = Controller.ofThisProcess(name, "ann", "test");
        bench.within = WITHIN;
        bench.resources = Paused.all();
        return bench;
    }

    private static List<String> points(int step) {
        return ALL ? Paused.POINTS : List.of(Paused.POINTS.get((step + step / 4) % 4));
    }

    private static void await(BooleanSupplier condition, String what) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as(what).isLessThan(deadline);
            pause(20);
        }
    }

    private static void pause(int milliseconds) {
        try {
            Thread.sleep(milliseconds);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private void hold(int step, String point) {
        machine.sh("rm -f /tmp/held; echo '%02d %s' >/tmp/hold".formatted(step, point));
    }

    private void awaitHeld() {
        await(() -> machine.has("/tmp/held"), "the step was come to");
    }

    private void release() {
        machine.sh("rm -f /tmp/hold");
    }

    private String journal() {
        return machine.sh(
                        """
                        cd /var/lib/railhead/runs 2>/dev/null || exit 0
                        for r in [0-9]*; do
                            [ -d $r ] || { echo nothing; continue; }
                            done=$(grep -l done $r/steps/*/state | wc -l)
                            echo "$(cat $r/state), $done of 15 made"
                        done
                        """)
                .strip()
                .replaceAll("^$", "nothing");
    }

    @Test
    void theControllerKilledAtEachStep() throws Exception {
        int n = 0;
        for (int step = 1; step <= STEPS; step++) {
            for (String point : points(step)) {
                boolean again = n % 2 == 0;
                boolean same = n / 2 % 2 == 0;
                hold(step, point);
                Process controller = controller();
                awaitHeld();
                controller.destroyForcibly().waitFor(10, TimeUnit.SECONDS);
                String said = journal();
                // From a controller that cannot tell that the other is dead it may have to be asked
                // again; one that can waits for what is left at work.
                Bench next = bench(same ? hostOfChild() : "elsewhere-" + n);
                CompletableFuture<String> trying =
                        CompletableFuture.supplyAsync(() -> attempt(next, again));
                for (int i = 0; !trying.isDone() && (i < 100 || !same); i++) {
                    pause(20);
                }
                release();
                String first = trying.join();
                String ended = first.isEmpty() ? "at once" : ends(next, again);
                table.add(row(step, point, "SIGKILL", said, again, same, first, ended));
                right(next, again);
                n++;
            }
        }
        assertThat(table).hasSize(STEPS * (ALL ? 4 : 1));
    }

    /// Controllers know the dead of their own machine alone, by its name.
    private static String hostOfChild() {
        return "admin";
    }

    private Process controller() throws IOException {
        return new ProcessBuilder(
                        wired.fromController(
                                List.of(
                                        Path.of(System.getProperty("java.home"), "bin/java")
                                                .toString(),
                                        "-Xshare:auto",
                                        "-XX:TieredStopAtLevel=1",
                                        "-XX:+UseSerialGC",
                                        "--enable-native-access=ALL-UNNAMED",
                                        "-cp",
                                        System.getProperty("java.class.path"),
                                        ApplyingMain.class.getName(),
                                        wired.home().toString(),
                                        folder.resolve("wanted").toString(),
                                        folder.resolve("journal-admin").toString(),
                                        Integer.toString(WITHIN))))
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("controller.log").toFile())
                .start();
    }

    /// One `apply` or `rollback`; empty when it did all, else why it did not.
    private String attempt(Bench next, boolean again) {
        if (!again) {
            Rollback.Journals journals = next.rollback().journals(cluster);
            if (journals.ids().isEmpty()) {
                return lockedBy();
            }
            return bad(next.rollback().run(cluster, journals, journals.ids().getFirst(), false));
        }
        Prepared prepared = next.plan(cluster);
        if (!prepared.plan().interrupted().isEmpty()) {
            var refused = next.engine().settle(prepared);
            if (!refused.isEmpty()) {
                return refused.values().iterator().next();
            }
            prepared = next.plan(cluster);
        }
        return bad(next.apply(prepared));
    }

    /// A run that is still being recorded has no name yet, but the lock.
    private String lockedBy() {
        return machine.sh("readlink /var/lib/railhead/lock || true").strip();
    }

    private static String bad(RunResult result) {
        return result.isGood() ? "" : result.hosts().getFirst().why();
    }

    private String ends(Bench next, boolean again) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        int tries = 1;
        String last;
        do {
            tries++;
            pause(500);
            last = attempt(next, again);
            assertThat(System.nanoTime()).as(last).isLessThan(deadline);
        } while (!last.isEmpty());
        return "at try " + tries;
    }

    /// As wanted after an apply, as before after a rollback of that or after a rollback at once.
    private void right(Bench next, boolean again) {
        if (again) {
            assertThat(next.plan(cluster).plan().changes()).as(table.getLast()).isEmpty();
            Rollback.Journals journals = next.rollback().journals(cluster);
            Optional<String> stands =
                    journals.ids().stream()
                            .filter(
                                    id ->
                                            journals.of(id).get("gpu01").state()
                                                    == RunReport.State.DONE)
                            .findFirst();
            RunResult back = next.rollback().run(cluster, journals, stands.orElseThrow(), false);
            assertThat(back.isGood()).as("%s: %s", table.getLast(), back).isTrue();
        }
        assertThat(machine.snapshot()).as(table.getLast()).isEqualTo(before);
        assertThat(machine.sh("ls -A /var/lib/railhead; ls -A /var/lib/railhead/runs"))
                .as(table.getLast())
                .doesNotContain("lock", ".new", ".old");
        machine.sh("rm -rf /var/lib/railhead/*");
    }

    private static String brief(String why) {
        return why.replaceAll("^\\d+ \\S+ |; wait .*| since \\S+", "")
                .replaceAll("\\d{8}T\\S+", "RUN")
                .replaceAll("\\(?process \\d+\\)?", "")
                .strip();
    }

    private static String row(
            int step,
            String point,
            String cut,
            String said,
            boolean again,
            boolean same,
            String first,
            String ended) {
        return "step %2d %-9s | %-15s | %-26s | %-8s | %-9s | %-60s | %s"
                .formatted(
                        step,
                        point,
                        cut,
                        said,
                        again ? "apply" : "rollback",
                        same ? "the same" : "another",
                        first.isEmpty() ? "-" : brief(first),
                        ended + ", right");
    }

    private enum Cut {
        FOR_A_WHILE("a second"),
        RESET("reset"),
        FOR_GOOD("until taken back");

        final String word;

        Cut(String word) {
            this.word = word;
        }
    }

    @Test
    void theConnectionCutAtEachStep() throws Exception {
        int n = 0;
        for (int step : IntStream.rangeClosed(1, STEPS).toArray()) {
            for (String point : points(step)) {
                Cut cut = Cut.values()[n % 3];
                hold(step, point);
                Bench bench = bench("admin");
                CompletableFuture<RunResult> running =
                        CompletableFuture.supplyAsync(() -> bench.apply(cluster));
                awaitHeld();
                String said = journal();
                switch (cut) {
                    case FOR_A_WHILE -> {
                        wired.cut();
                        release();
                        Thread.sleep(1000);
                        wired.mend();
                    }
                    case RESET -> {
                        wired.reset();
                        release();
                    }
                    case FOR_GOOD -> {
                        wired.cut();
                        release();
                        await(() -> journal().startsWith("reverted"), "the switch fired");
                        wired.mend();
                    }
                }
                RunResult result = running.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
                HostOutcome outcome = result.hosts().getFirst();
                boolean again = n / 3 % 2 == 0;
                boolean same = n % 2 == 0;
                Bench next = bench(same ? "admin" : "elsewhere-" + n);
                if (cut == Cut.FOR_GOOD) {
                    assertThat(outcome.state())
                            .as("%s", outcome)
                            .isEqualTo(HostOutcome.State.REVERTED);
                    assertThat(outcome.why())
                            .startsWith("no fresh connection worked within 3 s of changing ");
                    assertThat(machine.snapshot()).isEqualTo(before);
                } else {
                    assertThat(outcome.state()).as("%s", outcome).isEqualTo(HostOutcome.State.DONE);
                }
                String ended = attempt(next, again);
                assertThat(ended.isEmpty() || ended.contains("already")).as(ended).isTrue();
                table.add(
                        row(
                                step,
                                point,
                                cut.word,
                                said,
                                again,
                                same,
                                "the apply itself: " + outcome.state().word(),
                                "at once"));
                right(next, again);
                n++;
            }
        }
    }
}
