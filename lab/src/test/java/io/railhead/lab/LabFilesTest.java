package io.railhead.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.railhead.lab.LabRecord.FirstProcess;
import io.railhead.lab.LabRecord.HostRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Files of a lab that need no lab to be tested.
class LabFilesTest {
    @TempDir Path directory = Path.of("/nowhere");

    @Test
    void namesOfHostsAreAsWideAsTheirNumber() {
        assertThat(Addressing.name(0, 2)).isEqualTo("h1");
        assertThat(Addressing.name(6, 64)).isEqualTo("h07");
        assertThat(Addressing.name(255, 256)).isEqualTo("h256");
        assertThat(Addressing.range(256)).isEqualTo("h[001-256]");
    }

    @Test
    void noTwoOf256HostsShareAnAddressOrHardwareAddress() {
        Set<String> seen = new TreeSet<>();
        for (Addressing.Net net : Addressing.Net.values()) {
            for (int i = 0; i < 256; i++) {
                assertThat(seen.add(net.address(i))).isTrue();
                assertThat(seen.add(net.mac(i))).isTrue();
                assertThat(seen.add(net.port(i))).isTrue();
            }
        }
    }

    @Test
    void aRecordIsReadAsItWasWritten() throws IOException {
        LabRecord record =
                new LabRecord(
                        "lab",
                        "id-1",
                        HostKind.BOOTED,
                        true,
                        List.of(
                                new HostRecord(
                                        "h1",
                                        List.of("10.77.0.1", "10.78.0.1"),
                                        new FirstProcess(42, 99)),
                                new HostRecord("h2", List.of("10.77.0.2"), FirstProcess.NONE)),
                        List.of("sysctl-override:h1/net.ipv4.tcp_rmem=1 2 3"),
                        Optional.of("mlx5"));
        Path file = directory.resolve("lab");
        record.write(file);
        assertThat(LabRecord.read(file)).contains(record);
    }

    @Test
    void aVirtualHostsLinksSayTheirMtuAddressBridgeAndCable() {
        HostPlan plan = HostPlan.of(1, 2).withPort(Addressing.Net.RAIL1, PortPlan::uncabled);
        assertThat(VirtualFiles.ports(plan))
                .isEqualTo(
                        """
                        m2 1500 02:72:6c:4d:00:01 br-mgmt up
                        a2 9000 02:72:6c:4e:00:01 br-rail0 up
                        b2 9000 02:72:6c:4f:00:01 br-rail1 down
                        """);
    }

    @Test
    void theIntentOfVirtualHostsNamesTheirRdmaDevices() {
        LabRequest request = new LabRequest("v", HostKind.VIRTUAL, 2, List.of(), Optional.empty());
        assertThat(ClusterText.of(request, Path.of("/k"), Path.of("/known"), Path.of("/run/net")))
                .contains("    rdma: rxe0/1\n")
                .contains("    rdma: rxe1/1\n");
    }

    @Test
    void aDamagedRecordIsNoRecordAndThrowsNothing() throws IOException {
        assertThat(LabRecord.read(directory.resolve("absent"))).isEmpty();
        Path file = directory.resolve("lab");
        String whole = "format\trailhead-lab/1\nname\tx\nid\ty\nhost\th1\t1\t2\t10.77.0.1\n";
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        for (int i = 0; i < 500; i++) {
            StringBuilder text = new StringBuilder(whole);
            for (int n = random.nextInt(6); n >= 0; n--) {
                text.setCharAt(random.nextInt(text.length()), (char) random.nextInt(128));
            }
            text.setLength(random.nextInt(text.length() + 1));
            Files.writeString(file, text);
            assertThat(LabRecord.read(file)).as("seed %d", seed).isNotNull();
        }
    }

    @Test
    void mountsOfDisksAreFoundAndThoseOfTheKernelAreNot() {
        String mountinfo =
                """
                22 1 254:0 / / rw - ext4 /dev/vda rw
                23 22 0:20 / /proc rw shared:5 - proc proc rw
                30 22 254:2 / /var rw,relatime shared:7 master:1 - xfs /dev/vdc rw
                29 22 254:1 / /usr rw,relatime shared:6 - ext4 /dev/vdb rw
                31 22 254:3 / /opt/with\\040blank rw - btrfs /dev/vdd rw
                32 22 0:33 / /run rw - tmpfs tmpfs rw
                broken line
                33 22 0:33
                """;
        assertThat(MachineMounts.parse(mountinfo))
                .containsExactly(Path.of("/opt/with blank"), Path.of("/usr"), Path.of("/var"));
    }

    @Test
    void onlyOneMayWorkOnALab() throws IOException {
        Path file = directory.resolve("run/lab.lock");
        LabLock first = LabLock.take(file).orElseThrow();
        assertThat(LabLock.take(file)).isEmpty();
        first.close();
        assertThat(file).doesNotExist();
        LabLock second = LabLock.take(file).orElseThrow();
        second.close();
    }

    @Test
    void anotherProcessThatHoldsTheLockIsRespected() throws Exception {
        assumeTrue(Machine.run(List.of("sh", "-c", "command -v flock")).status() == 0, "no flock");
        // flock(1) takes another kind of lock; java takes the same.
        Path file = directory.resolve("lab.lock");
        Process holder =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin/java").toString(),
                                "-cp",
                                System.getProperty("java.class.path"),
                                LockingMain.class.getName(),
                                file.toString())
                        .start();
        try {
            assertThat(holder.inputReader().readLine()).isEqualTo("held");
            assertThat(LabLock.take(file)).isEmpty();
        } finally {
            holder.destroyForcibly().waitFor();
        }
        LabLock.take(file).orElseThrow().close();
    }

    @Test
    void keysAreReadByOpenSsh() throws IOException {
        assumeTrue(
                Machine.run(List.of("sh", "-c", "command -v ssh-keygen")).status() == 0,
                "no ssh-keygen");
        for (int i = 0; i < 20; i++) {
            SshKeyPair pair = SshKeyPair.generate(SshKeyPair.generator(), "c".repeat(i));
            Path file = directory.resolve("key" + i);
            new Tree(directory).file("/key" + i, pair.privateFile(), "rw-------");
            Machine.Ran read = Machine.run(List.of("ssh-keygen", "-y", "-f", file.toString()));
            assertThat(read.status()).as(read.out()).isZero();
            assertThat(read.out()).startsWith(pair.publicLine());
        }
    }

    @Test
    void theMaskHidesWhatIsNotKept() throws IOException {
        Path machine = Files.createDirectory(directory.resolve("machine"));
        Path seen = Files.createDirectory(directory.resolve("layers"));
        Files.createDirectories(seen.resolve("mask"));
        Files.createDirectories(seen.resolve("skeleton"));
        Files.writeString(seen.resolve("whiteout"), "");
        for (String kept : List.of("usr/bin", "etc/ssl/certs", "etc/python3.12", "var/lib/dpkg")) {
            Files.createDirectories(machine.resolve(kept));
        }
        for (String hidden :
                List.of(
                        "root",
                        "data",
                        "etc/kubernetes",
                        "var/lib/mysql",
                        "var/log",
                        "opt/app",
                        "usr/local/etc",
                        "etc/ssl/private")) {
            Files.createDirectories(machine.resolve(hidden));
        }
        Files.setPosixFilePermissions(
                machine.resolve("etc/ssl/private"), PosixFilePermissions.fromString("rwx------"));
        Files.writeString(machine.resolve("etc/ssl/secret"), "x");
        Files.setPosixFilePermissions(
                machine.resolve("etc/ssl/secret"), PosixFilePermissions.fromString("rw-r-----"));
        Files.writeString(machine.resolve("swapfile"), "");

        Layers layers = new Layers(machine, seen);
        layers.mask();

        for (String hidden :
                List.of(
                        "root",
                        "data",
                        "swapfile",
                        "etc/kubernetes",
                        "var/lib/mysql",
                        "var/log",
                        "opt/app",
                        "usr/local/etc",
                        "etc/ssl/private",
                        "etc/ssl/secret")) {
            assertThat(seen.resolve("mask").resolve(hidden)).as(hidden).isRegularFile();
            assertThat(layers.shows(machine.resolve(hidden))).as(hidden).isFalse();
        }
        for (String kept :
                List.of("usr", "usr/bin", "etc/ssl/certs", "etc/python3.12", "var/lib/dpkg")) {
            assertThat(layers.shows(machine.resolve(kept))).as(kept).isTrue();
        }
        assertThat(layers.shows(machine.resolve("data/below"))).isFalse();
        assertThat(layers.above(machine.resolve("var"))).containsExactly("mask/var");
    }

    @Test
    void removingATreeFollowsNoLink() throws IOException {
        Path outside = Files.createDirectory(directory.resolve("outside"));
        Files.writeString(outside.resolve("file"), "kept");
        Path tree = Files.createDirectories(directory.resolve("tree/a/b"));
        Files.createSymbolicLink(tree.resolve("link"), outside);
        Files.createSymbolicLink(directory.resolve("tree/up"), Path.of(".."));
        Tree.remove(directory.resolve("tree"));
        assertThat(Files.exists(directory.resolve("tree"), LinkOption.NOFOLLOW_LINKS)).isFalse();
        assertThat(outside.resolve("file")).hasContent("kept");
    }

    @Test
    void whatTheProbeCouldNotDoIsSaidInWords() {
        assertThat(Prerequisites.verdict("tmpfs\noverlay\nmknod\ngood\n")).isEmpty();
        assertThat(
                        Prerequisites.verdict("unshare: unshare failed: Operation not permitted\n")
                                .orElseThrow()
                                .reason())
                .isEqualTo(
                        "this machine allows no new namespaces: unshare: unshare failed: Operation"
                                + " not permitted");
        Readiness.Cannot overlay =
                Prerequisites.verdict("tmpfs\noverlay\nmount: m: unknown filesystem type\n")
                        .orElseThrow();
        assertThat(overlay.reason()).startsWith("this machine has no overlay file system: mount:");
        assertThat(overlay.remedy()).contains("overlay");
        assertThat(Prerequisites.verdict("").orElseThrow().reason()).contains("nothing");
    }

    @Test
    void missingProgramsAreNamedByPackageAllAtOnce() {
        assumeTrue(Machine.run(List.of("id", "-u")).out().strip().equals("0"), "not root");
        Readiness readiness =
                new Prerequisites(directory.toString()).look(HostKind.NAMESPACE, true);
        assertThat(readiness).isInstanceOf(Readiness.Lacks.class);
        assertThat(((Readiness.Lacks) readiness).packages())
                .contains(
                        "openssh-server",
                        "iproute2",
                        "util-linux",
                        "iperf3",
                        "sockperf",
                        "ethtool",
                        "iputils-ping")
                .doesNotHaveDuplicates();
    }

    @Test
    void wrongRequestsAreRefusedWithWhatToDo() {
        Lab lab = new Lab(new Places(directory.resolve("s"), directory.resolve("r")));
        for (LabRequest request :
                List.of(
                        new LabRequest("Lab", 2, List.of(), Optional.empty()),
                        new LabRequest("../x", 2, List.of(), Optional.empty()),
                        new LabRequest("lab", 1, List.of(), Optional.empty()),
                        new LabRequest("lab", 257, List.of(), Optional.empty()),
                        new LabRequest(
                                "lab",
                                2,
                                List.of(new Fault(Fault.Kind.LINK_DOWN, "h3", "eth1", "")),
                                Optional.empty()))) {
            assertThat(lab.up(request, LabEvents.NONE)).isInstanceOf(LabResult.Refused.class);
        }
        assertThat(lab.down("../x")).isInstanceOf(Lab.Removed.Absent.class);
        assertThat(directory).isEmptyDirectory();
    }
}
