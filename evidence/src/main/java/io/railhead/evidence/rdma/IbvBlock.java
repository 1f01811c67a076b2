package io.railhead.evidence.rdma;

import io.railhead.evidence.Lines;
import io.railhead.evidence.Numbers;
import io.railhead.model.Bandwidth;
import io.railhead.model.Source;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.GidEntry;
import io.railhead.model.fact.RdmaDevice;
import io.railhead.model.fact.RdmaPortInfo;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/// A device or a port of `ibv_devinfo` while its rows are read.
final class IbvBlock {
    private final String device;
    private final Lines document;
    private final Map<String, String> rows = new LinkedHashMap<>();
    private final Map<String, Integer> lines = new LinkedHashMap<>();
    private final List<GidEntry> gids = new ArrayList<>();
    private int port;
    private int first;
    private int last;

    /// @param device empty when its name was cut off
    IbvBlock(String device, Lines document) {
        this.device = device;
        this.document = document;
    }

    String name() {
        return device;
    }

    IbvBlock begin(Lines.Line line) {
        first = line.number();
        last = first;
        return this;
    }

    IbvBlock portNumber(int number) {
        port = number;
        return this;
    }

    void row(String key, String value, Lines.Line line) {
        if (first == 0) first = line.number();
        last = line.number();
        if (rows.putIfAbsent(key, value) == null) lines.put(key, line.number());
    }

    /// `fe80:…, RoCE v1`; older versions print no type.
    void gid(int index, String value, Lines.Line line) {
        int comma = value.indexOf(',');
        String text = comma < 0 ? value : value.substring(0, comma);
        Optional<String> gid = Gids.canonical(text);
        if (gid.isEmpty()) return;
        Optional<String> linkLayer = Optional.ofNullable(rows.get("link_layer"));
        gids.add(
                new GidEntry(
                        device,
                        port,
                        index,
                        gid.get(),
                        Gids.ipv4(gid.get()),
                        comma < 0
                                ? Optional.empty()
                                : Optional.of(Gids.type(value.substring(comma + 1), linkLayer)),
                        Optional.empty(),
                        line.source()));
        last = line.number();
    }

    void addDevice(List<Fact> facts) {
        if (!device.isEmpty()) facts.add(device());
    }

    RdmaDevice device() {
        Map<String, String> others = new LinkedHashMap<>(rows);
        others.keySet().removeAll(List.of("transport", "fw_ver", "board_id", "node_guid"));
        return new RdmaDevice(
                device,
                text("transport").map(IbvBlock::withoutNumber),
                text("fw_ver"),
                text("vendor_part_id").map(Numbers::toInt).orElse(OptionalInt.empty()),
                text("board_id"),
                Optional.empty(),
                text("node_guid").map(Gids::guid),
                others,
                source());
    }

    void addPort(List<Fact> facts) {
        Optional<String> state = text("state").map(IbvBlock::withoutNumber);
        if (state.isPresent()) {
            Optional<String> width = text("active_width").map(IbvBlock::withoutNumber);
            OptionalDouble speed = gigabits("active_speed");
            facts.add(
                    new RdmaPortInfo(
                            device,
                            port,
                            state.get(),
                            mtu("max_mtu"),
                            mtu("active_mtu"),
                            text("link_layer").filter(l -> !l.equals("Unspecified")),
                            text("gid_tbl_len").map(Numbers::toInt).orElse(OptionalInt.empty()),
                            width.filter(w -> lanes(w).isPresent()),
                            speed,
                            text("phys_state").map(IbvBlock::withoutNumber),
                            rate(width, speed),
                            rows,
                            lines,
                            source()));
        }
        facts.addAll(gids);
    }

    /// Newest versions print the rate itself; else width times speed of a lane.
    private Optional<Bandwidth> rate(Optional<String> width, OptionalDouble speed) {
        OptionalDouble effective = gigabits("effective_speed");
        if (effective.isPresent()) return Optional.of(Bandwidth.gbps(effective.getAsDouble()));
        Optional<Integer> lanes = width.flatMap(IbvBlock::lanes);
        return lanes.isPresent() && speed.isPresent()
                ? Optional.of(Bandwidth.gbps(lanes.get() * speed.getAsDouble()))
                : Optional.empty();
    }

    private static Optional<Integer> lanes(String width) {
        if (!width.endsWith("X")) return Optional.empty();
        OptionalInt n = Numbers.toInt(width.substring(0, width.length() - 1));
        return n.isPresent() && n.getAsInt() > 0 ? Optional.of(n.getAsInt()) : Optional.empty();
    }

    private OptionalDouble gigabits(String key) {
        return text(key)
                .filter(v -> v.contains("Gbps"))
                .map(Numbers::leading)
                .orElse(OptionalDouble.empty());
    }

    /// `4096 (5)`.
    private OptionalInt mtu(String key) {
        return text(key).map(v -> Numbers.toInt(withoutNumber(v))).orElse(OptionalInt.empty());
    }

    private Optional<String> text(String key) {
        return Optional.ofNullable(rows.get(key)).filter(v -> !v.isEmpty());
    }

    /// `PORT_ACTIVE (4)` without the number of the constant.
    private static String withoutNumber(String value) {
        int open = value.lastIndexOf(" (");
        return open > 0 && value.endsWith(")") ? value.substring(0, open).strip() : value;
    }

    private Source source() {
        int base = document.firstNumber();
        return document.source(Math.max(first, base), Math.max(last, base));
    }
}
