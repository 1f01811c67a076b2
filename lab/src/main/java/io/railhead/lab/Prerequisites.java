package io.railhead.lab;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;

/// What a machine needs for a lab, looked at without changing anything.
final class Prerequisites {
    /// Where programs are, for the lab and in its hosts.
    static final String PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

    /// Program, and the package of Debian and Ubuntu that has it: without these there is no lab.
    private static final Map<String, String> NEEDED = new LinkedHashMap<>();

    /// Without these the hosts stand, but checks and benchmarks in them lack their tools.
    private static final Map<String, String> USEFUL = new LinkedHashMap<>();

    static {
        NEEDED.put("sshd", "openssh-server");
        NEEDED.put("ssh", "openssh-client");
        NEEDED.put("ip", "iproute2");
        NEEDED.put("unshare", "util-linux");
        NEEDED.put("setpriv", "util-linux");
        NEEDED.put("pivot_root", "util-linux");
        NEEDED.put("nsenter", "util-linux");
        NEEDED.put("setsid", "util-linux");
        NEEDED.put("mount", "mount");
        USEFUL.put("ping", "iputils-ping");
        USEFUL.put("ethtool", "ethtool");
        USEFUL.put("sysctl", "procps");
        USEFUL.put("iperf3", "iperf3");
        USEFUL.put("sockperf", "sockperf");
    }

    /// What booted hosts need besides.
    private static final Map<String, String> BOOTED = Map.of("systemd-nspawn", "systemd-container");

    /// What virtual hosts need besides.
    private static final Map<String, String> VIRTUAL =
            Map.of("qemu-system-x86_64", "qemu-system-x86", "tar", "tar");

    /// What making their disk needs besides.
    private static final Map<String, String> IMAGING =
            Map.of("mke2fs", "e2fsprogs", "dpkg-deb", "dpkg", "gzip", "gzip");

    /// What building their root needs.
    private static final Map<String, String> BUILDING =
            Map.of("mmdebstrap", "mmdebstrap", "apt-get", "apt");

    /// Each step prints its name first: the last one printed is the one that failed. All of it
    /// happens in namespaces that end with the process.
    private static final String PROBE =
            """
            set -e
            echo tmpfs; mount -t tmpfs probe /tmp; cd /tmp; mkdir l u w m
            echo overlay; mount -t overlay probe -o lowerdir=l,upperdir=u,workdir=w m
            echo mknod; mknod n c 0 0; mknod z c 1 3; : >z
            echo proc; mount -t proc probe m
            echo veth; ip link add probe0 type veth peer name probe1
            echo bridge; ip link add probe2 type bridge
            echo setpriv; setpriv --bounding-set "$1" true
            echo good
            """;

    /// A control group can be made where systemd makes them.
    private static final String PROBE_GROUPS =
            """
            set -e
            echo groups
            found=
            while read -r _ point type options _; do
                case $type,$options, in
                    cgroup2,*|cgroup,*,name=systemd,*)
                        found=yes
                        mkdir "$point/railhead-lab-probe-$$-$(cat /proc/sys/kernel/random/uuid)"
                        rmdir "$point/railhead-lab-probe-$$-"*
                        ;;
                esac
            done </proc/self/mounts
            [ "$found" ] || { echo "no hierarchy of systemd is mounted"; exit 1; }
            """;

    private static final long PROBE_SECONDS = 20;

    private final String path;

    /// @param path directories to look for programs in, as in `PATH`
    Prerequisites(String path) {
        this.path = path;
    }

    /// The options of `unshare` for one host.
    static List<String> hostNamespaces() {
        List<String> options =
                new ArrayList<>(List.of("--net", "--mount", "--uts", "--ipc", "--pid"));
        if (Files.exists(Path.of("/proc/self/ns/cgroup"))) {
            options.add("--cgroup");
        }
        return options;
    }

    /// @param built true when the root of booted hosts need not be built
    Readiness look(HostKind kind, boolean built) {
        if (!System.getProperty("os.name", "").equals("Linux")) {
            return new Readiness.Cannot(
                    "a lab is made of Linux namespaces, and this is not Linux",
                    "run it on a Linux machine or virtual machine");
        }
        if (!effectiveUserIsRoot()) {
            return new Readiness.Cannot("a lab needs root", "run it with sudo");
        }
        TreeSet<String> needed = missing(NEEDED);
        if (kind == HostKind.BOOTED) {
            needed.addAll(missing(BOOTED));
            needed.addAll(built ? List.of() : missing(BUILDING));
        }
        if (kind == HostKind.VIRTUAL) {
            if (!List.of("amd64", "x86_64").contains(System.getProperty("os.arch", ""))) {
                return new Readiness.Cannot(
                        "virtual hosts are made for x86-64 only", "use such a machine");
            }
            if (!Files.exists(Path.of("/dev/net/tun"))) {
                return new Readiness.Cannot(
                        "this machine has no /dev/net/tun, which the links of virtual hosts need",
                        "modprobe tun, or start the container with --device /dev/net/tun");
            }
            needed.addAll(missing(VIRTUAL));
            if (!built) {
                needed.addAll(missing(BUILDING));
                needed.addAll(missing(IMAGING));
            }
        }
        TreeSet<String> useful = missing(USEFUL);
        if (!needed.isEmpty()) {
            return new Readiness.Lacks(List.copyOf(needed), List.copyOf(useful));
        }
        return probe(kind)
                .<Readiness>map(c -> c)
                .orElseGet(() -> new Readiness.Ready(List.copyOf(useful)));
    }

    private TreeSet<String> missing(Map<String, String> programs) {
        TreeSet<String> packages = new TreeSet<>();
        programs.forEach(
                (program, owner) -> {
                    if (find(program).isEmpty()) {
                        packages.add(owner);
                    }
                });
        return packages;
    }

    private Optional<Path> find(String program) {
        for (String directory : path.split(":")) {
            Path file = Path.of(directory, program);
            if (Files.isExecutable(file)) {
                return Optional.of(file);
            }
        }
        return Optional.empty();
    }

    private static boolean effectiveUserIsRoot() {
        try {
            for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
                if (line.startsWith("Uid:")) {
                    return line.split("\\s+")[2].equals("0");
                }
            }
        } catch (IOException e) {
            // said by the probe
        }
        return false;
    }

    private static Optional<Readiness.Cannot> probe(HostKind kind) {
        List<String> command = new ArrayList<>(List.of("unshare"));
        command.addAll(hostNamespaces());
        command.addAll(
                List.of(
                        "--fork",
                        "/bin/sh",
                        "-c",
                        kind == HostKind.BOOTED ? PROBE_GROUPS + PROBE : PROBE,
                        "probe",
                        Capabilities.boundingSet()));
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().put("PATH", PATH);
        builder.environment().put("LC_ALL", "C");
        builder.redirectErrorStream(true);
        String printed;
        try {
            Process process = builder.start();
            process.getOutputStream().close();
            printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (!process.waitFor(PROBE_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (IOException e) {
            printed = String.valueOf(e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            printed = "interrupted";
        }
        return verdict(printed);
    }

    /// @param printed all that the probe printed
    static Optional<Readiness.Cannot> verdict(String printed) {
        List<String> lines = printed.strip().lines().map(String::strip).toList();
        if (lines.contains("good")) {
            return Optional.empty();
        }
        String step = "namespaces";
        String last = "it printed nothing";
        for (String line : lines) {
            if (line.matches("groups|tmpfs|overlay|mknod|proc|veth|bridge|setpriv")) {
                step = line;
                last = "it printed nothing";
            } else if (last.equals("it printed nothing")) {
                last = line;
            }
        }
        String what =
                switch (step) {
                    case "namespaces" -> "this machine allows no new namespaces";
                    case "tmpfs", "proc" -> "this machine allows no mounts";
                    case "groups" -> "this machine allows no control groups";
                    case "overlay" -> "this machine has no overlay file system";
                    case "mknod" -> "this machine allows no device nodes";
                    case "setpriv" -> "capabilities cannot be dropped here";
                    default -> "this machine has no virtual network links (" + step + ")";
                };
        String remedy =
                switch (step) {
                    case "overlay", "veth", "bridge" ->
                            "use a kernel that has overlay, veth and bridge (modprobe "
                                    + step
                                    + ")";
                    case "setpriv" -> "update util-linux and libcap-ng";
                    default ->
                            "if this is a container, start it with --privileged, or use the"
                                    + " machine itself";
                };
        return Optional.of(new Readiness.Cannot(what + ": " + last, remedy));
    }
}
