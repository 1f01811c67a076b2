package io.railhead.evidence.paste;

import io.railhead.evidence.CommandLine;
import io.railhead.evidence.Lines;
import io.railhead.evidence.Parsers;
import io.railhead.evidence.log.Prefixes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Cuts a document where a prompt or a heading shows that another command was run.
public final class Pieces {
    /// More pieces than this are nonsense; the rest stays in the last one.
    static final int MOST = 20_000;

    private static final int LONGEST_PROMPT = 400;

    /// A shell's prompts: `ann@gpu01:~$ `, `[ann@gpu01 ~]# `, `[esx01:~] `, `leaf1# `, `$ `.
    private static final List<Pattern> PROMPTS =
            List.of(
                    Pattern.compile(
                            "^(?:\\([\\w.-]+\\) ?)?[\\w.-]+@(?<host>[\\w.-]+)[: ][^#$%>]{0,80}[#$%] *(?<command>\\S.*)$"),
                    Pattern.compile(
                            "^\\[[\\w.-]+@(?<host>[\\w.-]+) [^\\]]{0,80}\\] ?[#$] *(?<command>\\S.*)$"),
                    Pattern.compile("^\\[(?<host>[\\w.-]+):[^\\]]{0,80}\\] (?<command>\\S.*)$"),
                    Pattern.compile(
                            "^(?<host>[A-Za-z][\\w.-]*)(?: \\[[\\w: .-]{1,60}\\])?(?: ?\\([\\w/-]+\\))? ?[#>] ?(?<command>(?:show|sh|display|nv|run|sudo|config|module)\\b.*)$"),
                    Pattern.compile("^[$%] (?<command>\\S.*)$"));

    /// Headings of scripts: `=== gpu01: ibstat ===`, `--- show_gids ---`, `## ip addr`, `+ ibstat`.
    private static final Pattern HEADING =
            Pattern.compile(
                    "^(?:[=*#-]{2,}|[#+])[ :>]*(?:(?<host>[A-Za-z][\\w.-]*): ?)?(?<command>[a-zA-Z/].*?)[ :<]*[=*#-]*$");

    /// Programs after which a heading is a command and no sentence.
    private static final Set<String> PROGRAMS =
            Set.of(
                    "apt",
                    "bridge",
                    "cat",
                    "cma_roce_mode",
                    "cma_roce_tos",
                    "cpupower",
                    "date",
                    "dcb",
                    "dcgmi",
                    "df",
                    "dmesg",
                    "docker",
                    "dpkg",
                    "ecnconfig",
                    "env",
                    "esxcli",
                    "ethtool",
                    "export",
                    "fio",
                    "free",
                    "getent",
                    "grep",
                    "head",
                    "hostname",
                    "hostnamectl",
                    "ib_read_bw",
                    "ib_read_lat",
                    "ib_send_bw",
                    "ib_send_lat",
                    "ib_write_bw",
                    "ib_write_lat",
                    "ibdev2netdev",
                    "iblinkinfo",
                    "ibnetdiscover",
                    "ibstat",
                    "ibstatus",
                    "ibv_devices",
                    "ibv_devinfo",
                    "ibv_rc_pingpong",
                    "ifconfig",
                    "insmod",
                    "iostat",
                    "ip",
                    "iperf3",
                    "ipmitool",
                    "iptables",
                    "journalctl",
                    "kubectl",
                    "lldptool",
                    "ls",
                    "lsmod",
                    "lspci",
                    "mlnx_qos",
                    "mlxconfig",
                    "mlxlink",
                    "mlxreg",
                    "modinfo",
                    "modprobe",
                    "mokutil",
                    "mount",
                    "mpirun",
                    "mst",
                    "netplan",
                    "netstat",
                    "networkctl",
                    "nmcli",
                    "numactl",
                    "nv",
                    "nvidia-smi",
                    "nvme",
                    "perfquery",
                    "pfcwd",
                    "ping",
                    "podman",
                    "python",
                    "python3",
                    "rdma",
                    "show",
                    "show_gids",
                    "smartctl",
                    "squeue",
                    "srun",
                    "ss",
                    "ssh",
                    "sudo",
                    "sysctl",
                    "systemctl",
                    "taskset",
                    "tc",
                    "tcpdump",
                    "timeout",
                    "torchrun",
                    "ufw",
                    "ulimit",
                    "uname",
                    "vsish",
                    "which");

    private Pieces() {}

    /// The pieces in order; one of the whole document when nothing cuts it.
    public static List<Piece> of(String document) {
        List<Piece> pieces = new ArrayList<>();
        StringBuilder text = new StringBuilder();
        String machine = "";
        String command = "";
        int first = 1;
        int number = 0;
        for (String raw : (Iterable<String>) document.lines()::iterator) {
            number++;
            String line = Prefixes.stripped(Lines.clean(raw));
            Optional<Head> head = pieces.size() < MOST ? head(line) : Optional.empty();
            if (head.isPresent()) {
                if (!text.toString().isBlank()) {
                    pieces.add(new Piece(machine, command, first, text.toString()));
                }
                text.setLength(0);
                first = number;
                // A bare `$` prompt is of the machine that the prompts before it named.
                machine = head.get().host.isEmpty() ? machine : head.get().host;
                command = head.get().command;
            }
            text.append(line).append('\n');
        }
        if (!text.isEmpty()) pieces.add(new Piece(machine, command, first, text.toString()));
        return pieces;
    }

    private record Head(String host, String command) {}

    private static Optional<Head> head(String line) {
        if (line.length() < 3 || line.length() > LONGEST_PROMPT) return Optional.empty();
        char c = line.charAt(0);
        if (!Character.isLetter(c) && "[($%=*#-+".indexOf(c) < 0) return Optional.empty();
        if (Character.isLetter(c)
                && line.indexOf('#') < 0
                && line.indexOf('$') < 0
                && line.indexOf('>') < 0
                && line.indexOf('%') < 0) return Optional.empty();
        for (Pattern prompt : PROMPTS) {
            Matcher m = prompt.matcher(line);
            if (m.matches()) {
                boolean named = m.namedGroups().containsKey("host");
                return Optional.of(new Head(named ? m.group("host") : "", m.group("command")));
            }
        }
        Matcher m = HEADING.matcher(line);
        if (!m.matches()) return Optional.empty();
        String command = m.group("command");
        if (!isCommand(command)) return Optional.empty();
        String host = m.group("host");
        return Optional.of(new Head(host == null ? "" : host, command));
    }

    private static boolean isCommand(String text) {
        return PROGRAMS.contains(CommandLine.of(text).program())
                || Parsers.installed().forCommand(text).isPresent();
    }
}
