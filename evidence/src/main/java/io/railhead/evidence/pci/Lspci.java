package io.railhead.evidence.pci;

import com.google.auto.service.AutoService;
import io.railhead.evidence.CommandLine;
import io.railhead.evidence.LineStarts;
import io.railhead.evidence.Lines;
import io.railhead.evidence.Parser;
import io.railhead.evidence.Reading;
import io.railhead.model.Probe;
import io.railhead.model.Transcript;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.PciDevice;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// `lspci -vv`: a block a function. What Railhead judges is read; the many other rows of a block
/// are ignored on purpose. Without root the capabilities, and with them the link, are not shown.
@AutoService(Parser.class)
public final class Lspci implements Parser {

    /// Network and InfiniBand controllers (class 02), GPUs (03), NVMe drives (0108). Where all of
    /// them are virtio's (vendor 1af4), which have no link, lspci adds nothing to [SysfsPci].
    ///
    /// Of bridges only ACSCtl is taken, and only of the ports of a PCIe switch that has a GPU and
    /// another GPU or NIC below it: there ACS sends up what could go straight across.
    static final String COMMAND =
            """
            v=
            for d in /sys/bus/pci/devices/*; do
            [ -r "$d/class" ] || { v=; break; }
            read -r c <"$d/class"
            case $c in 0x02*|0x03*|0x0108*) read -r v <"$d/vendor"; [ $v = 0x1af4 ] || break ;; esac
            done
            if [ "$v" = 0x1af4 ]; then echo 'not asked: there are virtio functions only' >&2
            else { ls -l /sys/bus/pci/devices 2>/dev/null; echo; lspci -Dnnvv; } | awk '
            / -> .*pci/ { path[$(NF-2)] = $NF; next }
            /^[0-9a-f]+:/ {
            k = ($0 ~ / \\[(02|03|0108)[0-9a-f]*\\]: /); b = ($0 ~ / \\[0604\\]: /); h = $0; s = $1
            if ($0 ~ / \\[0[23][0-9a-f]*\\]: /) { n = split(path[s], q, "/")
            for (i = 1; i < n; i++) { ends[q[i]]++; if ($0 ~ / \\[03[0-9a-f]*\\]: /) gpus[q[i]]++ } } }
            k
            b && /ACSCtl:/ { head[s] = h; acs[s] = $0 }
            END { for (s in acs) { n = split(path[s], q, "/"); u = q[n - 1]
            if (u !~ /^pci/ && ends[s] && gpus[u] && ends[u] > 1) print head[s] "\\n" acs[s] } }'
            fi""";

    private static final Pattern HEAD =
            Pattern.compile(
                    "((?:[0-9a-fA-F]{4,8}:)?[0-9a-fA-F]{2}:[0-9a-fA-F]{2}\\.[0-7])"
                            + " ([^\\[\\]:]{1,80}?)(?: \\[([0-9a-f]{4})])?: (.+)");

    private static final Pattern TEXT =
            Pattern.compile(
                    "(?m)^(?:[0-9a-fA-F]{4,8}:)?[0-9a-fA-F]{2}:[0-9a-fA-F]{2}\\.[0-7] [A-Z3][^\\n]*: "
                            + "|^\\s+Lnk(?:Cap|Sta):\\s+(?:Port #\\d+, )?Speed ");

    @Override
    public String name() {
        return "lspci";
    }

    @Override
    public List<Probe> probes() {
        // As root lspci also reads the vital product data, which is slow on some cards.
        return List.of(
                Probe.once(name(), COMMAND)
                        .asRoot()
                        .within(Duration.ofSeconds(20))
                        .expectLarge()
                        .cited("lspci -Dnnvv")
                        .asPrompt());
    }

    @Override
    public Set<Class<? extends Fact>> gives() {
        return Set.of(PciDevice.class);
    }

    @Override
    public boolean readsCommand(String command) {
        return command.equals(COMMAND) || CommandLine.of(command).is("lspci");
    }

    @Override
    public boolean recognises(String text) {
        return LineStarts.find(TEXT, text);
    }

    @Override
    public Reading read(Transcript transcript) {
        Lines lines = Lines.of(transcript, "lspci");
        List<PciDevice> facts = new ArrayList<>();
        List<LspciBlock> blocks = new ArrayList<>();
        for (Lines.Line line : lines) {
            if (!line.isLeft()) continue;
            Optional<Matcher> head = line.indent() == 0 ? line.match(HEAD) : Optional.empty();
            if (head.isPresent()) {
                Matcher m = head.get();
                blocks.add(
                        new LspciBlock(
                                m.group(1),
                                m.group(2),
                                Optional.ofNullable(m.group(3)),
                                m.group(4),
                                line.read()));
            } else if (line.indent() > 0 && !blocks.isEmpty()) {
                blocks.getLast().row(line);
            }
        }
        long denied = blocks.stream().filter(LspciBlock::isDenied).count();
        blocks.forEach(b -> facts.add(b.fact()));
        if (denied > 0) {
            lines.unavailable(
                    "capabilities of %d of %d functions need root (<access denied>)"
                            .formatted(denied, blocks.size()));
        }
        return lines.reading(facts);
    }
}
