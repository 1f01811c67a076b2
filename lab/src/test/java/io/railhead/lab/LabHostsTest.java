package io.railhead.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.fail;

import io.railhead.intent.ClusterReader;
import io.railhead.intent.Result;
import io.railhead.lab.LabInfo.Condition;
import io.railhead.lab.LabInfo.HostInfo;
import io.railhead.lab.Machine.Ran;
import io.railhead.model.intent.Cluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// One real lab with one fault of every kind, looked at from inside and outside.
@Tag("lab")
class LabHostsTest {
    @TempDir static Path directory = Path.of("/nowhere");
    private static Lab lab = new Lab(Places.DEFAULT);
    private static LabInfo up =
            new LabInfo(
                    "",
                    HostKind.NAMESPACE,
                    Condition.REMAINS,
                    List.of(),
                    List.of(),
                    Optional.empty(),
                    Path.of(""),
                    Path.of(""),
                    Path.of(""),
                    Path.of(""));

    @BeforeAll
    static void raise() {
        Machine.assumeReady();
        lab = new Lab(new Places(directory.resolve("state/lab"), directory.resolve("run/lab")));
        List<Fault> faults = new ArrayList<>();
        for (String text :
                List.of(
                        "rail-mtu:h2/eth1",
                        "stale-netplan:h3/eth1",
                        "duplicate-address:h4/eth2=h1",
                        "wrong-prefix:h5/eth1",
                        "link-down:h3/eth2",
                        "sysctl-override:h2/net.ipv4.tcp_rmem=4096 8192 16384",
                        "loopback-name:h5",
                        "duplicate-hostname:h4=h1")) {
            switch (Fault.parse(text)) {
                case Fault.Parsed.Good(Fault fault) -> faults.add(fault);
                case Fault.Parsed.Bad(String why) -> fail(why);
            }
        }
        TreeSet<String> ready = new TreeSet<>();
        LabResult result = lab.up(new LabRequest("t1", 5, faults, Optional.empty()), ready::add);
        assertThat(result).isInstanceOf(LabResult.Up.class);
        up = ((LabResult.Up) result).lab();
        assertThat(ready).containsExactly("h1", "h2", "h3", "h4", "h5");
    }

    @AfterAll
    static void remove() throws IOException {
        if (up.hosts().isEmpty()) {
            return;
        }
        String mark =
                Processes.mark(
                        "t1", Files.readString(directory.resolve("state/lab/t1/id")).strip());
        Object namespace = Files.getAttribute(up.networkNamespace(), "unix:ino");
        assertThat(Processes.find(mark)).isNotEmpty();
        assertThat(lab.down("t1")).isInstanceOf(Lab.Removed.Gone.class);
        assertThat(Processes.find(mark)).isEmpty();
        assertThat(namespacesOfProcesses()).doesNotContain(String.valueOf(namespace));
        assertThat(Machine.filesIn(directory)).isEmpty();
        assertThat(Machine.mountsOf(directory)).isEmpty();
        assertThat(lab.down("t1")).isInstanceOf(Lab.Removed.Absent.class);
    }

    private static List<String> namespacesOfProcesses() throws IOException {
        List<String> found = new ArrayList<>();
        for (ProcessHandle process : ProcessHandle.allProcesses().toList()) {
            try {
                Path namespace = Path.of("/proc", String.valueOf(process.pid()), "ns/net");
                found.add(String.valueOf(Files.getAttribute(namespace, "unix:ino")));
            } catch (IOException e) {
                // ended meanwhile
            }
        }
        return found;
    }

    private static Ran on(String host, String command) {
        return Machine.on(up, host, command);
    }

    private static String out(String host, String command) {
        Ran ran = on(host, command);
        assertThat(ran.status()).as(ran.out()).isZero();
        return ran.out().strip();
    }

    @Test
    void everyHostHasItsOwnNameAndAddresses() {
        for (HostInfo host : up.hosts()) {
            assertThat(host.up()).isTrue();
            String links = out(host.name(), "ip -br address");
            assertThat(links).contains(host.addresses());
        }
        assertThat(out("h3", "hostname; cat /etc/hostname")).isEqualTo("h3\nh3");
        assertThat(out("h1", "cat /etc/machine-id")).isNotEqualTo(out("h2", "cat /etc/machine-id"));
        assertThat(out("h1", "ping -c 1 -W 2 h2 >/dev/null && echo reached")).isEqualTo("reached");
    }

    @Test
    void railsCarryNineThousandBytesAndManagementFifteenHundred() {
        assertThat(out("h1", "cat /sys/class/net/eth0/mtu /sys/class/net/eth1/mtu"))
                .isEqualTo("1500\n9000");
        assertThat(on("h1", "ping -c 1 -W 2 -M do -s 8972 10.78.0.3").status()).isZero();
        assertThat(on("h1", "ping -c 1 -W 1 -M do -s 8973 10.78.0.3").status()).isNotZero();
    }

    @Test
    void nothingOfItShowsOnTheMachine() throws IOException {
        assertThat(Machine.mountsOf(directory)).isEmpty();
        assertThat(Machine.links()).isEmpty();
        assertThat(Machine.namesOf(Files.getAttribute(up.networkNamespace(), "unix:ino")))
                .isEmpty();
    }

    /// What must not work on a host, and a word of the reason it gives.
    private static final Map<String, String> FORBIDDEN = new LinkedHashMap<>();

    static {
        FORBIDDEN.put("date -s @1577836800", "not permitted");
        FORBIDDEN.put("sysctl -w vm.swappiness=33", "vm.swappiness");
        FORBIDDEN.put("sysctl -w kernel.printk_ratelimit=6", "kernel.printk_ratelimit");
        FORBIDDEN.put("echo h >/proc/sysrq-trigger", "Read-only|No such file");
        FORBIDDEN.put("head -c 1 /proc/kcore", "not permitted|No such file");
        FORBIDDEN.put("mount -t tmpfs x /mnt", "denied");
        FORBIDDEN.put("mount -o remount,rw /proc", "denied");
        FORBIDDEN.put("umount /proc", "must be superuser|not permitted|denied");
        FORBIDDEN.put("mknod /tmp/disk b 8 0", "not permitted");
        FORBIDDEN.put("echo 1 >/sys/kernel/mm/ksm/run", "Read-only|No such file");
        FORBIDDEN.put("unshare -m true", "not permitted");
        FORBIDDEN.put("nsenter -t 1 -m true", "not permitted");
        FORBIDDEN.put("hostname other", "must be root");
        FORBIDDEN.put("chrt -f 1 true", "not permitted");
        FORBIDDEN.put("dmesg -C", "not permitted");
        // The system calls themselves: the programs may not be installed, or need systemd.
        FORBIDDEN.put(
                "perl -e '$f = pack(\"L\", 0x10); open(F, \"/etc/hostname\"); ioctl(F, 0x40086602, $f)"
                        + " or die $!'",
                "not permitted"); // FS_IOC_SETFLAGS, immutable: what chattr does
        FORBIDDEN.put(
                perl(number(175, 105), "$s, 0, $s"),
                "not permitted|not implemented"); // init_module
        FORBIDDEN.put(
                perl(number(169, 142), "0xfee1dead, 672274793, 0x1234567, 0"),
                "not permitted"); // reboot, restart
        FORBIDDEN.put(
                "perl -e '$h = pack(\"II\", 8, 1) . \"\\0\" x 8; sysopen(D, \"/\", 0); syscall("
                        + number(304, 265)
                        + ", fileno(D), $h, 0) >= 0 or die $!'",
                "not permitted"); // open_by_handle_at
    }

    private static String perl(int systemCall, String arguments) {
        return "perl -e '$s = \"\\0\" x 64; syscall("
                + systemCall
                + ", "
                + arguments
                + ") == 0 or die $!'";
    }

    /// System call numbers of the two architectures.
    private static int number(int x86, int arm) {
        return System.getProperty("os.arch", "").equals("aarch64") ? arm : x86;
    }

    /// A command that reaches the machine must not be tried with the power to do so.
    private static void assertPowerless(String host) {
        String status = out(host, "grep -E '^Cap(Bnd|Eff|Prm)' /proc/self/status");
        long held = 0;
        for (String line : status.lines().toList()) {
            held |= Long.parseLong(line.substring(line.indexOf(':') + 1).strip(), 16);
        }
        List<String> dangerous = new ArrayList<>();
        // Numbers of linux/capability.h.
        for (int number : new int[] {2, 9, 16, 17, 19, 21, 22, 23, 25, 27, 34, 38, 39}) {
            if ((held >> number & 1) != 0) {
                dangerous.add("capability " + number);
            }
        }
        assertThat(dangerous).isEmpty();
    }

    @Test
    void commandsThatReachTheMachineFail() {
        assertPowerless("h1");
        long before = Instant.now().getEpochSecond();
        StringBuilder script = new StringBuilder("export LC_ALL=C\n");
        for (String command : FORBIDDEN.keySet()) {
            script.append("{ ").append(command).append("; } 2>&1; echo \"status $?\"\n");
        }
        String printed = out("h1", script.toString());
        List<String> answers = List.of(printed.split("status \\d+\\R?"));
        assertThat(answers).hasSameSizeAs(FORBIDDEN.keySet());
        List<String> statuses =
                Pattern.compile("status (\\d+)")
                        .matcher(printed)
                        .results()
                        .map(m -> m.group(1))
                        .toList();
        assertThat(statuses).doesNotContain("0");
        int i = 0;
        for (Map.Entry<String, String> entry : FORBIDDEN.entrySet()) {
            assertThat(answers.get(i++)).as(entry.getKey()).containsPattern(entry.getValue());
        }
        assertThat(Instant.now().getEpochSecond()).isBetween(before, before + 120);
        assertThat(out("h1", "echo alive")).isEqualTo("alive");
    }

    @Test
    void networkSettingsArePrivate() throws IOException {
        Path machines = Path.of("/proc/sys/net/ipv4/tcp_retries2");
        String before = Files.readString(machines);
        assertThat(out("h1", "sysctl -w net.ipv4.tcp_retries2=11")).contains("11");
        assertThat(out("h1", "cat /proc/sys/net/ipv4/tcp_retries2")).isEqualTo("11");
        assertThat(out("h2", "cat /proc/sys/net/ipv4/tcp_retries2")).isNotEqualTo("11");
        assertThat(Files.readString(machines)).isEqualTo(before);
    }

    @Test
    void noFileOutsideTheNetworkSettingsIsWritableInProcAndSys() {
        String mounts = out("h1", "grep -E ' /(proc|sys|dev)' /proc/mounts");
        assertThat(mounts.lines().filter(l -> l.contains(" /proc proc ")))
                .allMatch(l -> l.contains(" ro,"));
        assertThat(mounts.lines().filter(l -> l.contains(" /sys sysfs ")))
                .allMatch(l -> l.contains(" ro,"));
        assertThat(mounts.lines().filter(l -> l.contains(" /proc/sys/net ")))
                .allMatch(l -> l.contains(" rw,"));
    }

    @Test
    void theMachinesSecretsAreNotThere() throws IOException {
        assertThat(out("h1", "ls -A /root")).isEqualTo(".ssh");
        assertThat(out("h1", "ls -A /home /srv /mnt /media /boot | grep -v : | grep . || true"))
                .isEmpty();
        assertThat(out("h1", "cut -d: -f2 /etc/shadow | sort -u")).isEqualTo("*");
        assertThat(out("h1", "ls /etc/ssh")).doesNotContain("rsa");
        Path key = Path.of("/etc/ssh/ssh_host_ed25519_key.pub");
        if (Files.exists(key)) {
            assertThat(out("h1", "cat /etc/ssh/ssh_host_ed25519_key.pub").split(" ")[1])
                    .isNotEqualTo(Files.readString(key).split(" ")[1]);
        }
        assertThat(on("h1", "ls " + directory).status()).isNotZero();
        assertThat(out("h1", "find /etc -xdev -type f ! -perm -004 | sort"))
                .isEqualTo(
                        "/etc/gshadow\n/etc/netplan/50-rails.yaml\n/etc/shadow\n"
                                + "/etc/ssh/ssh_host_ed25519_key\n/etc/ssh/sshd_config");
        assertThat(out("h1", "ls /dev | sort | tr '\\n' ' '").strip())
                .isEqualTo("fd full null ptmx pts random shm stderr stdin stdout tty urandom zero");
    }

    @Test
    void processesOfTheMachineAndOfOtherHostsAreNotSeen() {
        String processes = out("h1", "ps -e -o pid,comm");
        assertThat(processes.lines().skip(1).map(String::strip).findFirst().orElse(""))
                .matches("1 +sshd");
        assertThat(processes).doesNotContain("java");
    }

    @Test
    void filesOfAHostAreItsOwn() throws IOException {
        out("h1", "echo mine >/usr/local/bin/lab-only; echo x >/etc/sysctl.d/50-x.conf");
        assertThat(on("h2", "test -e /usr/local/bin/lab-only").status()).isNotZero();
        assertThat(Path.of("/usr/local/bin/lab-only")).doesNotExist();
    }

    @Test
    void orphansAreCollected() {
        out("h1", "setsid sh -c 'sleep 0.1' >/dev/null 2>&1 </dev/null & sleep 0.5");
        assertThat(out("h1", "ps -e -o stat= | grep -c Z || true")).isEqualTo("0");
    }

    @Test
    void eachFaultIsThereAndNowhereElse() {
        assertThat(
                        out(
                                "h2",
                                "cat /sys/class/net/eth1/mtu /sys/class/net/eth2/mtu;"
                                        + " grep -c 'mtu: 9000' /etc/netplan/50-rails.yaml;"
                                        + " cat /proc/sys/net/ipv4/tcp_rmem"
                                        + " /etc/sysctl.d/99-zzz-lab-fault.conf"))
                .isEqualTo(
                        "1500\n9000\n1\n4096\t8192\t16384\n"
                                + "net.ipv4.tcp_rmem = 4096 8192 16384");
        assertThat(out("h3", "cat /sys/class/net/eth1/mtu")).isEqualTo("9000");
        assertThat(out("h3", "grep -A3 eth1 /etc/netplan/50-rails.yaml")).contains("mtu: 1500");
        assertThat(out("h4", "ip -br address show eth2")).contains("10.79.0.1/16");
        assertThat(out("h5", "ip -br address show eth1")).contains("10.78.0.5/24");
        assertThat(out("h3", "cat /sys/class/net/eth2/carrier")).isEqualTo("0");
        assertThat(out("h3", "cat /sys/class/net/eth1/carrier")).isEqualTo("1");
        assertThat(out("h5", "getent ahostsv4 h5")).startsWith("127.0.1.1");
        assertThat(out("h1", "getent ahostsv4 h5")).startsWith("10.77.0.5");
        assertThat(out("h4", "hostname")).isEqualTo("h1");
        assertThat(up.faults()).hasSize(8).contains("rail-mtu:h2/eth1");
    }

    @Test
    void aSecondLabOfTheNameIsRefused() {
        LabResult again =
                lab.up(new LabRequest("t1", 2, List.of(), Optional.empty()), LabEvents.NONE);
        assertThat(again)
                .isEqualTo(
                        new LabResult.Refused(
                                "the lab t1 is up already",
                                "railhead lab down t1, or choose another --name"));
    }

    @Test
    void theLabIsListed() throws IOException {
        assertThat(lab.list()).extracting(LabInfo::name).containsExactly("t1");
        assertThat(lab.find("t1").map(LabInfo::condition)).contains(Condition.UP);
        assertThat(lab.find("t2")).isEmpty();
    }

    @Test
    void theIntentFitsTheLab() throws IOException {
        Result read = ClusterReader.read("cluster.yaml", Files.readString(up.clusterFile()));
        assertThat(read).isInstanceOf(Result.Accepted.class);
        Result.Accepted accepted = (Result.Accepted) read;
        assertThat(accepted.warnings()).isEmpty();
        Cluster cluster = accepted.cluster();
        assertThat(cluster.lab()).isTrue();
        assertThat(cluster.hosts()).hasSize(5);
        cluster.hosts()
                .forEach(
                        h ->
                                assertThat(h.address())
                                        .isEqualTo(up.host(h.name()).orElseThrow().address()));
    }
}
