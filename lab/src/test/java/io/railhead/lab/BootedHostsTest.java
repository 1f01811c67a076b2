package io.railhead.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.railhead.intent.ClusterReader;
import io.railhead.intent.Result;
import io.railhead.lab.LabInfo.HostInfo;
import io.railhead.lab.Machine.Ran;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/// One real lab of booted hosts, looked at from inside and outside. The root is built on the first
/// run on a machine and kept.
@Tag("lab")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class BootedHostsTest {
    private static final Duration LIMIT = Duration.ofMinutes(5);

    @TempDir static Path directory = Path.of("/nowhere");
    private static Lab lab = new Lab(Places.DEFAULT);
    private static Optional<LabInfo> raised = Optional.empty();

    @BeforeAll
    static void raise() {
        Readiness readiness = new Lab(Places.DEFAULT).ready(HostKind.BOOTED);
        assumeTrue(readiness instanceof Readiness.Ready, () -> "no booted hosts: " + readiness);
        lab = new Lab(new Places(directory.resolve("state/lab"), directory.resolve("run/lab")));
        List<Fault> faults = new ArrayList<>();
        for (String text :
                List.of(
                        "rail-mtu:h2/eth1",
                        "wrong-prefix:h2/eth2",
                        "stale-netplan:h1/eth2",
                        "sysctl-override:h2/net.ipv4.tcp_rmem=4096 8192 16384")) {
            switch (Fault.parse(text)) {
                case Fault.Parsed.Good(Fault fault) -> faults.add(fault);
                case Fault.Parsed.Bad(String why) -> fail(why);
            }
        }
        LabResult result =
                lab.up(
                        new LabRequest("b1", HostKind.BOOTED, 2, faults, Optional.empty()),
                        LabEvents.NONE);
        assertThat(result).isInstanceOf(LabResult.Up.class);
        raised = Optional.of(((LabResult.Up) result).lab());
    }

    @AfterAll
    static void remove() throws IOException {
        if (raised.isEmpty()) {
            return;
        }
        String id = Files.readString(directory.resolve("state/lab/b1/id")).strip();
        Object namespace = Files.getAttribute(up().networkNamespace(), "unix:ino");
        List<Long> first = firstProcesses();
        assertThat(first).hasSize(2);
        assertThat(lab.down("b1")).isInstanceOf(Lab.Removed.Gone.class);
        assertThat(first).noneMatch(Processes::present);
        assertThat(Processes.find(Processes.mark("b1", id))).isEmpty();
        assertThat(Machine.namesOf(namespace)).isEmpty();
        assertThat(Machine.filesIn(directory)).isEmpty();
        assertThat(Machine.mountsOf(directory)).isEmpty();
        assertThat(controlGroups(id)).isEmpty();
        assertThat(lab.down("b1")).isInstanceOf(Lab.Removed.Absent.class);
    }

    private static LabInfo up() {
        return raised.orElseThrow();
    }

    private static List<Long> firstProcesses() throws IOException {
        long keeper =
                Long.parseLong(
                        Files.readString(directory.resolve("state/lab/b1/keeper.pid")).strip());
        List<Long> found = new ArrayList<>();
        for (HostInfo host : up().hosts()) {
            Path home =
                    Keeper.seen(keeper, directory.resolve("state/lab/b1"))
                            .resolve("hosts")
                            .resolve(host.name());
            new BootedHost(home).first().ifPresent(f -> found.add(f.pid()));
        }
        return found;
    }

    private static List<Path> controlGroups(String id) throws IOException {
        return ControlGroups.hierarchies(Files.readString(Path.of("/proc/self/mounts"))).stream()
                .map(h -> h.resolve(ControlGroups.name(id)))
                .filter(Files::exists)
                .toList();
    }

    private static Ran on(String host, String command) {
        return Machine.on(up(), host, command);
    }

    private static String out(String host, String command) {
        Ran ran = on(host, command);
        assertThat(ran.status()).as(ran.out()).isZero();
        return ran.out().strip();
    }

    @Test
    @Order(1)
    void systemdNetworkdAndSshdRunAndNoUnitFailed() {
        for (HostInfo host : up().hosts()) {
            assertThat(host.up()).isTrue();
            assertThat(out(host.name(), "systemctl --failed --no-legend")).isEmpty();
            assertThat(out(host.name(), "systemctl is-system-running")).isEqualTo("running");
            assertThat(out(host.name(), "systemctl is-active systemd-networkd ssh dbus"))
                    .isEqualTo("active\nactive\nactive");
        }
        assertThat(out("h1", "hostname; cat /etc/hostname")).isEqualTo("h1\nh1");
        assertThat(out("h1", "cat /etc/machine-id")).isNotEqualTo(out("h2", "cat /etc/machine-id"));
        assertThat(out("h1", "ping -c 1 -W 2 h2 >/dev/null && echo reached")).isEqualTo("reached");
    }

    @Test
    @Order(2)
    void faultsAreThereAsIfMadeByHand() {
        assertThat(out("h1", "cat /sys/class/net/eth[12]/mtu")).isEqualTo("9000\n9000");
        assertThat(out("h1", "grep -A4 eth2 /etc/netplan/50-rails.yaml")).contains("mtu: 1500");
        assertThat(out("h2", "cat /sys/class/net/eth1/mtu")).isEqualTo("1500");
        assertThat(out("h2", "ip -br address show eth2")).contains("10.79.0.2/24");
        assertThat(out("h2", "cat /proc/sys/net/ipv4/tcp_rmem")).matches("4096\\s8192\\s16384");
    }

    @Test
    @Order(3)
    void netplanAppliesAnAddressAndAnMtu() {
        out(
                "h1",
                "printf 'network:\\n  version: 2\\n  ethernets:\\n    eth1: {addresses:"
                        + " [10.78.9.9/16], mtu: 8000}\\n' >/etc/netplan/60-more.yaml\n"
                        + "chmod 600 /etc/netplan/60-more.yaml\nnetplan apply");
        assertThat(
                        out(
                                "h1",
                                "for i in $(seq 100); do ip -br address show eth1 | grep -q"
                                        + " 10.78.9.9/16 && break; sleep 0.1; done; ip -br address"
                                        + " show eth1; cat /sys/class/net/eth1/mtu"))
                .contains("10.78.9.9/16")
                .endsWith("8000");
        out("h1", "rm /etc/netplan/60-more.yaml; netplan apply");
    }

    @Test
    @Order(4)
    void onlyWhatFilesSaySurvivesARestart() {
        out("h1", "echo kept >/srv/kept; sysctl -qw net.ipv4.tcp_retries2=9");
        out("h1", "printf 'net.ipv4.tcp_ecn = 1\\n' >/etc/sysctl.d/60-x.conf");
        String before = out("h1", "cat /proc/sys/kernel/random/boot_id");
        assertThat(lab.restart(up(), "h1", false, LIMIT)).isEqualTo(new Restart.Booted());
        assertThat(out("h1", "cat /proc/sys/kernel/random/boot_id")).isNotEqualTo(before);
        assertThat(out("h1", "cat /srv/kept")).isEqualTo("kept");
        assertThat(out("h1", "cat /proc/sys/net/ipv4/tcp_ecn")).isEqualTo("1");
        assertThat(out("h1", "cat /proc/sys/net/ipv4/tcp_retries2")).isNotEqualTo("9");
        // The right MTU was a hand's, the file's is what the next boot makes.
        assertThat(out("h1", "cat /sys/class/net/eth2/mtu")).isEqualTo("1500");
        assertThat(out("h1", "ping -c 1 -W 2 10.78.0.2 >/dev/null && echo reached"))
                .isEqualTo("reached");
    }

    @Test
    @Order(5)
    void aHostRestartsByItsOwnCommandAndAfterThePowerIsCut() {
        String before = out("h2", "cat /proc/sys/kernel/random/boot_id");
        on("h2", "systemctl reboot");
        assertThat(
                        Keeper.await(
                                () -> {
                                    Ran ran = on("h2", "cat /proc/sys/kernel/random/boot_id");
                                    return ran.status() == 0 && !ran.out().strip().equals(before);
                                },
                                System.nanoTime() + LIMIT.toNanos()))
                .isTrue();
        assertThat(lab.restart(up(), "h2", true, LIMIT)).isEqualTo(new Restart.Booted());
        on("h2", "systemctl poweroff");
        assertThat(
                        Keeper.await(
                                () -> !lab.find("b1").orElseThrow().hosts().get(1).up(),
                                System.nanoTime() + LIMIT.toNanos()))
                .isTrue();
        assertThat(lab.restart(up(), "h2", false, LIMIT)).isEqualTo(new Restart.Booted());
        assertThat(lab.restart(up(), "h9", false, LIMIT)).isInstanceOf(Restart.Refused.class);
    }

    /// What must not work on a host, and a word of the reason it gives. Mounting, namespaces and
    /// the host's own name are systemd's business and so possible.
    private static final Map<String, String> FORBIDDEN = new LinkedHashMap<>();

    static {
        FORBIDDEN.put("date -s @1577836800", "not permitted");
        FORBIDDEN.put("sysctl -w vm.swappiness=33", "vm.swappiness");
        FORBIDDEN.put("sysctl -w kernel.printk_ratelimit=6", "kernel.printk_ratelimit");
        FORBIDDEN.put("echo h >/proc/sysrq-trigger", "Read-only|No such file|denied");
        FORBIDDEN.put("head -c 1 /proc/kcore | grep .", "not permitted|No such file|^$");
        FORBIDDEN.put("mknod /tmp/disk b 8 0", "not permitted");
        FORBIDDEN.put("echo 1 >/sys/kernel/mm/ksm/run", "Read-only|No such file");
        FORBIDDEN.put("chrt -f 1 true", "not permitted");
        FORBIDDEN.put("dmesg -C", "not permitted");
        FORBIDDEN.put("echo 1 >/proc/irq/default_smp_affinity", "Read-only|No such file");
        FORBIDDEN.put(
                "perl -e '$f = pack(\"L\", 0x10); open(F, \"/etc/hostname\"); ioctl(F, 0x40086602, $f)"
                        + " or die $!'",
                "not permitted"); // FS_IOC_SETFLAGS, immutable: what chattr does
        FORBIDDEN.put(
                "perl -e '$h = pack(\"II\", 8, 1) . \"\\0\" x 8; sysopen(D, \"/\", 0); syscall("
                        + (System.getProperty("os.arch", "").equals("aarch64") ? 265 : 304)
                        + ", fileno(D), $h, 0) >= 0 or die $!'",
                "not permitted"); // open_by_handle_at
    }

    @Test
    @Order(6)
    void commandsThatReachTheMachineFail() {
        String status = out("h1", "grep -E '^Cap(Bnd|Eff|Prm)' /proc/self/status");
        for (String line : status.lines().toList()) {
            long held = Long.parseLong(line.substring(line.indexOf(':') + 1).strip(), 16);
            // Numbers of linux/capability.h: dac_read_search, linux_immutable, ipc_lock, module,
            // rawio, pacct, nice, time, mknod, syslog, wake_alarm, perfmon, bpf.
            for (int number : new int[] {2, 9, 14, 16, 17, 20, 23, 25, 27, 34, 35, 38, 39}) {
                assertThat(held >> number & 1).as("capability " + number).isZero();
            }
        }
        long before = Instant.now().getEpochSecond();
        for (Map.Entry<String, String> each : FORBIDDEN.entrySet()) {
            Ran ran = on("h1", "export LC_ALL=C\n{ " + each.getKey() + "; } 2>&1");
            assertThat(ran.status()).as(each.getKey()).isNotZero();
            assertThat(ran.out().strip()).as(each.getKey()).containsPattern(each.getValue());
        }
        assertThat(Instant.now().getEpochSecond()).isBetween(before, before + 120);
    }

    @Test
    @Order(7)
    void nothingOfItShowsOnTheMachineAndNothingOfTheMachineOnIt() throws IOException {
        assertThat(Machine.mountsOf(directory)).isEmpty();
        assertThat(Machine.links()).isEmpty();
        assertThat(Machine.namesOf(Files.getAttribute(up().networkNamespace(), "unix:ino")))
                .isEmpty();
        assertThat(out("h1", "ps -e -o comm")).doesNotContain("java");
        assertThat(on("h1", "ls " + directory).status()).isNotZero();
        assertThat(out("h1", "ls -A /root")).contains(".ssh");
        assertThat(out("h1", "grep -rhiE '^(deb|uris)' /etc/apt || true")).isEmpty();
        assertThat(out("h1", "cut -d: -f2 /etc/shadow | sort -u").lines())
                .allMatch(l -> l.matches("[!*]+"));
    }

    private static Fault fault(String text) {
        return Fault.parse(text) instanceof Fault.Parsed.Good(Fault good)
                ? good
                : fail("no fault: " + text);
    }

    @Test
    @Order(8)
    void aRailBreaksAndHealsWhileTheLabIsUp() {
        String ping = "ping -c 1 -W 1 -M do -s 8000 10.78.0.2";
        assertThat(lab.heal("b1", List.of("h1", "h2"))).isEmpty();
        assertThat(on("h1", ping).status()).isZero();
        assertThat(lab.breakNow("b1", fault("rail-mtu:h2/eth1"))).isEmpty();
        assertThat(on("h1", ping).status()).isNotZero();
        assertThat(lab.breakNow("b1", fault("link-down:h1/eth1"))).isEmpty();
        assertThat(out("h1", "cat /sys/class/net/eth1/carrier")).isEqualTo("0");
        assertThat(lab.find("b1").orElseThrow().faults())
                .contains("rail-mtu:h2/eth1", "link-down:h1/eth1");
        assertThat(lab.breakNow("b1", fault("loopback-name:h1")).orElse(""))
                .contains("built in by lab up");
        assertThat(lab.heal("b1", List.of("h1", "h2"))).isEmpty();
        assertThat(on("h1", ping).status()).isZero();
        assertThat(lab.find("b1").orElseThrow().faults())
                .noneMatch(f -> f.startsWith("rail-mtu") || f.startsWith("link-down"));
        assertThat(lab.heal("b1", List.of("h9"))).isPresent();
    }

    @Test
    @Order(8)
    void theIntentFitsTheLab() throws IOException {
        Result read = ClusterReader.read("cluster.yaml", Files.readString(up().clusterFile()));
        assertThat(read).isInstanceOf(Result.Accepted.class);
        assertThat(((Result.Accepted) read).warnings()).isEmpty();
    }

    private static Process raising(Path there, String... more) throws IOException {
        List<String> command =
                new ArrayList<>(
                        List.of(
                                Path.of(System.getProperty("java.home"), "bin/java").toString(),
                                "-XX:TieredStopAtLevel=1",
                                "-cp",
                                System.getProperty("java.class.path"),
                                RaisingMain.class.getName(),
                                there.toString(),
                                "3"));
        command.addAll(List.of(more));
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    @Test
    @Order(9)
    void upThatIsKilledWhileTheRootIsBuiltLeavesNothingThatDownDoesNotRemove() throws Exception {
        assumeTrue(
                Files.isExecutable(Path.of("/usr/bin/mmdebstrap")), "mmdebstrap is not installed");
        Path there = directory.resolve("building");
        Path cache = there.resolve("cache");
        Process raising = raising(there, "booted", cache.toString());
        Path state = there.resolve("state/lab/k");
        assertThat(
                        Keeper.await(
                                () -> !raising.isAlive() || building(cache),
                                System.nanoTime() + LIMIT.toNanos()))
                .isTrue();
        raising.destroyForcibly().waitFor(1, TimeUnit.MINUTES);
        String id = Files.readString(state.resolve("id")).strip();
        Lab other = new Lab(new Places(state.getParent(), there.resolve("run/lab"), cache));
        assertThat(other.down("k")).isInstanceOf(Lab.Removed.Gone.class);
        assertThat(Processes.find(Processes.mark("k", id))).isEmpty();
        assertThat(Machine.mountsOf(there)).isEmpty();
        assertThat(Machine.filesIn(cache)).isEmpty();
        Tree.remove(there);
    }

    /// True when mmdebstrap has begun to fill the root.
    private static boolean building(Path cache) {
        try {
            return Machine.filesIn(cache).stream().anyMatch(f -> f.endsWith("root/etc"));
        } catch (IOException | java.io.UncheckedIOException e) {
            return false; // it changes while it is looked at
        }
    }

    @Test
    @Order(9)
    void upThatIsKilledWhileHostsBootLeavesNothingThatDownDoesNotRemove() throws Exception {
        Path there = directory.resolve("killed");
        Process raising = raising(there, "booted");
        Path state = there.resolve("state/lab/k");
        assertThat(
                        Keeper.await(
                                () ->
                                        Files.exists(state.resolve("hosts/h2/pid"))
                                                || !raising.isAlive(),
                                System.nanoTime() + LIMIT.toNanos()))
                .isTrue();
        raising.destroyForcibly().waitFor(1, TimeUnit.MINUTES);
        String id = Files.readString(state.resolve("id")).strip();
        Lab other = new Lab(new Places(state.getParent(), there.resolve("run/lab")));
        assertThat(other.down("k")).isInstanceOf(Lab.Removed.Gone.class);
        assertThat(Processes.find(Processes.mark("k", id))).isEmpty();
        assertThat(controlGroups(id)).isEmpty();
        assertThat(Machine.filesIn(there)).isEmpty();
        Files.deleteIfExists(there);
    }
}
