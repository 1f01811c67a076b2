package io.railhead.configure;

import static org.assertj.core.api.Assertions.assertThat;

import io.railhead.model.intent.Cluster;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Whatever the bytes of somebody else's file are: after a block was put there they are all there
/// still, a second plan is empty, and taking the block out gives the file back, also when its owner
/// has written more in the meantime.
@Tag("root")
class BlocksInRandomFilesTest {
    private static final int FILES = Integer.getInteger("railhead.blocks.files", 40);
    private static final long SEED = Long.getLong("railhead.blocks.seed", 20261128L);
    private static final List<String> PIECES =
            List.of(
                    "a line",
                    "\n",
                    "\n",
                    "\r\n",
                    "\r",
                    "\0",
                    "é",
                    "# BEGIN railhead z",
                    "# END railhead z",
                    "# BEGIN",
                    " ",
                    "\t",
                    "'",
                    "$(x)",
                    "\\",
                    "%s",
                    "a\n",
                    "b\r\n",
                    "# a\n");

    @TempDir Path journal;

    private static byte[] content(Random random) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        int pieces = random.nextInt(5) == 0 ? random.nextInt(3) : random.nextInt(60);
        for (int i = 0; i < pieces; i++) {
            if (random.nextInt(6) == 0) {
                byte[] any = new byte[random.nextInt(9)];
                random.nextBytes(any);
                out.writeBytes(any);
            } else {
                out.writeBytes(
                        PIECES.get(random.nextInt(PIECES.size())).getBytes(StandardCharsets.UTF_8));
            }
        }
        return out.toByteArray();
    }

    private static byte[] read(Machine machine, String path) {
        return Base64.getDecoder().decode(machine.sh("base64 -w0 " + path).strip());
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    /// Whether `is` is `was` with the block behind it, or in the place of a former one.
    private static boolean isPutInto(String was, String is, int number) {
        for (String eol : List.of("\n", "\r\n")) {
            String end = "# END railhead z" + eol;
            String begin = "# BEGIN railhead z" + eol + "wanted " + lines(number, eol);
            int from = is.indexOf(begin);
            if (from < 0 || from > 0 && is.charAt(from - 1) != '\n') {
                continue;
            }
            String before = is.substring(0, from);
            String behind = is.substring(from + begin.length() + end.length());
            assertThat(is.substring(from + begin.length())).startsWith(end);
            if (was.startsWith(before) && was.endsWith(behind)) {
                return true;
            }
            return behind.isEmpty() && (was + eol).equals(before);
        }
        return false;
    }

    private static String lines(int number, String eol) {
        return number + eol + text("and é".getBytes(StandardCharsets.UTF_8)) + eol;
    }

    @Test
    void othersBytesStay() {
        try (Machine machine = Machine.start()) {
            Bench bench = new Bench(machine, journal);
            List<byte[]> files = new ArrayList<>();
            StringBuilder wanted = new StringBuilder("netplan off\n");
            StringBuilder make = new StringBuilder();
            for (int i = 0; i < FILES; i++) {
                Random random = new Random(SEED + i);
                byte[] file = content(random);
                files.add(file);
                make.append("base64 -d >/srv/f%03d <<'E'\n".formatted(i))
                        .append(Base64.getMimeEncoder().encodeToString(file).replace("\r", ""))
                        .append("\nE\n");
                wanted.append("block /srv/f%03d z # wanted %d\\nand é\\n\n".formatted(i, i));
            }
            machine.sh(make.toString());
            Cluster cluster = World.cluster(wanted.toString());
            List<String> before = machine.snapshot();
            Prepared prepared = bench.plan(cluster);
            RunResult result = bench.apply(prepared);
            assertThat(result.isGood()).as("seed %d: %s", SEED, result).isTrue();
            int put = 0;
            for (int i = 0; i < FILES; i++) {
                String was = text(files.get(i));
                String is = text(read(machine, "/srv/f%03d".formatted(i)));
                String name = "/srv/f%03d".formatted(i);
                String by = "seed %d".formatted(SEED + i);
                boolean refused =
                        prepared.plan().obstacles().stream()
                                .anyMatch(o -> o.resource().equals("block:" + name + "#z"));
                if (refused) {
                    assertThat(is).as(by).isEqualTo(was);
                    continue;
                }
                put++;
                assertThat(isPutInto(was, is, i)).as("%s: %s%nbecame: %s", by, was, is).isTrue();
            }
            assertThat(put).isGreaterThan(FILES / 4);
            Plan second = bench.plan(cluster).plan();
            assertThat(second.changes()).as("seed %d", SEED).isEmpty();
            assertThat(second.obstacles()).isEqualTo(prepared.plan().obstacles());
            List<String> after = machine.snapshot();
            assertThat(bench.rollBack(cluster, result.run(), false).isGood()).isTrue();
            assertThat(machine.snapshot()).as("seed %d", SEED).isEqualTo(before);
            assertThat(bench.apply(bench.plan(cluster)).isGood()).isTrue();
            assertThat(machine.snapshot()).as("seed %d", SEED).isEqualTo(after);
        }
    }

    @Test
    void whatTheOwnerWritesInTheMeantimeOutlivesTheRollback() {
        try (Machine machine = Machine.start()) {
            Bench bench = new Bench(machine, journal);
            machine.sh(
                    """
                    printf 'one\\ntwo' >/srv/a
                    printf 'x\\n# BEGIN railhead z\\nformer\\n# END railhead z\\ny\\n' >/srv/b
                    """);
            Cluster cluster =
                    World.cluster(
                            """
                            block /srv/a z # ours\\n
                            block /srv/b z # ours\\n
                            block /srv/c z # ours\\n
                            netplan off
                            """);
            RunResult run = bench.apply(cluster);
            assertThat(run.isGood()).isTrue();
            machine.sh(
                    "for f in a b c; do sed -i -e '1i first' /srv/$f; echo last >>/srv/$f; done");
            assertThat(bench.plan(cluster).plan().changes()).isEmpty();
            RunResult back = bench.rollBack(cluster, run.run(), false);
            assertThat(back.isGood()).as(back.toString()).isTrue();
            assertThat(machine.sh("cat /srv/a")).isEqualTo("first\none\ntwo\nlast\n");
            assertThat(machine.sh("cat /srv/b"))
                    .isEqualTo("first\nx\n# BEGIN railhead z\nformer\n# END railhead z\ny\nlast\n");
            assertThat(machine.sh("cat /srv/c")).isEqualTo("first\nlast\n");
        }
    }

    @Test
    void marksThatSomebodyTearsBeforeTheRollbackAreNamedAndNothingIsLost() {
        try (Machine machine = Machine.start()) {
            Bench bench = new Bench(machine, journal);
            machine.sh("printf 'one\\n' >/srv/a");
            Cluster cluster = World.cluster("block /srv/a z # ours\\n\nnetplan off\n");
            RunResult run = bench.apply(cluster);
            machine.sh("sed -i '/END railhead/d' /srv/a; echo last >>/srv/a");
            String torn = machine.sh("cat /srv/a");
            assertThat(bench.plan(cluster).plan().obstacles())
                    .singleElement()
                    .extracting(Obstacle::why)
                    .asString()
                    .contains("in line 2 has no end");
            assertThat(bench.rollBack(cluster, run.run(), false).isGood()).isFalse();
            assertThat(machine.sh("cat /srv/a")).isEqualTo(torn);
        }
    }
}
