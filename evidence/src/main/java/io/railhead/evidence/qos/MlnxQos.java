package io.railhead.evidence.qos;

import com.google.auto.service.AutoService;
import io.railhead.evidence.CommandLine;
import io.railhead.evidence.LineStarts;
import io.railhead.evidence.Lines;
import io.railhead.evidence.Parser;
import io.railhead.evidence.Reading;
import io.railhead.model.Probe;
import io.railhead.model.Transcript;
import io.railhead.model.fact.AssumedCable;
import io.railhead.model.fact.DcbxState;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.PfcState;
import io.railhead.model.fact.PortBuffer;
import io.railhead.model.fact.PortTrust;
import io.railhead.model.fact.PriorityMap;
import io.railhead.model.fact.QueueSchedule;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/// `mlnx_qos -i IF` (mlnx-tools): trust, DSCP map, buffers, PFC and traffic classes of a mlx5 port.
/// Rows that a version or a card lacks are simply absent; the interface stands in the command only.
@AutoService(Parser.class)
public final class MlnxQos implements Parser {

    private static final Pattern TEXT =
            Pattern.compile(
                    "(?m)^(?:DCBX mode: .{1,40} controlled|Priority trust state: \\w|"
                            + "PFC configuration:)");

    /// Python takes a while to start: only ports of hardware are asked.
    private static final String SCRIPT = "[ ! -e /sys/class/net/$x/device ] || mlnx_qos -i $x";

    @Override
    public String name() {
        return "mlnx_qos";
    }

    @Override
    public List<Probe> probes() {
        return List.of(
                Probe.each(Probe.Each.INTERFACE, name(), SCRIPT).asRoot().cited("mlnx_qos -i $x"));
    }

    @Override
    public Set<Class<? extends Fact>> gives() {
        return Set.of(
                AssumedCable.class,
                DcbxState.class,
                PfcState.class,
                PortBuffer.class,
                PortTrust.class,
                PriorityMap.class,
                QueueSchedule.class);
    }

    @Override
    public boolean readsCommand(String command) {
        return CommandLine.of(command).is("mlnx_qos") || command.contains("|| mlnx_qos -i ");
    }

    @Override
    public boolean recognises(String text) {
        return LineStarts.find(TEXT, text);
    }

    @Override
    public Reading read(Transcript transcript) {
        Lines lines = Lines.of(transcript, "mlnx_qos");
        String port =
                lines.command().is("mlnx_qos")
                        ? lines.command().option("-i", "--interface").orElse("")
                        : "";
        List<Fact> facts = new MlnxQosText(port, lines).facts();
        if (facts.isEmpty()) {
            lines.unavailable(lines.complaint().orElse("no port that mlnx_qos knows"));
        }
        return lines.reading(facts);
    }
}
