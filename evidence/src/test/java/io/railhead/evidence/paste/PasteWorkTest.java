package io.railhead.evidence.paste;

import static org.assertj.core.api.Assertions.assertThat;

import io.railhead.evidence.Parser;
import io.railhead.evidence.Parsers;
import io.railhead.evidence.Reading;
import io.railhead.model.Facts;
import io.railhead.model.Probe;
import io.railhead.model.Transcript;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.GidEntry;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/// The work of reading many outputs in one document, counted and not timed: characters that parsers
/// are shown grow as the document does.
class PasteWorkTest {
    private static final String OUTPUT =
            """
            root@gpu%d:~# show_gids
            DEV\tPORT\tINDEX\tGID\t\t\t\t\tIPv4  \t\tVER\tDEV
            ---\t----\t-----\t---\t\t\t\t\t------------  \t---\t---
            mlx5_0\t1\t3\t0000:0000:0000:0000:0000:ffff:0a06:000b\t10.6.0.11  \tv2\tens1np0
            a line that nobody reads
            link mlx5_0/1 state ACTIVE physical_state LINK_UP netdev ens1np0
            """;

    /// A parser that counts what it is shown.
    private record Counting(Parser parser, AtomicLong shown) implements Parser {
        @Override
        public String name() {
            return parser.name();
        }

        @Override
        public List<Probe> probes() {
            return parser.probes();
        }

        @Override
        public Set<Class<? extends Fact>> gives() {
            return parser.gives();
        }

        @Override
        public boolean readsCommand(String command) {
            return parser.readsCommand(command);
        }

        @Override
        public boolean recognises(String text) {
            shown.addAndGet(text.length());
            return parser.recognises(text);
        }

        @Override
        public Reading read(Transcript transcript) {
            shown.addAndGet(transcript.stdout().length());
            return parser.read(transcript);
        }
    }

    private static long work(int outputs) {
        AtomicLong shown = new AtomicLong();
        List<Parser> all =
                Parsers.installed().all().stream()
                        .map(p -> (Parser) new Counting(p, shown))
                        .toList();
        StringBuilder text = new StringBuilder();
        for (int n = 0; n < outputs; n++) text.append(OUTPUT.formatted(n));
        Paste paste = new Paste(Parsers.of(all));
        paste.add(
                "joined.txt",
                new ByteArrayInputStream(text.toString().getBytes(StandardCharsets.UTF_8)));
        Facts facts = paste.facts();
        GidEntry last = facts.of("gpu" + (outputs - 1), GidEntry.class).getFirst();
        assertThat(last.source().firstLine()).isEqualTo(6 * (outputs - 1) + 4);
        assertThat(facts.unread()).hasSize(outputs);
        return shown.get();
    }

    @Test
    void tenTimesTheOutputsAreTenTimesTheWork() {
        long few = work(100);
        assertThat(work(1000)).isLessThanOrEqualTo(11 * few);
    }

    @Test
    void thousandsOfBlankLinesAreShownAsOne() {
        AtomicLong shown = new AtomicLong();
        Parser parser = new Counting(Parsers.installed().all().getFirst(), shown);
        assertThat(Parsers.of(List.of(parser)).recognise("a\n" + " \n".repeat(50_000) + "b\n"))
                .isEmpty();
        assertThat(shown.get()).isLessThan(10);
    }
}
