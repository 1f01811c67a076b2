package io.railhead.cli;

import io.railhead.model.Visible;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.regex.Pattern;

/// The one way of text to the terminal. What comes from outside (files of hosts, intents, pasted
/// logs, journals) is shown by [Visible]: none of it can steer the terminal. What Railhead itself
/// means for the terminal is written with [#ESCAPE] in place of ESC, which nobody outside can know.
public final class Screen extends OutputStream {
    /// Stands for ESC in text of our own: noncharacters of Unicode (U+FDD0 to U+FDEF), drawn anew
    /// in every process, so that a file that holds some of them does not colour anything.
    static final String ESCAPE = drawn();

    private static final Pattern SEQUENCE = Pattern.compile(ESCAPE + "\\[[0-9;]*[A-Za-z]");
    private static final int CHUNK = 8192;

    private final OutputStream to;
    private final CharsetDecoder decoder =
            StandardCharsets.UTF_8
                    .newDecoder()
                    .onMalformedInput(CodingErrorAction.REPLACE)
                    .onUnmappableCharacter(CodingErrorAction.REPLACE);
    private final ByteBuffer bytes = ByteBuffer.allocate(CHUNK);
    private final CharBuffer chars = CharBuffer.allocate(CHUNK + 1);
    private final StringBuilder held = new StringBuilder();

    private Screen(OutputStream to) {
        this.to = to;
    }

    /// A stream of UTF-8 text that ends at `to`.
    ///
    /// @param promptly whether every line is to arrive at once
    static PrintStream over(OutputStream to, boolean promptly) {
        return new PrintStream(new Screen(to), promptly, StandardCharsets.UTF_8);
    }

    private static String drawn() {
        SecureRandom random = new SecureRandom();
        // The first is none of the others: else the end of one may look like the beginning of
        // another, and text that comes in pieces is cut there.
        StringBuilder drawn = new StringBuilder();
        drawn.append((char) (0xFDD0 + random.nextInt(16)));
        for (int i = 0; i < 7; i++) {
            drawn.append((char) (0xFDE0 + random.nextInt(16)));
        }
        return drawn.toString();
    }

    /// Text for a file: without colours of our own, and what is from outside made visible.
    static String plain(String text) {
        return Visible.of(SEQUENCE.matcher(text).replaceAll(""));
    }

    /// Help as picocli writes it, with its colours as our own.
    static String ownColours(String text) {
        return text.replace("\033", ESCAPE);
    }

    @Override
    public synchronized void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public synchronized void write(byte[] from, int start, int length) throws IOException {
        int at = start;
        while (at < start + length) {
            int n = Math.min(bytes.remaining(), start + length - at);
            bytes.put(from, at, n);
            at += n;
            decode();
        }
        pass(false);
    }

    private void decode() {
        bytes.flip();
        decoder.decode(bytes, chars, false);
        bytes.compact();
        chars.flip();
        held.append(chars);
        chars.clear();
    }

    /// All that was held, unless its end may be the beginning of [#ESCAPE].
    private void pass(boolean all) throws IOException {
        int end = all ? held.length() : held.length() - tail();
        if (end == 0) {
            return;
        }
        String ready = held.substring(0, end);
        held.delete(0, end);
        StringBuilder out = new StringBuilder(ready.length());
        int from = 0;
        for (int at = ready.indexOf(ESCAPE); at >= 0; at = ready.indexOf(ESCAPE, from)) {
            out.append(Visible.of(ready.substring(from, at))).append('\033');
            from = at + ESCAPE.length();
        }
        out.append(Visible.of(ready.substring(from)));
        to.write(out.toString().getBytes(StandardCharsets.UTF_8));
    }

    private int tail() {
        for (int n = Math.min(ESCAPE.length() - 1, held.length()); n > 0; n--) {
            if (ESCAPE.startsWith(held.substring(held.length() - n))) {
                return n;
            }
        }
        return 0;
    }

    @Override
    public synchronized void flush() throws IOException {
        pass(true);
        to.flush();
    }

    @Override
    public synchronized void close() throws IOException {
        flush();
        to.close();
    }
}
