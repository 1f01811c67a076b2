package io.railhead.bench.saturate;

import io.railhead.bench.RdmaEnd;
import io.railhead.bench.path.Port;
import io.railhead.bench.run.Machine;
import io.railhead.evidence.Parsers;
import io.railhead.model.Facts;
import io.railhead.model.Transcript;
import io.railhead.model.counters.PortCounts;
import io.railhead.model.intent.Host;
import io.railhead.reach.Unreachable;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Reads the counters of a host's port: those of the NIC, of its RDMA device and of the kernel.
final class SaturateCounters {
    private static final Duration LIMIT = Duration.ofSeconds(15);

    private SaturateCounters() {}

    /// @param facts of the host, collected before
    static PortCounts of(Facts facts, Host host, String rail, Machine machine) throws Unreachable {
        Port port = Port.of(facts, host, host.rail(rail).orElseThrow());
        String nic = port.wanted().interfaceName();
        Facts.Builder read = Facts.builder();
        Parsers.installed().read(shown(machine, "ethtool -S " + nic), read);
        Optional<String> device = port.rdma().end().map(RdmaEnd::device);
        if (device.isPresent()) {
            Parsers.installed().read(shown(machine, "rdma statistic show"), read);
        }
        PortCounts counts = new PortCounts();
        counts.add(read.build(), host.name(), nic, device);
        counts.add(host.name(), nic, named(kernel(machine, nic)));
        return counts;
    }

    private static Transcript shown(Machine machine, String command) throws Unreachable {
        return machine.run(command, command + "\n", LIMIT);
    }

    private static Transcript kernel(Machine machine, String nic) throws Unreachable {
        return machine.run(
                "counters of the kernel",
                """
                cd /sys/class/net/%1$s/statistics 2>/dev/null && for f in *; do
                    echo "$f $(cat $f)"
                done
                tc -s qdisc show dev %1$s 2>/dev/null | awk '
                    { for (i = 1; i < NF; i++) {
                        if ($i == "(dropped") { d += $(i + 1); seen = 1 }
                        if ($i == "ecn_mark") { e += $(i + 1); marks = 1 } } }
                    END { if (seen) print "qdisc_dropped", d + 0
                        if (marks) print "qdisc_ecn_mark", e + 0 }'
                awk '/^IpExt:/ { if (n++) { for (i = 2; i <= NF; i++) if (h[i] == "InCEPkts")
                    print h[i], $i } else for (i = 2; i <= NF; i++) h[i] = $i }' /proc/net/netstat
                """
                        .formatted(nic),
                LIMIT);
    }

    private static Map<String, Long> named(Transcript kernel) {
        Map<String, Long> named = new TreeMap<>();
        for (String line : kernel.stdout().lines().toList()) {
            if (line.matches("[A-Za-z_]{1,40} \\d{1,18}")) {
                int blank = line.indexOf(' ');
                named.put(line.substring(0, blank), Long.parseLong(line.substring(blank + 1)));
            }
        }
        return named;
    }
}
