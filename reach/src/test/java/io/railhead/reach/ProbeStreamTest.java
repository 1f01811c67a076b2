package io.railhead.reach;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

class ProbeStreamTest {
    private static final String M = "RAILHEAD-0123456789abcdef0123456789abcdef";

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] gzip(String text) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
            gzip.write(utf8(text));
        }
        return bytes.toByteArray();
    }

    private static byte[] join(byte[]... parts) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            all.writeBytes(part);
        }
        return all.toByteArray();
    }

    private static ProbeStream stream(int cap) {
        return new ProbeStream(M, 10, cap, System::nanoTime);
    }

    private static byte[] sample() throws Exception {
        return join(
                utf8("\n" + M + " - 0 - -\nhost1\n"),
                utf8("\n" + M + " 0 1 - eth0\nno newline"),
                utf8("\n" + M + " 3 2 z- -\n"),
                gzip("much\nmore\n\n0"),
                utf8("\n" + M + " - note - 99 virtual interfaces, 64 looked at\n"),
                utf8("\n" + M + " - 3 s- -\nas root\n"),
                utf8("\n" + M + " 124 end - -\n"),
                utf8("\n" + M + " - 4 p 10.0.0.1,9000,10.0.0.2\npong\n"),
                utf8("\n" + M + " p\nping: odd\n\n1"),
                utf8("\n" + M + " - all - -\n"));
    }

    private static final byte[] ERRORS =
            utf8("\n" + M + " 0 -\n\n" + M + " 1 eth0\nbad\n\n" + M + " 3 -\n");

    private static void expectSample(ProbeStream.Result result) {
        List<ProbeStream.Frame> f = result.frames();
        assertThat(f).extracting(ProbeStream.Frame::index).containsExactly(0, 1, 2, 3, 4);
        assertThat(f)
                .extracting(x -> new String(x.stdout(), StandardCharsets.UTF_8))
                .containsExactly("host1\n", "no newline", "much\nmore\n", "as root\n", "pong\n");
        assertThat(f)
                .extracting(x -> new String(x.stderr(), StandardCharsets.UTF_8))
                .containsExactly("", "bad\n", "", "", "ping: odd\n");
        assertThat(f).extracting(ProbeStream.Frame::status).containsExactly(0, 3, 0, -1, 1);
        assertThat(f)
                .extracting(ProbeStream.Frame::truncated)
                .containsExactly(false, false, false, true, false);
        assertThat(result.notes()).containsExactly("99 virtual interfaces, 64 looked at");
        assertThat(result.ended()).isTrue();
        assertThat(result.over()).isFalse();
    }

    @Test
    void framesAreReadHoweverTheBytesAreCut() throws Exception {
        byte[] sample = sample();
        Seeded.times(
                500,
                random -> {
                    ProbeStream stream = stream(1 << 20);
                    feed(random, sample, stream::out);
                    feed(random, ERRORS, stream::err);
                    expectSample(stream.result());
                });
    }

    private static void feed(Random random, byte[] bytes, ByteSink sink) {
        int most = 1 + random.nextInt(bytes.length);
        for (int at = 0; at < bytes.length; ) {
            int n = Math.min(bytes.length - at, 1 + random.nextInt(most));
            sink.accept(bytes, at, n);
            at += n;
        }
    }

    @Test
    void aStreamCutAnywhereGivesTheFramesThatCameWhole() throws Exception {
        byte[] sample = sample();
        for (int cut = 0; cut <= sample.length; cut++) {
            ProbeStream stream = stream(1 << 20);
            stream.out(sample, 0, cut);
            ProbeStream.Result result = stream.result();
            assertThat(result.ended()).isEqualTo(cut == sample.length);
            for (ProbeStream.Frame frame : result.frames()) {
                if (!frame.complete()) {
                    assertThat(frame.truncated()).isTrue();
                    assertThat(frame.status()).isEqualTo(-1);
                    assertThat(frame).isSameAs(result.frames().getLast());
                }
            }
        }
    }

    @Test
    void anythingAtAllCanBeFed() throws Exception {
        byte[] sample = sample();
        Seeded.times(
                2000,
                random -> {
                    byte[] bent = sample.clone();
                    for (int i = 0; i < 1 + random.nextInt(20); i++) {
                        int from = random.nextInt(bent.length);
                        int to = random.nextInt(bent.length);
                        int n = Math.min(random.nextInt(60), bent.length - Math.max(from, to));
                        System.arraycopy(sample, from, bent, to, n);
                        bent[random.nextInt(bent.length)] = (byte) random.nextInt();
                    }
                    ProbeStream stream = stream(100 + random.nextInt(2000));
                    feed(random, bent, stream::out);
                    feed(random, bent, stream::err);
                    assertThat(stream.result().frames()).hasSizeLessThan(200);
                });
    }

    @Test
    void aFloodIsCutAtTheCapAndReported() {
        ProbeStream stream = stream(100_000);
        byte[] head = utf8("\n" + M + " - 0 - -\n");
        assertThat(stream.out(head, 0, head.length)).isTrue();
        byte[] noise = utf8("y\n".repeat(4000));
        boolean wanted = true;
        for (int i = 0; i < 100; i++) {
            wanted = stream.out(noise, 0, noise.length);
        }
        assertThat(wanted).isFalse();
        ProbeStream.Result result = stream.result();
        assertThat(result.over()).isTrue();
        assertThat(result.frames()).hasSize(1);
        assertThat(result.frames().getFirst().stdout().length).isLessThanOrEqualTo(100_000);
        assertThat(result.frames().getFirst().truncated()).isTrue();
    }

    @Test
    void aBombInAFrameIsCutAtTheCap() throws Exception {
        ProbeStream stream = stream(100_000);
        byte[] bomb =
                join(
                        utf8("\n" + M + " - 0 z- -\n"),
                        gzip("0".repeat(50 << 20)),
                        utf8("\n" + M + " - all - -\n"));
        stream.out(bomb, 0, bomb.length);
        ProbeStream.Result result = stream.result();
        assertThat(result.over()).isTrue();
        assertThat(result.frames().getFirst().stdout().length).isLessThanOrEqualTo(100_000);
    }
}
