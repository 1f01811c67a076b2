package io.railhead.evidence.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// That what is found is what stands there, however much of it is known from before.
final class KeywordSearchTest {
    private static final long SEED = 20_261_128L;

    private static final Path LOGS = Path.of("..", "benchmarks", "nccl-logs");

    /// Overlapping ones, ones within others, ones that differ in digits, and of other alphabets.
    private static final List<String> KEYWORDS =
            List.of(
                    "nccl warn",
                    "warn",
                    "via p2p",
                    "via p3p",
                    "p2",
                    "eth1",
                    "eth2/",
                    "e",
                    "xid 79",
                    "xid 7",
                    "9",
                    ", 0, ",
                    "0000:0000",
                    ": 0x",
                    "]  ",
                    "\t1",
                    "a0b1c2",
                    "größe",
                    "channel 01/0 : 0[0] -> 1[0] via p2p/cumem");

    @Test
    void whatStandsInALineIsFoundWhateverStoodInLinesLikeIt() {
        List<String> keywords = KEYWORDS.stream().filter(k -> !k.equals("9")).toList();
        for (int round = 0; round < 300; round++) {
            Random random = new Random(SEED + round);
            KeywordSearch search = new KeywordSearch(new Keywords(keywords));
            List<byte[]> lines = lines(random, keywords, KEYWORDS);
            for (int block = 0; block < 4; block++) {
                byte[] text = joined(random, lines, 2000);
                assertThat(found(search, keywords, text))
                        .as("seed %d, block %d", SEED + round, block)
                        .isEqualTo(standing(keywords, text));
            }
        }
    }

    @Test
    void inRecordedLogsEveryKeywordOfTheCatalogueIsFound() throws IOException {
        List<String> keywords = keywordsOfTheCatalogue();
        List<byte[]> recorded = new ArrayList<>();
        try (Stream<Path> logs = Files.list(LOGS)) {
            for (Path log : logs.sorted().toList()) {
                for (String line : Files.readAllLines(log)) recorded.add(bytes(line));
            }
        }
        Random random = new Random(SEED);
        KeywordSearch search = new KeywordSearch(new Keywords(keywords));
        for (int block = 0; block < 12; block++) {
            List<byte[]> lines = new ArrayList<>(recorded);
            lines.addAll(lines(random, keywords, keywords));
            byte[] text = joined(random, lines, 40_000);
            assertThat(found(search, keywords, text))
                    .as("seed %d, block %d", SEED, block)
                    .isEqualTo(standing(keywords, text));
        }
    }

    @Test
    void whatIsForgottenIsFoundAgain() {
        List<String> keywords = List.of("warn", "xid 79", "down");
        KeywordSearch search = new KeywordSearch(new Keywords(keywords));
        Random random = new Random(SEED);
        for (int block = 0; block < 10; block++) {
            byte[] text = new byte[400_000];
            // Letters without end: more chunks than any table holds.
            for (int i = 0; i < text.length; i++) text[i] = (byte) ('a' + random.nextInt(26));
            for (int i = 40; i < text.length; i += 40) text[i] = '\n';
            for (int i = 0; i < text.length - 90; i += 90) {
                byte[] word = bytes(keywords.get(random.nextInt(3)));
                System.arraycopy(word, 0, text, i + random.nextInt(70), word.length);
            }
            assertThat(found(search, keywords, text))
                    .as("seed %d, block %d", SEED, block)
                    .isEqualTo(standing(keywords, text));
        }
    }

    @Test
    void lineFeedsAreFoundAtAnyPlace() {
        KeywordSearch search = new KeywordSearch(new Keywords(List.of("warn")));
        Random random = new Random(SEED);
        for (int round = 0; round < 2000; round++) {
            byte[] text = new byte[random.nextInt(300)];
            random.nextBytes(text);
            for (int i = random.nextInt(8); i > 0 && text.length > 0; i--) {
                text[random.nextInt(text.length)] = '\n';
            }
            List<Integer> feeds = new ArrayList<>();
            for (int i = 0; i < text.length; i++) if (text[i] == '\n') feeds.add(i);
            byte[] block = Arrays.copyOf(text, text.length + KeywordSearch.BEHIND);
            // What an earlier block left behind is none of this one.
            Arrays.fill(block, text.length, block.length, (byte) '\n');
            byte[] before = block.clone();
            search.find(block, text.length);
            assertThat(block).isEqualTo(before);
            assertThat(Stream.iterate(0, i -> i + 1).limit(search.feeds()).map(search::feed))
                    .as("seed %d, round %d", SEED, round)
                    .isEqualTo(feeds);
        }
    }

    @Test
    void aKeywordThatEveryLongNumberFitsIsRefused() {
        assertThatThrownBy(() -> new Keywords(List.of("warn", "1500")))
                .hasMessageContaining("digits alone");
        assertThatThrownBy(() -> new Keywords(List.of("a\nb"))).hasMessageContaining("two lines");
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static List<String> keywordsOfTheCatalogue() {
        Catalogue catalogue = Catalogue.installed();
        TreeSet<String> all = new TreeSet<>();
        for (int w = 0; w < catalogue.wordings(); w++) {
            catalogue.wording(w).keywords().forEach(k -> all.add(k.toLowerCase(Locale.ROOT)));
        }
        return List.copyOf(all);
    }

    /// Lines of keywords, halves of keywords and other text, of which each is repeated with other
    /// digits, another case, cut, or with a byte that is another.
    private static List<byte[]> lines(Random random, List<String> keywords, List<String> of) {
        List<byte[]> lines = new ArrayList<>();
        for (int n = 0; n < 8; n++) {
            StringBuilder text = new StringBuilder();
            int parts = random.nextInt(9);
            for (int i = 0; i < parts; i++) {
                String word = of.get(random.nextInt(of.size()));
                switch (random.nextInt(5)) {
                    case 0, 1 -> text.append(word);
                    case 2 -> text.append(word, 0, random.nextInt(word.length() + 1));
                    case 3 -> text.append(random.nextInt(100_000));
                    case 4 -> text.append(" [0] NCCL INFO ", 0, random.nextInt(16));
                    default -> throw new AssertionError();
                }
            }
            lines.add(bytes(text.toString()));
            for (int like = random.nextInt(5); like > 0; like--) {
                lines.add(like(random, bytes(text.toString())));
            }
        }
        return lines;
    }

    private static byte[] like(Random random, byte[] line) {
        byte[] other = line.clone();
        int kind = random.nextInt(4);
        for (int i = 0; i < other.length; i++) {
            boolean isDigit = other[i] >= '0' && other[i] <= '9';
            boolean isLetter = other[i] >= 'a' && other[i] <= 'z';
            if (isDigit && random.nextInt(3) == 0) other[i] = (byte) ('0' + random.nextInt(10));
            else if (kind == 1 && isLetter && random.nextBoolean()) other[i] -= 32;
        }
        if (kind == 2) return Arrays.copyOf(other, random.nextInt(other.length + 1));
        if (kind == 3 && other.length > 0) {
            byte b = (byte) random.nextInt(256);
            other[random.nextInt(other.length)] = b == '\n' ? 0 : b;
        }
        return other;
    }

    /// Lines drawn one after the other, the last one maybe cut.
    private static byte[] joined(Random random, List<byte[]> lines, int size) {
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        while (text.size() < size) {
            text.writeBytes(lines.get(random.nextInt(lines.size())));
            // Seldom none: lines of more than one chunk.
            if (random.nextInt(10) > 0) text.write('\n');
        }
        return Arrays.copyOf(text.toByteArray(), size - random.nextInt(40));
    }

    /// Each `place keyword`.
    private static List<String> found(KeywordSearch search, List<String> keywords, byte[] text) {
        search.find(Arrays.copyOf(text, text.length + KeywordSearch.BEHIND), text.length);
        List<String> found = new ArrayList<>();
        for (int hit = 0; hit < search.hits(); hit++) {
            if (hit > 0) {
                assertThat(search.place(hit)).isGreaterThanOrEqualTo(search.place(hit - 1));
            }
            found.add(search.place(hit) + " " + keywords.get(search.keyword(hit)));
        }
        Collections.sort(found);
        return found;
    }

    /// The same by comparing each keyword with each place.
    private static List<String> standing(List<String> keywords, byte[] text) {
        List<String> standing = new ArrayList<>();
        byte[] lower = text.clone();
        for (int i = 0; i < lower.length; i++) {
            if (lower[i] >= 'A' && lower[i] <= 'Z') lower[i] += 32;
        }
        for (String keyword : keywords) {
            byte[] word = bytes(keyword);
            for (int at = 0; at + word.length <= lower.length; at++) {
                if (lower[at] == word[0]
                        && Arrays.equals(word, 0, word.length, lower, at, at + word.length)) {
                    standing.add(at + word.length - 1 + " " + keyword);
                }
            }
        }
        Collections.sort(standing);
        return standing;
    }
}
