package io.railhead.evidence.rdma;

import com.google.auto.service.AutoService;
import io.railhead.evidence.CommandLine;
import io.railhead.evidence.LineStarts;
import io.railhead.evidence.Lines;
import io.railhead.evidence.Parser;
import io.railhead.evidence.Reading;
import io.railhead.model.Probe;
import io.railhead.model.Transcript;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.RdmaNetdev;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/// `rxe_cfg status` of older rdma-core: interfaces, and behind which a soft-RoCE device stands.
/// Columns may be blank, so that they are read by where their headings stand.
@AutoService(Parser.class)
public final class RxeCfg implements Parser {
    private static final Pattern HEAD =
            Pattern.compile(
                    "\\s*Name\\s+Link\\s+Driver\\s+Speed\\s+NMTU\\s+IPv4_addr\\s+RDEV\\s+RMTU\\s*");
    private static final Pattern TEXT =
            Pattern.compile("(?m)^\\s*Name\\s+Link\\s+Driver\\s+Speed\\s+NMTU\\s");
    private static final Pattern DEVICE = Pattern.compile("[A-Za-z][\\w-]{1,30}");

    @Override
    public String name() {
        return "rxe_cfg";
    }

    @Override
    public List<Probe> probes() {
        return List.of();
    }

    @Override
    public Set<Class<? extends Fact>> gives() {
        return Set.of(RdmaNetdev.class);
    }

    @Override
    public boolean readsCommand(String command) {
        return CommandLine.of(command).is("rxe_cfg");
    }

    @Override
    public boolean recognises(String text) {
        return LineStarts.find(TEXT, text);
    }

    @Override
    public Reading read(Transcript transcript) {
        Lines lines = Lines.of(transcript, "rxe_cfg");
        List<Fact> facts = new ArrayList<>();
        int name = -1;
        int link = -1;
        int device = -1;
        int mtu = -1;
        int rows = 0;
        for (Lines.Line line : lines) {
            if (!line.isLeft() || line.text().length() > 400) continue;
            String text = line.text();
            if (text.strip().equals("rxe modules not loaded")) {
                line.read();
                lines.unavailable("rxe_cfg: the modules of soft-RoCE are not loaded");
            } else if (HEAD.matcher(text).matches()) {
                name = text.indexOf("Name");
                link = text.indexOf("Link");
                device = text.indexOf("RDEV");
                mtu = text.indexOf("RMTU");
                line.read();
            } else if (name >= 0 && text.length() > link && !cell(text, name, link).isEmpty()) {
                rows++;
                line.read();
                String rdma = cell(text, device, mtu);
                if (!DEVICE.matcher(rdma).matches()) continue;
                boolean up = cell(text, link, link + 5).equals("yes");
                facts.add(new RdmaNetdev(rdma, 1, cell(text, name, link), up, line.source()));
            }
        }
        if (facts.isEmpty()) {
            lines.unavailable(
                    lines.complaint()
                            .orElse(rows > 0 ? "no interface has a soft-RoCE device" : "no table"));
        }
        return lines.reading(facts);
    }

    private static String cell(String text, int from, int to) {
        return from < 0 || from >= text.length()
                ? ""
                : text.substring(from, Math.min(to, text.length())).strip();
    }
}
