package io.railhead.evidence.paste;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.SequenceInputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/// Text as other systems save it, as UTF-8 with a line feed after each line.
final class PlainText {
    /// What is looked at to tell text from other things, in bytes.
    private static final int LOOKED = 8192;

    private PlainText() {}

    /// The same text in UTF-8, and without NULs where it is UTF-16.
    static InputStream utf8(InputStream in) throws IOException {
        byte[] head = in.readNBytes(LOOKED);
        Optional<Charset> charset = utf16(head);
        int mark = mark(head);
        InputStream whole =
                new SequenceInputStream(
                        new ByteArrayInputStream(head, mark, head.length - mark), in);
        return charset.isEmpty() ? whole : new Transcoded(whole, charset.get());
    }

    /// Length of the byte order mark.
    private static int mark(byte[] head) {
        if (head.length >= 3
                && head[0] == (byte) 0xef
                && head[1] == (byte) 0xbb
                && head[2] == (byte) 0xbf) return 3;
        if (head.length < 2) return 0;
        int first = (head[0] & 0xff) << 8 | head[1] & 0xff;
        return first == 0xfffe || first == 0xfeff ? 2 : 0;
    }

    /// By its mark, or because one of two bytes is zero as in no other text.
    private static Optional<Charset> utf16(byte[] head) {
        if (head.length < 2) return Optional.empty();
        int first = (head[0] & 0xff) << 8 | head[1] & 0xff;
        if (first == 0xfffe) return Optional.of(StandardCharsets.UTF_16LE);
        if (first == 0xfeff) return Optional.of(StandardCharsets.UTF_16BE);
        int[] zeros = {0, 0};
        for (int i = 0; i < head.length; i++) if (head[i] == 0) zeros[i & 1]++;
        int most = head.length * 2 / 5;
        if (zeros[1] > most && zeros[0] < most / 8) return Optional.of(StandardCharsets.UTF_16LE);
        if (zeros[0] > most && zeros[1] < most / 8) return Optional.of(StandardCharsets.UTF_16BE);
        return Optional.empty();
    }

    /// More than one byte of fifty is a control character that no terminal prints. Zeros do not
    /// count: a log that was cut while its writer went on begins with any number of them.
    static boolean isBinary(byte[] bytes) {
        int odd = 0;
        int looked = 0;
        for (int i = 0; i < bytes.length && looked < LOOKED; i++) {
            int b = bytes[i] & 0xff;
            if (b == 0) continue;
            looked++;
            if (b < 9 || (b > 13 && b < 27) || (b > 27 && b < 32) || b == 127) odd++;
        }
        return odd * 50 > looked || (looked == 0 && bytes.length > 0);
    }

    /// Lines as line feeds count them: a return before a feed belongs to it, others are blanks, as
    /// progress bars make them; where there is no feed at all, as on serial lines, they end lines.
    static byte[] withLineFeeds(byte[] text) {
        int returns = 0;
        int feeds = 0;
        for (byte b : text) {
            if (b == '\r') returns++;
            else if (b == '\n') feeds++;
        }
        if (returns == 0) return text;
        byte[] out = new byte[text.length];
        int n = 0;
        for (int i = 0; i < text.length; i++) {
            byte b = text[i];
            if (b != '\r') {
                out[n++] = b;
            } else if (feeds == 0) {
                out[n++] = '\n';
            } else {
                boolean atEdge = i + 1 == text.length || text[i + 1] == '\n' || text[i + 1] == '\r';
                if (!atEdge && n > 0 && out[n - 1] != '\n') out[n++] = ' ';
            }
        }
        return Arrays.copyOf(out, n);
    }

    /// Text of another encoding, encoded anew while it is read.
    private static final class Transcoded extends InputStream {
        private final Reader reader;
        private final char[] chars = new char[LOOKED];
        private byte[] bytes = {};
        private int at;

        Transcoded(InputStream in, Charset charset) {
            reader = new InputStreamReader(in, charset);
        }

        private boolean ended() throws IOException {
            while (at == bytes.length) {
                int n = reader.read(chars, 0, chars.length - 1);
                if (n < 0) return true;
                // A pair of surrogates is not to be torn.
                if (n > 0 && Character.isHighSurrogate(chars[n - 1])) {
                    int low = reader.read();
                    if (low >= 0) chars[n++] = (char) low;
                }
                bytes = new String(chars, 0, n).getBytes(StandardCharsets.UTF_8);
                at = 0;
            }
            return false;
        }

        @Override
        public int read() throws IOException {
            return ended() ? -1 : bytes[at++] & 0xff;
        }

        @Override
        public int read(byte[] to, int from, int length) throws IOException {
            if (length == 0) return 0;
            if (ended()) return -1;
            int n = Math.min(length, bytes.length - at);
            System.arraycopy(bytes, at, to, from, n);
            at += n;
            return n;
        }
    }
}
