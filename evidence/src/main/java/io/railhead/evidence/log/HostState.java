package io.railhead.evidence.log;

import com.google.auto.service.AutoService;
import io.railhead.evidence.Lines;
import io.railhead.evidence.Parser;
import io.railhead.evidence.Reading;
import io.railhead.model.Probe;
import io.railhead.model.Transcript;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.LogEvent;
import java.util.List;
import java.util.Set;

/// What diagnosis may want to know of a host and no parser of its own reads: settings of launchers,
/// name services, modules and the connection manager, RDMA resources, ring sizes. Their lines tell
/// events, as in pasted documents.
///
/// Each is asked only where it is: a host without the device spends no process on it.
@AutoService(Parser.class)
public final class HostState implements Parser {

    /// Rows of files that matter, of Slurm, Docker, name services, modprobe; no other is taken
    /// along, as files may hold secrets.
    private static final String ROWS =
            "^[[:space:]]*(Propagate|TaskPlugin|ProctrackType|Mpi|LaunchParam|SlurmdParam|PrologFl|Gres"
                    + "|SwitchType|NodeName=|PartitionName=|Constrain|ReturnToService|AutoDetect|Name="
                    + "|options (mlx|ib_|rdma|nvidia|nouveau|irdma|bnxt)|blacklist|install (nouveau|mlx|nvidia)"
                    + "|nameserver|search|hosts:|\"?(default-ulimits?|default-shm-size|default-runtime"
                    + "|memlock|Hard|Soft|bip|mtu|iptables|cgroup-parent|default-address-pools|base|size"
                    + "|exec-opts|live-restore|userns-remap)\"?[[:space:]]*:)";

    private static final String FILES =
            "grep -HnsE -m 60 '"
                    + ROWS
                    + "' /etc/slurm/*.conf /etc/slurm-llnl/*.conf /etc/docker/daemon.json"
                    + " /etc/resolv.conf /etc/nsswitch.conf /etc/modprobe.d/*.conf | head -n 400"
                    + "; grep -HsE '.' /sys/kernel/config/rdma_cm/*/ports/*/default_roce_*"
                    + " /sys/kernel/iommu_groups/0/type /sys/kernel/mm/transparent_hugepage/enabled"
                    + " /sys/kernel/mm/hugepages/*/nr_hugepages /sys/class/dmi/id/product_name"
                    + " | head -n 200";

    private static final String FILES_SHOWN =
            "grep . slurm.conf daemon.json resolv.conf nsswitch.conf modprobe.d default_roce_tos";

    private static final String RDMA =
            "set -- /sys/class/infiniband/*; [ -e \"$1\" ] || { echo 'no RDMA device' >&2; exit 1; };"
                    + " rdma system; rdma res";

    private static final String RDMA_SHOWN = "rdma system; rdma res";

    private static final String RING =
            "[ -e /sys/class/net/$x/device ] || { echo 'not asked: no hardware' >&2; exit 1; };"
                    + " ethtool -g $x";

    private static final String RING_SHOWN = "ethtool -g $x";

    private static final Set<String> READ = Set.of(FILES_SHOWN, RDMA_SHOWN, FILES, RDMA, RING);

    @Override
    public String name() {
        return "host-state";
    }

    @Override
    public List<Probe> probes() {
        return List.of(
                Probe.once(name(), FILES).cited(FILES_SHOWN).asPrompt(),
                Probe.once(name(), RDMA).cited(RDMA_SHOWN).asPrompt(),
                Probe.each(Probe.Each.INTERFACE, name(), RING).cited(RING_SHOWN).asPrompt());
    }

    @Override
    public Set<Class<? extends Fact>> gives() {
        return Set.of(LogEvent.class);
    }

    @Override
    public boolean readsCommand(String command) {
        return reads(command);
    }

    static boolean reads(String command) {
        String plain = command.startsWith("sudo -n ") ? command.substring(8) : command;
        return READ.contains(plain) || plain.contains("ethtool -g ");
    }

    @Override
    public boolean recognises(String text) {
        return false; // Every text is scanned for events, whatever else it is.
    }

    @Override
    public Reading read(Transcript transcript) {
        Lines lines = Lines.of(transcript);
        lines.ignoreAll();
        lines.complaint().filter(c -> transcript.stdout().isBlank()).ifPresent(lines::unavailable);
        return lines.reading(SystemLog.events(transcript));
    }
}
