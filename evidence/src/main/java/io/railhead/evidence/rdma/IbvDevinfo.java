package io.railhead.evidence.rdma;

import com.google.auto.service.AutoService;
import io.railhead.evidence.CommandLine;
import io.railhead.evidence.LineStarts;
import io.railhead.evidence.Lines;
import io.railhead.evidence.Numbers;
import io.railhead.evidence.Parser;
import io.railhead.evidence.Reading;
import io.railhead.model.Probe;
import io.railhead.model.Transcript;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.GidEntry;
import io.railhead.model.fact.RdmaDevice;
import io.railhead.model.fact.RdmaPortInfo;
import io.railhead.model.fact.RdmaSubsystem;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// `ibv_devinfo`, with or without `-v`: blocks of `key: value`, a device's first, then its ports'.
/// Indentation may be tabs or blanks and is not relied upon. A paste may start below the device's
/// name.
@AutoService(Parser.class)
public final class IbvDevinfo implements Parser {

    private static final Pattern ROW =
            Pattern.compile("([A-Za-z][\\w ]{0,60}?)(?:\\[\\s*(\\d{1,6})])?\\s*:(?:\\s+(.*))?");

    /// Names of capabilities under their row, and the sentences that `-v` prints.
    private static final Pattern DETAIL =
            Pattern.compile(
                    "[A-Z][A-Z0-9_]+(?: [A-Z_]+)?|Unknown flags: .*|.* not supported|NO SUPPORT");

    private static final Pattern LIST_HEAD = Pattern.compile("\\d{1,4} HCAs? found:");

    private static final Pattern TEXT =
            Pattern.compile(
                    "(?m)^\\s*hca_id:\\s|^\\s*active_mtu:\\s+\\d+ \\(\\d\\)|^\\d+ HCAs? found:"
                            + "|^No IB devices found");

    @Override
    public String name() {
        return "ibv_devinfo";
    }

    @Override
    public List<Probe> probes() {
        return List.of(Probe.once(name(), "ibv_devinfo -v").expectLarge());
    }

    @Override
    public Set<Class<? extends Fact>> gives() {
        return Set.of(RdmaDevice.class, RdmaPortInfo.class, GidEntry.class, RdmaSubsystem.class);
    }

    @Override
    public boolean readsCommand(String command) {
        return CommandLine.of(command).is("ibv_devinfo");
    }

    @Override
    public boolean recognises(String text) {
        return LineStarts.find(TEXT, text);
    }

    @Override
    public Reading read(Transcript transcript) {
        Lines lines = Lines.of(transcript, "ibv_devinfo");
        List<Fact> facts = new ArrayList<>();
        NoRdma.read(lines).ifPresent(facts::add);
        IbvBlock device = new IbvBlock("", lines);
        Optional<IbvBlock> port = Optional.empty();
        boolean list = false;
        for (Lines.Line line : lines) {
            if (!line.isLeft()) continue;
            if (line.match(LIST_HEAD).isPresent()) {
                line.read();
                list = true;
                continue;
            }
            Optional<Matcher> row = line.match(ROW);
            if (row.isEmpty()) {
                if (list && line.words().size() == 1) {
                    facts.add(new IbvBlock(line.stripped(), lines).begin(line).device());
                    line.read();
                } else if (line.match(DETAIL).isPresent()) {
                    line.ignore();
                }
                continue;
            }
            String key = row.get().group(1);
            String value = row.get().group(3) == null ? "" : row.get().group(3).strip();
            if (key.equals("hca_id")) {
                port.ifPresent(p -> p.addPort(facts));
                port = Optional.empty();
                device.addDevice(facts);
                device = new IbvBlock(value, lines).begin(line);
            } else if (key.equals("port") && Numbers.toInt(value).isPresent()) {
                port.ifPresent(p -> p.addPort(facts));
                port =
                        Optional.of(
                                new IbvBlock(device.name(), lines)
                                        .begin(line)
                                        .portNumber(Numbers.toInt(value).orElse(0)));
            } else if (key.equals("GID") && row.get().group(2) != null) {
                int index = Numbers.toInt(row.get().group(2)).orElse(0);
                port.ifPresent(p -> p.gid(index, value, line));
                if (port.isEmpty()) continue;
            } else {
                port.orElse(device).row(key, value, line);
            }
            line.read();
        }
        port.ifPresent(p -> p.addPort(facts));
        device.addDevice(facts);
        return lines.reading(facts);
    }
}
