package io.railhead.evidence.bmc;

import com.google.auto.service.AutoService;
import io.railhead.evidence.LineStarts;
import io.railhead.evidence.Lines;
import io.railhead.evidence.Parser;
import io.railhead.evidence.Reading;
import io.railhead.model.Probe;
import io.railhead.model.Transcript;
import io.railhead.model.fact.BmcInfo;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.Stated;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// `ipmitool chassis status`, `lan print`, `mc info`, `fru print` and `sol info`: names and values,
/// told apart by their first row. The SNMP community is not kept: it is a password.
@AutoService(Parser.class)
public final class IpmiInfo implements Parser {
    private static final Map<String, BmcInfo.Kind> FIRST =
            Map.of(
                    "System Power", BmcInfo.Kind.CHASSIS,
                    "Set in Progress", BmcInfo.Kind.LAN,
                    "Device ID", BmcInfo.Kind.CONTROLLER,
                    "FRU Device Description", BmcInfo.Kind.FRU,
                    "Set in progress", BmcInfo.Kind.SOL);
    private static final Pattern TEXT =
            Pattern.compile(
                    "(?m)^(?:System Power {2,}: (?:on|off)|Set in Progress {2,}: |Device ID {3,}: \\d"
                            + "|FRU Device Description : |Set in progress {3,}: )");
    private static final Pattern ROW = Pattern.compile(" ?([A-Z0-9][^:|]{1,50}?) *: ?(.{0,300})");
    private static final Pattern MORE = Pattern.compile(" {4,}(?:: *)?(\\S.{0,200})");
    private static final Pattern REMARK =
            Pattern.compile(
                    " ?(?:Device not present|Info: SOL parameter|FRU Read failed|Unknown FRU).*");

    @Override
    public String name() {
        return "ipmi-info";
    }

    @Override
    public List<Probe> probes() {
        return List.of(
                Probe.once(
                                name(),
                                Ipmitool.guarded(
                                        "timeout -k 1 3 ipmitool chassis status;"
                                                + " timeout -k 1 2 ipmitool sol info 1"))
                        .asRoot()
                        .within(Duration.ofSeconds(8))
                        .asPrompt()
                        .cited("ipmitool chassis status; ipmitool sol info 1"));
    }

    @Override
    public Set<Class<? extends Fact>> gives() {
        return Set.of(BmcInfo.class);
    }

    @Override
    public boolean readsCommand(String command) {
        return Ipmitool.is(command, "chassis", "status")
                || Ipmitool.is(command, "lan", "print")
                || Ipmitool.is(command, "mc", "info")
                || Ipmitool.is(command, "fru")
                || Ipmitool.is(command, "sol", "info");
    }

    @Override
    public boolean recognises(String text) {
        return LineStarts.find(TEXT, text);
    }

    @Override
    public Reading read(Transcript transcript) {
        Lines lines = Lines.of(transcript, "ipmitool");
        List<Fact> facts = new ArrayList<>();
        @Nullable Page page = null;
        for (Lines.Line line : lines) {
            if (!line.isLeft() || line.text().length() > 1000) continue;
            if (REMARK.matcher(line.text()).matches()) {
                line.ignore();
                continue;
            }
            Matcher row = ROW.matcher(line.text());
            Matcher more = MORE.matcher(line.text());
            if (more.matches() && page != null) {
                page.more(more.group(1), line.read());
            } else if (row.matches()) {
                BmcInfo.Kind kind = FIRST.get(row.group(1));
                boolean begins = kind != null && (page == null || page.begins(kind));
                if (begins && kind != null) {
                    if (page != null) page.close(facts);
                    page = new Page(kind, line);
                }
                if (page != null) page.row(row.group(1), row.group(2), line.read());
            }
        }
        if (page != null) page.close(facts);
        if (facts.isEmpty()) lines.unavailable(lines.complaint().orElse("nothing told"));
        return lines.reading(facts);
    }

    private static final class Page {
        private final BmcInfo.Kind kind;
        private final Lines.Line first;
        private Lines.Line last;
        private String name = "";
        private final Map<String, Stated<String>> rows = new LinkedHashMap<>();

        Page(BmcInfo.Kind kind, Lines.Line first) {
            this.kind = kind;
            this.first = first;
            this.last = first;
        }

        /// Several boards are pages of one kind; a device ID also stands inside of others.
        boolean begins(BmcInfo.Kind next) {
            return next != kind || next == BmcInfo.Kind.FRU;
        }

        void row(String key, String value, Lines.Line line) {
            name = key;
            last = line;
            if (key.contains("Community")) return;
            rows.putIfAbsent(key, new Stated<>(value.strip(), line.stripped(), line.source()));
        }

        void more(String value, Lines.Line line) {
            last = line;
            Stated<String> before = rows.get(name);
            if (before == null) return;
            String joined = before.value().isEmpty() ? value : before.value() + "; " + value;
            rows.put(name, new Stated<>(joined.strip(), before.words(), before.source()));
        }

        void close(List<Fact> facts) {
            if (!rows.isEmpty()) facts.add(new BmcInfo(kind, rows, first.to(last)));
        }
    }
}
