package io.railhead.evidence.qos;

import com.google.auto.service.AutoService;
import io.railhead.evidence.CommandLine;
import io.railhead.evidence.LineStarts;
import io.railhead.evidence.Lines;
import io.railhead.evidence.Parser;
import io.railhead.evidence.Reading;
import io.railhead.model.Probe;
import io.railhead.model.Transcript;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.LinkQuality;
import io.railhead.model.fact.ModuleReading;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/// `mlxlink -d DEV [-m] [-c] [-e]`: state and speed of a port, what its transceiver measures, and
/// its bit errors. Sections under a title and a row of dashes, rows `Name : value`.
@AutoService(Parser.class)
public final class Mlxlink implements Parser {
    private static final Pattern TEXT =
            Pattern.compile(
                    "(?m)^(?:Operational Info|Module Info|Physical Counters and BER Info"
                            + "|Troubleshooting Info|PCIe Operational \\(Enumerated\\) Info)\\s*\\R-{4,}");

    /// It takes a second a port, so that only those are asked that have no link or whose counters
    /// tell of an ill one.
    private static final String SCRIPT =
            "d=/sys/class/infiniband/$x/ports/1; n=0; s=;"
                    + " case $x in mlx*) ;; *) echo 'not asked: no card of NVIDIA' >&2; exit 1 ;; esac;"
                    + " read -r s 2>/dev/null <\"$d/state\"; for f in link_downed symbol_error"
                    + " local_link_integrity_errors link_error_recovery port_rcv_errors; do"
                    + " read -r c 2>/dev/null <\"$d/counters/$f\" && n=$((n+c)); done;"
                    + " case \"$n $s\" in '0 '*ACTIVE*)"
                    + " echo 'not asked: the port is active and has counted no error of its link' >&2;"
                    + " exit 1 ;; esac; mlxlink -d \"$x\" -m -c";

    @Override
    public String name() {
        return "mlxlink";
    }

    @Override
    public List<Probe> probes() {
        return List.of(
                Probe.each(Probe.Each.RDMA_DEVICE, name(), SCRIPT)
                        .asRoot()
                        .within(Duration.ofSeconds(8))
                        .cited("mlxlink -d $x -m -c"));
    }

    @Override
    public Set<Class<? extends Fact>> gives() {
        return Set.of(LinkQuality.class, ModuleReading.class);
    }

    @Override
    public boolean readsCommand(String command) {
        CommandLine c = CommandLine.of(command);
        return c.is("mlxlink") || c.is("mstlink") || command.contains("; mlxlink -d ");
    }

    @Override
    public boolean recognises(String text) {
        return LineStarts.find(TEXT, text);
    }

    @Override
    public Reading read(Transcript transcript) {
        Lines lines = Lines.of(transcript, "mlxlink", "mstlink");
        String port = lines.command().option("-d", "--device").orElse("");
        List<Fact> facts = new MlxlinkText(port, lines).facts();
        if (facts.isEmpty()) {
            lines.unavailable(lines.complaint().orElse("nothing about a link printed"));
        }
        return lines.reading(facts);
    }
}
