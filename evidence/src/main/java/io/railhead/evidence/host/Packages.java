package io.railhead.evidence.host;

import com.google.auto.service.AutoService;
import io.railhead.evidence.CommandLine;
import io.railhead.evidence.Lines;
import io.railhead.evidence.Parser;
import io.railhead.evidence.Reading;
import io.railhead.model.Probe;
import io.railhead.model.Transcript;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.PackageVersion;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Installed packages that matter to a GPU cluster: rows `ii  NAME VERSION` of dpkg (the first
/// letter is `h` when the package is on hold, the second `i` when it is installed) or
/// `rpm NAME VERSION-RELEASE`.
@AutoService(Parser.class)
public final class Packages implements Parser {
    /// Names, `*` for any letters.
    private static final String NAMES =
            "linux-image* kernel* nvidia* libnvidia* cuda* *nccl* *cudnn* mlnx*"
                    + " doca* ofed* mft* mst* rdma* *ibverbs* librdma* infiniband* opensm*"
                    + " perftest* *openmpi* *ucx* iperf3* sockperf* netplan* ethtool iproute*"
                    + " openssh-server systemd slurm* docker* containerd* lldp*"
                    + " datacenter-gpu* nvme-cli chrony cloud-init";

    /// The file behind `dpkg-query -W`, which takes four times as long.
    private static final String COMMAND =
            "if [ -r /var/lib/dpkg/status ]; then awk '/^Package: / { p = $2 }"
                    + " /^Status: / { w = substr($2, 1, 1); if (w == \"d\") w = \"r\"; e = $4 }"
                    + " /^Version: / { if (e == \"installed\" && p ~ /^("
                    + NAMES.replace("*", ".*").replace(' ', '|')
                    + ")$/) print w \"i  \" p \" \" $2 }' /var/lib/dpkg/status"
                    + "; else rpm -qa --qf 'rpm %{NAME} %{VERSION}-%{RELEASE}\\n' '"
                    + NAMES.replace(" ", "' '")
                    + "' 2>/dev/null; fi";

    private static final Pattern DPKG =
            Pattern.compile("([uirph])([ncHUFWti])[R ]?\\s+(\\S+)(?:\\s+(\\S+)(?:\\s.*)?)?");
    private static final Pattern RPM = Pattern.compile("rpm (\\S+) (\\S+)");
    private static final Pattern DPKG_HEAD =
            Pattern.compile("Desired=.*|\\| Status=.*|\\|/ Err\\?=.*|\\|\\|/ Name.*|\\+\\+\\+-=.*");

    @Override
    public String name() {
        return "packages";
    }

    @Override
    public List<Probe> probes() {
        return List.of(Probe.once(name(), COMMAND).cited("dpkg-query -W").asPrompt());
    }

    @Override
    public Set<Class<? extends Fact>> gives() {
        return Set.of(PackageVersion.class);
    }

    @Override
    public boolean readsCommand(String command) {
        CommandLine line = CommandLine.of(command);
        return command.equals(COMMAND)
                || line.is("dpkg-query", "-W", "-l")
                || line.is("dpkg", "-l");
    }

    @Override
    public boolean recognises(String text) {
        return text.lines()
                .anyMatch(l -> l.startsWith("ii  ") && DPKG.matcher(l.strip()).matches());
    }

    @Override
    public Reading read(Transcript transcript) {
        Lines lines = Lines.of(transcript);
        List<Fact> facts = new ArrayList<>();
        for (Lines.Line line : lines) {
            if (!line.isLeft()) continue;
            if (line.match(DPKG_HEAD).isPresent()) {
                line.ignore();
                continue;
            }
            Matcher m = line.match(DPKG).orElse(null);
            if (m != null) {
                line.read();
                // Removed but with its configuration left, or never installed.
                if (!m.group(2).equals("i") || m.group(4) == null) continue;
                String name = m.group(3);
                int architecture = name.indexOf(':');
                facts.add(
                        new PackageVersion(
                                architecture > 0 ? name.substring(0, architecture) : name,
                                m.group(4),
                                m.group(1).equals("h"),
                                line.source()));
                continue;
            }
            m = line.match(RPM).orElse(null);
            if (m == null) continue;
            facts.add(new PackageVersion(m.group(1), m.group(2), false, line.read().source()));
        }
        if (facts.isEmpty()) {
            lines.unavailable(lines.complaint().orElse("neither dpkg nor rpm knows any of them"));
        }
        return lines.reading(facts);
    }
}
