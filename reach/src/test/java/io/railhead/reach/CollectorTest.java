package io.railhead.reach;

import static org.assertj.core.api.Assertions.assertThat;

import io.railhead.model.Probe;
import io.railhead.model.Transcript;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("sshd")
class CollectorTest {
    @TempDir static Path folder;
    private static TestSshd sshd;

    static final List<Probe> PLAN =
            List.of(
                    Probe.once("hostname", "hostname"),
                    Probe.once("odd", "printf 'no newline'; echo oops >&2; exit 3"),
                    Probe.each(Probe.Each.INTERFACE, "mtu", "cat /sys/class/net/$x/mtu"),
                    Probe.once("clock", "date +%s.%N"),
                    Probe.once("large", "seq 1 20000").expectLarge(),
                    Probe.each(
                            Probe.Each.RDMA_DEVICE, "rdma", "cat /sys/class/infiniband/$x/fw_ver"),
                    Probe.once("absent", "no-such-tool-here --version"),
                    Probe.each(
                            Probe.Each.PEER,
                            "echo",
                            "echo to \"$x\" mtu $mtu from $from; echo err $x >&2; exit 7"),
                    Probe.once("hung", "echo first; sleep 60").within(Duration.ofSeconds(1)),
                    Probe.once("quotes", "echo 'it'\"'\"'s' \"$HOME\" | tr a-z A-Z"));

    @BeforeAll
    static void start() throws Exception {
        sshd = TestSshd.start(folder.resolve("a"));
    }

    @AfterAll
    static void stop() {
        if (sshd != null) {
            sshd.close();
        }
    }

    @Test
    void everyProbeOfThePlanComesBackAsATranscript() throws Exception {
        List<CollectEvent> events = new ArrayList<>();
        List<Collected> all;
        try (SshTransport ssh = new SshTransport(TestSshd.settings(folder))) {
            all =
                    new Collector(ssh, 4, Duration.ofSeconds(30))
                            .collect(
                                    List.of(sshd.target("h1")),
                                    PLAN,
                                    _ ->
                                            List.of(
                                                    new Peer("10.0.0.1", 9000, "10.0.0.9"),
                                                    new Peer("fd00::1", 1500, "fd00::9")),
                                    events::add);
        }
        assertThat(all).hasSize(1);
        Collected one = all.getFirst();
        assertThat(one.unreachable()).isEmpty();
        assertThat(one.transcripts()).noneMatch(t -> t.command().contains("$x"));
        assertThat(of(one, "hostname").exitCode()).isZero();
        Transcript odd = of(one, "printf");
        assertThat(odd.stdout()).isEqualTo("no newline");
        assertThat(odd.stderr()).isEqualTo("oops\n");
        assertThat(odd.exitCode()).isEqualTo(3);
        assertThat(of(one, "date").stdout()).matches("\\d+\\.\\d+\n");
        assertThat(of(one, "seq").stdout().lines()).hasSize(20000);
        assertThat(of(one, "no-such").exitCode()).isEqualTo(127);
        Transcript peer = of(one, "echo to fd00::1 mtu 1500 from fd00::9; echo err fd00::1");
        assertThat(peer.stdout()).isEqualTo("to fd00::1 mtu 1500 from fd00::9\n");
        assertThat(peer.stderr()).isEqualTo("err fd00::1\n");
        assertThat(peer.exitCode()).isEqualTo(7);
        Transcript hung = of(one, "echo first");
        assertThat(hung.stdout()).isEqualTo("first\n");
        assertThat(hung.exitCode()).isEqualTo(-1);
        assertThat(hung.truncated()).isTrue();
        assertThat(of(one, "echo 'it'").stdout()).startsWith("IT'S /");
        assertThat(events).hasSize(3);
    }

    @Test
    void aConnectionCutInTheMiddleLeavesWhatCameAndNamesTheRest() throws Exception {
        List<Probe> plan =
                List.of(
                        Probe.once("first", "echo first"),
                        Probe.once("slow", "echo begun; sleep 30").within(Duration.ofSeconds(40)),
                        Probe.once("never", "echo never"),
                        Probe.each(Probe.Each.INTERFACE, "each", "cat /sys/class/net/$x/mtu"));
        try (TestSshd cut = TestSshd.start(folder.resolve("b"));
                SshTransport ssh = new SshTransport(TestSshd.settings(folder))) {
            Thread.startVirtualThread(
                    () -> {
                        try {
                            Thread.sleep(2000);
                        } catch (InterruptedException e) {
                            Thread.currentThread().interrupt();
                        }
                        cut.cut();
                    });
            Collected one =
                    new Collector(ssh, 1, Duration.ofSeconds(30))
                            .collect(List.of(cut.target("h1")), plan, _ -> List.of(), _ -> {})
                            .getFirst();
            assertThat(one.unreachable().orElseThrow()).contains("connection lost");
            assertThat(of(one, "echo first").stdout()).isEqualTo("first\n");
            assertThat(of(one, "echo first").exitCode()).isZero();
            Transcript begun = of(one, "echo begun");
            assertThat(begun.stdout()).isEqualTo("begun\n");
            assertThat(begun.exitCode()).isEqualTo(-1);
            assertThat(begun.truncated()).isTrue();
            for (String command : List.of("echo never", "cat /sys/class/net/$x/mtu")) {
                Transcript never = of(one, command);
                assertThat(never.exitCode()).isEqualTo(-1);
                assertThat(never.stderr()).contains("not run").contains("connection lost");
            }
        }
    }

    @Test
    void aMachineThatFloodsIsCutAndTheOthersAreNot() throws Exception {
        List<Probe> plan =
                List.of(
                        Probe.once("first", "echo first"),
                        Probe.once("flood", "yes 4712-railhead-flood")
                                .within(Duration.ofSeconds(20)));
        SshSettings settings = TestSshd.settings(folder).withOutputCap(1 << 20);
        try (SshTransport ssh = new SshTransport(settings)) {
            Collected one =
                    new Collector(ssh, 1, Duration.ofSeconds(30))
                            .collect(List.of(sshd.target("h1")), plan, _ -> List.of(), _ -> {})
                            .getFirst();
            assertThat(one.unreachable().orElseThrow()).contains("more output than is kept");
            assertThat(of(one, "echo first").stdout()).isEqualTo("first\n");
            assertThat(of(one, "yes").truncated()).isTrue();
            assertThat(of(one, "yes").stdout()).hasSizeLessThanOrEqualTo(1 << 20);
        }
    }

    @Test
    void whenTheLimitPassesWhatCameInTimeIsKept() throws Exception {
        List<Probe> plan =
                List.of(
                        Probe.once("first", "echo first"),
                        Probe.once("slow", "sleep 33").within(Duration.ofSeconds(40)));
        try (SshTransport ssh = new SshTransport(TestSshd.settings(folder))) {
            Collected one =
                    new Collector(ssh, 1, Duration.ofSeconds(3))
                            .collect(List.of(sshd.target("h1")), plan, _ -> List.of(), _ -> {})
                            .getFirst();
            assertThat(one.unreachable().orElseThrow()).contains("not done within the limit");
            assertThat(of(one, "echo first").stdout()).isEqualTo("first\n");
            assertThat(of(one, "sleep 33").exitCode()).isEqualTo(-1);
        }
    }

    @Test
    void theClockIsReadBetweenTheTimesThatItsTranscriptGives() throws Exception {
        try (SshTransport ssh = new SshTransport(TestSshd.settings(folder))) {
            Collected one =
                    new Collector(ssh, 1, Duration.ofSeconds(20))
                            .collect(
                                    List.of(sshd.target("h1")),
                                    List.of(Probe.once("clock", "date +%s.%N")),
                                    _ -> List.of(),
                                    _ -> {})
                            .getFirst();
            Transcript t = one.transcripts().getFirst();
            String[] parts = t.stdout().strip().split("\\.");
            Instant read =
                    Instant.ofEpochSecond(Long.parseLong(parts[0]), Long.parseLong(parts[1]));
            assertThat(read).isBetween(t.startedAt(), t.startedAt().plus(t.took()));
        }
    }

    private static Transcript of(Collected collected, String prefix) {
        return collected.transcripts().stream()
                .filter(t -> t.command().startsWith(prefix))
                .findFirst()
                .orElseThrow();
    }
}
