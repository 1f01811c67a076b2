package io.railhead.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.railhead.lab.LabInfo.Condition;
import io.railhead.lab.LabInfo.HostInfo;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Labs whose making, or whose processes, are killed.
@Tag("lab")
class LabKilledTest {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    @TempDir Path directory = Path.of("/nowhere");

    @BeforeAll
    static void ready() {
        Machine.assumeReady();
    }

    private Lab lab() {
        return new Lab(new Places(state().getParent(), run().getParent()));
    }

    private Path state() {
        return directory.resolve("state/lab/k");
    }

    private Path run() {
        return directory.resolve("run/lab/k");
    }

    private Process raising(int hosts) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin/java").toString(),
                        "-Xshare:auto",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        RaisingMain.class.getName(),
                        directory.toString(),
                        String.valueOf(hosts))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    private static void await(BooleanSupplier condition) {
        assertThat(Keeper.await(condition, System.nanoTime() + LIMIT.toNanos()))
                .as("in time")
                .isTrue();
    }

    /// When `lab up` is killed.
    enum Moment {
        BEFORE_ANY_PROCESS("id"),
        KEEPER_STARTED("keeper.pid"),
        FIRST_HOST_STARTED("hosts/h01/pid"),
        SOME_HOSTS_UP("hosts/h06/upper/run/sshd.pid"),
        LINKS_CONNECTED("ports.done");

        final String file;

        Moment(String file) {
            this.file = file;
        }
    }

    private void assertNothingLeft(String mark) throws IOException {
        assertThat(Processes.find(mark)).isEmpty();
        assertThat(Machine.filesIn(directory)).isEmpty();
        assertThat(Machine.mountsOf(directory)).isEmpty();
        assertThat(Machine.links()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(Moment.class)
    void upKilledAtAnyMomentIsCleanedByDown(Moment moment) throws Exception {
        Process raising = raising(12);
        await(() -> Files.exists(state().resolve(moment.file)) || !raising.isAlive());
        raising.destroyForcibly().waitFor();
        String mark = Processes.mark("k", Files.readString(state().resolve("id")).strip());
        assertThat(lab().find("k")).isPresent();
        assertThat(lab().down("k")).isInstanceOf(Lab.Removed.Gone.class);
        assertNothingLeft(mark);
    }

    @Test
    void hostsEndByThemselvesWhenUpIsKilled() throws Exception {
        Process raising = raising(12);
        await(() -> Files.exists(state().resolve("hosts/h03/pid")) || !raising.isAlive());
        String mark = Processes.mark("k", Files.readString(state().resolve("id")).strip());
        raising.destroyForcibly().waitFor();
        await(
                () -> {
                    try {
                        return Processes.find(mark).isEmpty();
                    } catch (IOException e) {
                        return false;
                    }
                });
        assertThat(lab().find("k").map(LabInfo::condition)).contains(Condition.REMAINS);
        assertThat(lab().down("k")).isInstanceOf(Lab.Removed.Gone.class);
    }

    @Test
    void upThatIsAskedToEndRemovesWhatItMade() throws Exception {
        Process raising = raising(12);
        await(() -> Files.exists(state().resolve("hosts/h03/pid")) || !raising.isAlive());
        String mark = Processes.mark("k", Files.readString(state().resolve("id")).strip());
        raising.destroy();
        assertThat(raising.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
        assertThat(Processes.find(mark)).isEmpty();
        assertThat(state()).doesNotExist();
        assertThat(run()).doesNotExist();
    }

    @Test
    void aCrashedHostIsShownDownAndTheLabStillGoesAway() throws Exception {
        Lab lab = lab();
        LabResult result =
                lab.up(new LabRequest("k", 2, List.of(), Optional.empty()), LabEvents.NONE);
        assertThat(result).isInstanceOf(LabResult.Up.class);
        LabRecord record = LabRecord.read(run().resolve("lab")).orElseThrow();
        kill(record.hosts().get(1).first().pid());
        await(() -> !lab.find("k").orElseThrow().hosts().get(1).up());
        LabInfo now = lab.find("k").orElseThrow();
        assertThat(now.condition()).isEqualTo(Condition.UP);
        assertThat(now.hosts()).extracting(HostInfo::up).containsExactly(true, false);
        assertThat(lab.down("k")).isInstanceOf(Lab.Removed.Gone.class);
        assertNothingLeft(Processes.mark("k", record.id()));
    }

    @Test
    void aKilledKeeperTakesTheHostsWithIt() throws Exception {
        Lab lab = lab();
        assertThat(lab.up(new LabRequest("k", 2, List.of(), Optional.empty()), LabEvents.NONE))
                .isInstanceOf(LabResult.Up.class);
        LabRecord record = LabRecord.read(run().resolve("lab")).orElseThrow();
        kill(Long.parseLong(Files.readString(state().resolve("keeper.pid")).strip()));
        await(() -> record.hosts().stream().noneMatch(h -> h.first().runs()));
        assertThat(lab.find("k").map(LabInfo::condition)).contains(Condition.REMAINS);
        assertThat(lab.down("k")).isInstanceOf(Lab.Removed.Gone.class);
        assertNothingLeft(Processes.mark("k", record.id()));
    }

    private static void kill(long pid) {
        ProcessHandle.of(pid).orElseThrow().destroyForcibly();
    }

    @Test
    void aStateWithoutRunningPartsIsRemovedAsAfterARestart() throws Exception {
        Files.createDirectories(state().resolve("hosts/h1/upper/etc"));
        Files.writeString(state().resolve("id"), "gone\n");
        Files.writeString(state().resolve("keeper.pid"), ProcessHandle.current().pid() + "\n");
        assertThat(lab().find("k").map(LabInfo::condition)).contains(Condition.REMAINS);
        assertThat(lab().down("k")).isInstanceOf(Lab.Removed.Gone.class);
        assertThat(Machine.filesIn(directory)).isEmpty();
    }

    @Test
    void downSparesALinkThatPointsElsewhere() throws Exception {
        Path elsewhere = Files.createDirectory(directory.resolve("elsewhere"));
        Files.writeString(elsewhere.resolve("file"), "kept");
        Files.createDirectories(state().resolve("hosts"));
        Files.createSymbolicLink(state().resolve("hosts/h1"), elsewhere);
        assertThat(lab().down("k")).isInstanceOf(Lab.Removed.Gone.class);
        assertThat(elsewhere.resolve("file")).hasContent("kept");
    }
}
