package io.railhead.evidence.rdma;

import com.google.auto.service.AutoService;
import io.railhead.evidence.CommandLine;
import io.railhead.evidence.LineStarts;
import io.railhead.evidence.Lines;
import io.railhead.evidence.Numbers;
import io.railhead.evidence.Parser;
import io.railhead.evidence.Reading;
import io.railhead.model.Bandwidth;
import io.railhead.model.Probe;
import io.railhead.model.Source;
import io.railhead.model.Transcript;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.RdmaDevice;
import io.railhead.model.fact.RdmaPortInfo;
import io.railhead.model.fact.RdmaSubsystem;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// `ibstat` of infiniband-diags: a block a device (`CA 'mlx5_0'`), in it a block a port. Not
/// collected: `ibv_devinfo` and sysfs have the same.
@AutoService(Parser.class)
public final class Ibstat implements Parser {

    private static final Pattern DEVICE = Pattern.compile("CA '([\\w.-]+)'");
    private static final Pattern PORT = Pattern.compile("Port (\\d{1,4}):");
    private static final Pattern ROW = Pattern.compile("([A-Z][\\w ]{0,60}?):(?:\\s+(.*))?");
    private static final Pattern TEXT = Pattern.compile("(?m)^CA '[\\w.-]+'");

    @Override
    public String name() {
        return "ibstat";
    }

    @Override
    public List<Probe> probes() {
        return List.of();
    }

    @Override
    public Set<Class<? extends Fact>> gives() {
        return Set.of(RdmaDevice.class, RdmaPortInfo.class, RdmaSubsystem.class);
    }

    @Override
    public boolean readsCommand(String command) {
        return CommandLine.of(command).is("ibstat");
    }

    @Override
    public boolean recognises(String text) {
        return LineStarts.find(TEXT, text);
    }

    /// A device or a port while its rows are read; port 0 is the device.
    private record Block(
            String device,
            int port,
            Lines.Line first,
            Map<String, String> rows,
            Map<String, Integer> lines) {

        Block(String device, int port, Lines.Line first) {
            this(device, port, first, new LinkedHashMap<>(), new LinkedHashMap<>());
        }

        Optional<String> text(String key) {
            return Optional.ofNullable(rows.get(key)).filter(v -> !v.isEmpty());
        }

        Source source() {
            int last = first.number();
            for (int line : lines.values()) last = Math.max(last, line);
            return new Source(first.source().document(), first.number(), last);
        }
    }

    @Override
    public Reading read(Transcript transcript) {
        Lines lines = Lines.of(transcript, "ibstat");
        List<Fact> facts = new ArrayList<>();
        NoRdma.read(lines).ifPresent(facts::add);
        List<Block> blocks = new ArrayList<>();
        for (Lines.Line line : lines) {
            if (!line.isLeft()) continue;
            Optional<Matcher> device = line.match(DEVICE);
            Optional<Matcher> port = line.match(PORT);
            Optional<Matcher> row = line.match(ROW);
            if (device.isPresent()) {
                blocks.add(new Block(device.get().group(1), 0, line.read()));
            } else if (blocks.isEmpty()) {
                continue;
            } else if (port.isPresent()) {
                int number = Numbers.toInt(port.get().group(1)).orElse(1);
                blocks.add(new Block(blocks.getLast().device(), number, line.read()));
            } else if (row.isPresent()) {
                String value = row.get().group(2) == null ? "" : row.get().group(2).strip();
                String key = row.get().group(1);
                if (blocks.getLast().rows().putIfAbsent(key, value) == null) {
                    blocks.getLast().lines().put(key, line.number());
                }
                line.read();
            }
        }
        for (Block block : blocks) {
            if (block.port() == 0) {
                facts.add(device(block));
            } else {
                port(block).ifPresent(facts::add);
            }
        }
        if (facts.isEmpty() && transcript.exitCode() == 0 && lines.text().isBlank()) {
            lines.unavailable("ibstat shows no device");
        }
        return lines.reading(facts);
    }

    private static RdmaDevice device(Block block) {
        Map<String, String> others = new LinkedHashMap<>(block.rows());
        others.keySet().removeAll(List.of("CA type", "Firmware version", "Node GUID"));
        return new RdmaDevice(
                block.device(),
                Optional.empty(),
                block.text("Firmware version"),
                OptionalInt.empty(),
                Optional.empty(),
                block.text("CA type"),
                block.text("Node GUID").map(Gids::guid),
                others,
                block.source());
    }

    private static Optional<RdmaPortInfo> port(Block block) {
        return block.text("State")
                .map(
                        state ->
                                new RdmaPortInfo(
                                        block.device(),
                                        block.port(),
                                        state,
                                        OptionalInt.empty(),
                                        OptionalInt.empty(),
                                        block.text("Link layer").map(Ibstat::linkLayer),
                                        OptionalInt.empty(),
                                        Optional.empty(),
                                        OptionalDouble.empty(),
                                        block.text("Physical state"),
                                        block.text("Rate").flatMap(Ibstat::rate),
                                        block.rows(),
                                        block.lines(),
                                        block.source()));
    }

    private static String linkLayer(String text) {
        return text.equals("IB") ? "InfiniBand" : text;
    }

    /// Gb/s: `200`, `2.5`, `40 (FDR10)`.
    private static Optional<Bandwidth> rate(String text) {
        OptionalDouble gbps = Numbers.leading(text);
        return gbps.isPresent() && gbps.getAsDouble() > 0
                ? Optional.of(Bandwidth.gbps(gbps.getAsDouble()))
                : Optional.empty();
    }
}
