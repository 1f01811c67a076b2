package io.railhead.evidence.pci;

import io.railhead.evidence.Lines;
import io.railhead.evidence.Numbers;
import io.railhead.model.fact.PciDevice;
import io.railhead.model.fact.PcieLink;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// One function of `lspci -vv` while its rows are read. A row `Key: text` goes on in lines further
/// in: `DevCtl` has its payload sizes there.
final class LspciBlock {

    /// Vendors as the PCI ID list names them. lspci prints vendor and model with no mark between.
    private static final List<String> VENDORS =
            List.of(
                    "Mellanox Technologies",
                    "NVIDIA Corporation",
                    "Intel Corporation",
                    "Broadcom Inc. and subsidiaries",
                    "Broadcom Limited",
                    "Advanced Micro Devices, Inc. [AMD/ATI]",
                    "Samsung Electronics Co Ltd",
                    "KIOXIA Corporation",
                    "Micron Technology Inc",
                    "Solidigm",
                    "Sandisk Corp",
                    "SK hynix",
                    "ASPEED Technology, Inc.",
                    "Matrox Electronics Systems Ltd.",
                    "Chelsio Communications Inc",
                    "Red Hat, Inc.");

    private static final Pattern ID = Pattern.compile(" \\[([0-9a-f]{4}:[0-9a-f]{4})]");
    private static final Pattern TAIL =
            Pattern.compile(" \\((?:rev|prog-if) [^()]*(?:\\([^()]*\\))?[^()]*\\)");

    private static final Pattern REVISION = Pattern.compile(" \\(rev ([0-9a-f]{2})\\)");

    private static final Pattern LINK =
            Pattern.compile(
                    "Speed (\\d{1,3}(?:\\.\\d{1,2})?)GT/s(?: \\(\\w+\\))?, Width x(\\d{1,2})\\b.*");

    private static final Pattern PAYLOAD = Pattern.compile("MaxPayload (\\d{1,5}) bytes");
    private static final Pattern READ_REQUEST = Pattern.compile("MaxReadReq (\\d{1,5}) bytes");
    private static final Pattern SLOT_POWER =
            Pattern.compile("SlotPowerLimit (\\d{1,4}(?:\\.\\d+)?) ?W");
    private static final Pattern PRODUCT_ROW =
            Pattern.compile("\\[(?:PN|SN|EC|V\\w)] ([A-Z][\\w ]{1,40}): (.*)");

    private static final Pattern ROW = Pattern.compile("([A-Z][\\w ]{1,40}?):\\s+(.*)");

    /// Rows kept as text, beside those that become values of their own.
    private static final List<String> KEPT =
            List.of(
                    "Subsystem",
                    "Physical Slot",
                    "LnkCap",
                    "LnkSta",
                    "DevCtl",
                    "DevSta",
                    "ACSCtl",
                    "ATSCtl",
                    "UESta",
                    "CESta",
                    "NUMA node",
                    "IOMMU group",
                    "Kernel driver in use",
                    "Kernel modules");

    private final String slot;
    private final String deviceClass;
    private final String model;
    private final Optional<String> id;
    private final Lines.Line first;
    private final Map<String, String> rows = new LinkedHashMap<>();
    private final Map<String, Integer> lines = new LinkedHashMap<>();
    private Lines.Line last;
    private String current = "";
    private int currentIndent;
    private boolean denied;

    LspciBlock(
            String slot, String deviceClass, Optional<String> code, String rest, Lines.Line first) {
        this.slot = slot;
        this.deviceClass = deviceClass;
        this.first = first;
        last = first;
        Matcher m = ID.matcher(rest);
        String found = "";
        while (m.find()) found = m.group(1);
        id = Optional.of(found).filter(s -> !s.isEmpty());
        String name = ID.matcher(TAIL.matcher(rest).replaceAll("")).replaceAll("");
        model = name.strip();
        code.ifPresent(c -> rows.put("Class", c));
        Matcher revision = REVISION.matcher(rest);
        // `ff` is what a device that no longer answers reads as.
        if (revision.find()) rows.put("rev", revision.group(1));
    }

    boolean isDenied() {
        return denied;
    }

    void row(Lines.Line line) {
        String text = line.stripped();
        last = line;
        line.ignore();
        if (text.startsWith("Capabilities: <access denied>")) {
            denied = true;
            line.read();
            return;
        }
        Matcher product = PRODUCT_ROW.matcher(text);
        Matcher row = ROW.matcher(text);
        if (product.matches()) {
            keep(product.group(1), product.group(2), line);
        } else if (text.startsWith("!!! ")) {
            // `!!! Unknown header type 7f`: the device does not answer.
            keep("!!!", text.substring(4), line);
        } else if (row.matches() && KEPT.contains(row.group(1))) {
            current = row.group(1);
            currentIndent = line.indent();
            keep(current, row.group(2).strip(), line);
        } else if (row.matches() && row.group(1).equals("DevCap")) {
            current = "DevCap";
            currentIndent = line.indent();
            keep(current, row.group(2).strip(), line);
        } else if (line.indent() > currentIndent && current.startsWith("Dev")) {
            // DevCap and DevCtl go on below.
            rows.computeIfPresent(current, (k, v) -> v + " " + text);
            if (text.contains("MaxReadReq")) lines.putIfAbsent("MaxReadReq", line.number());
            line.read();
        } else {
            current = "";
        }
    }

    private void keep(String key, String value, Lines.Line line) {
        if (rows.putIfAbsent(key, value) == null) lines.put(key, line.number());
        line.read();
    }

    PciDevice fact() {
        Map<String, String> settings = new LinkedHashMap<>(rows);
        Optional<String> vendor =
                VENDORS.stream().filter(v -> model.startsWith(v + " ")).findFirst();
        vendor.ifPresent(v -> settings.put("Vendor", v));
        find("DevCap", SLOT_POWER).ifPresent(w -> settings.put("SlotPowerLimit", w));
        String control = rows.getOrDefault("DevCtl", "");
        return new PciDevice(
                slot,
                deviceClass,
                Optional.of(vendor.map(v -> model.substring(v.length() + 1)).orElse(model)),
                id,
                number("NUMA node"),
                number("IOMMU group"),
                integer(find("DevCtl", PAYLOAD)),
                integer(find("DevCap", PAYLOAD)),
                integer(find("DevCtl", READ_REQUEST)),
                control.contains("RlxdOrd+")
                        ? Optional.of(true)
                        : control.contains("RlxdOrd-") ? Optional.of(false) : Optional.empty(),
                link("LnkCap"),
                link("LnkSta"),
                Optional.empty(),
                Optional.ofNullable(rows.get("Kernel driver in use")),
                settings,
                lines,
                first.to(last));
    }

    private OptionalInt number(String key) {
        OptionalInt n = Numbers.toInt(rows.getOrDefault(key, ""));
        return n.isPresent() && n.getAsInt() >= 0 ? n : OptionalInt.empty();
    }

    private static OptionalInt integer(Optional<String> text) {
        return text.map(Numbers::toInt).orElse(OptionalInt.empty());
    }

    private Optional<String> find(String row, Pattern pattern) {
        Matcher m = pattern.matcher(rows.getOrDefault(row, ""));
        return m.find() ? Optional.of(m.group(1)) : Optional.empty();
    }

    /// `Port #0, Speed 16GT/s, Width x16, ASPM …`; `Speed 8GT/s (downgraded), Width x16 (ok)`. A
    /// link that is down says `Speed unknown, Width x0`.
    private Optional<PcieLink> link(String row) {
        String text = rows.getOrDefault(row, "");
        int speed = text.indexOf("Speed ");
        if (speed < 0) return Optional.empty();
        Matcher m = LINK.matcher(text.substring(speed));
        if (!m.matches()) return Optional.empty();
        OptionalDouble rate = Numbers.toDouble(m.group(1));
        OptionalInt width = Numbers.toInt(m.group(2));
        return rate.isPresent() && width.isPresent() && width.getAsInt() > 0
                ? Optional.of(new PcieLink(rate.getAsDouble(), width.getAsInt()))
                : Optional.empty();
    }
}
