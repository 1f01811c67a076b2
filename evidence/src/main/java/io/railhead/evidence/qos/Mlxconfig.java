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
import io.railhead.model.fact.FirmwareSetting;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// `mlxconfig [-e] -d DEV q`, `mstconfig`: settings in a NIC's firmware. With `-e` there are three
/// columns, default, current and next boot; without it only the last. A star marks what differs.
@AutoService(Parser.class)
public final class Mlxconfig implements Parser {
    private static final Pattern TEXT =
            Pattern.compile("(?m)^Configurations: +(?:Default +Current +)?Next Boot");
    private static final Pattern ROW =
            Pattern.compile(
                    "\\*? +([A-Z][A-Za-z0-9_]{2,60}(?:\\[\\d{1,3}(?:\\.\\.\\d{1,3})?\\])?) +(\\S.*)");
    private static final Pattern DEVICE = Pattern.compile("Device: +(\\S{1,60})");
    private static final Pattern REST =
            Pattern.compile(
                    "(?:Device #\\d+:|-{3,}|Device type:.*|Name:.*|Description:.*|PCI device:.*"
                            + "|Configurations:.*|The '\\*' shows.*)");

    /// A card takes a second, so that all are asked at once, each by its first function. What a
    /// card says is cut to what a pipe takes whole, and to the settings that matter to RDMA.
    private static final String SCRIPT =
            """
            set -- /sys/class/infiniband/mlx5*
            [ -e "$1" ] || { echo 'no mlx5 device' >&2; exit 1; }
            t=mlxconfig; command -v mlxconfig >/dev/null 2>&1 || t=mstconfig
            for d in "$@"; do
            p=$(readlink -f "$d/device"); [ ! -e "$p/physfn" ] || continue
            case $p in *.0) ;; *) continue ;; esac
            { o=$(timeout 6 $t -d "${p##*/}" -e q 2>&1 | grep -E '^Device:|^Configurations:|^-E-|not found\
            |LINK_TYPE_|PCI_WR_ORDERING|ATS_ENABLED|ROCE_|CNP_|DCBX_|LLDP_|SRIOV_EN|NUM_OF_VFS|ADAPTIVE|KEEP_')
            printf '%.3500s\\n' "$o"; } &
            done | cat
            """;

    @Override
    public String name() {
        return "mlxconfig";
    }

    @Override
    public List<Probe> probes() {
        return List.of(
                Probe.once(name(), SCRIPT)
                        .asRoot()
                        .within(Duration.ofSeconds(8))
                        .asPrompt() // It limits each tool itself.
                        .cited("mlxconfig -e q"));
    }

    @Override
    public Set<Class<? extends Fact>> gives() {
        return Set.of(FirmwareSetting.class);
    }

    @Override
    public boolean readsCommand(String command) {
        CommandLine c = CommandLine.of(command);
        return command.equals(SCRIPT)
                || (c.is("mlxconfig") || c.is("mstconfig")) && (c.has("q") || c.has("query"));
    }

    @Override
    public boolean recognises(String text) {
        return LineStarts.find(TEXT, text);
    }

    @Override
    public Reading read(Transcript transcript) {
        Lines lines = Lines.of(transcript, "mlxconfig", "mstconfig");
        List<Fact> facts = new ArrayList<>();
        String device = lines.command().option("-d", "--dev").orElse("");
        int columns = 0;
        for (Lines.Line line : lines) {
            if (!line.isLeft() || line.text().length() > 1000) continue;
            String s = line.text();
            Matcher m = DEVICE.matcher(s);
            if (m.matches()) {
                device = m.group(1);
                line.read();
            } else if (REST.matcher(s.strip()).matches()) {
                if (s.startsWith("Configurations:")) columns = s.contains("Default") ? 3 : 1;
                line.ignore();
            } else if (columns > 0 && (m = ROW.matcher(s)).matches()) {
                String[] values = m.group(2).strip().split(" {2,}");
                // A value as wide as its column leaves one blank before the next.
                if (values.length != columns) values = m.group(2).strip().split(" ");
                if (values.length != columns) continue;
                boolean all = columns == 3;
                facts.add(
                        new FirmwareSetting(
                                device,
                                m.group(1),
                                all ? Optional.of(values[0]) : Optional.empty(),
                                all ? Optional.of(values[1]) : Optional.empty(),
                                values[columns - 1],
                                line.read().source()));
            }
        }
        if (facts.isEmpty()) {
            lines.unavailable(lines.complaint().orElse("no settings printed"));
        }
        return lines.reading(facts);
    }
}
