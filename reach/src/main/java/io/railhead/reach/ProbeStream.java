package io.railhead.reach;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.LongSupplier;
import java.util.zip.GZIPInputStream;

/// Reads what a [ProbeScript] prints, as it arrives. Never throws and keeps no more than the cap,
/// whatever it is fed; what cannot be a frame is dropped, since only the script knows the mark.
final class ProbeStream {

    /// One probe's output.
    ///
    /// @param index of the probe in the plan
    /// @param flags as the script gave them
    /// @param status -1 when it did not run to an end, or its end did not arrive
    /// @param complete false when the stream ended within the frame
    /// @param begun nanoseconds of the clock given, when its beginning arrived
    /// @param first when its first byte arrived
    record Frame(
            int index,
            String flags,
            String item,
            byte[] stdout,
            byte[] stderr,
            int status,
            boolean complete,
            boolean truncated,
            long begun,
            long first,
            long ended) {

        Frame withIndex(int other) {
            return new Frame(
                    other, flags, item, stdout, stderr, status, complete, truncated, begun, first,
                    ended);
        }

        Frame withStderr(byte[] bytes) {
            return new Frame(
                    index, flags, item, stdout, bytes, status, complete, truncated, begun, first,
                    ended);
        }
    }

    private record Head(int index, String flags, String item, long begun) {}

    private static final int HEAD_CAP = 512;

    /// More than any plan has on any machine.
    private static final int FRAMES_CAP = 50_000;

    private final byte[] mark;
    private final int probes;
    private final int cap;
    private final LongSupplier nanos;
    private final List<Frame> frames = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();
    private final Map<String, byte[]> errors = new HashMap<>();
    private byte[] out = new byte[16 << 10];
    private int outLength;
    private int scanned;
    private int kept;
    private byte[] err = new byte[0];
    private boolean over;
    private boolean end;
    private boolean peersOnly;
    private long endedAt;
    private Optional<Head> head = Optional.empty();
    private Optional<byte[]> peerOut = Optional.empty();
    private long first;

    /// @param probes number of probes in the plan
    /// @param cap bytes kept of one machine, compressed output counted as unpacked
    ProbeStream(String mark, int probes, int cap, LongSupplier nanos) {
        this.mark = ("\n" + mark + " ").getBytes(StandardCharsets.US_ASCII);
        this.probes = probes;
        this.cap = cap;
        this.nanos = nanos;
    }

    /// Standard output.
    synchronized boolean out(byte[] bytes, int offset, int length) {
        int room = (int) Math.min(length, (long) cap - kept - outLength);
        over |= room < length;
        if (outLength + room > out.length) {
            out = Arrays.copyOf(out, Math.max(outLength + room, Math.min(cap, out.length * 2)));
        }
        System.arraycopy(bytes, offset, out, outLength, room);
        if (head.isPresent() && first == 0 && room > 0) {
            first = nanos.getAsLong();
        }
        outLength += room;
        scan();
        return !over;
    }

    /// Where the script is.
    ///
    /// @param index of the probe that runs; empty before the first and after the last
    /// @param since when it began; after the last, when the script ended
    /// @param peers true when only answers of peers are still to come
    record Position(OptionalInt index, long since, boolean peers, boolean ended) {}

    synchronized Position position() {
        return new Position(
                head.isPresent() ? OptionalInt.of(head.get().index()) : OptionalInt.empty(),
                end ? endedAt : head.map(Head::begun).orElse(0L),
                peersOnly,
                end);
    }

    private void scan() {
        int from = 0;
        while (true) {
            int at = Shell.indexOf(out, outLength, mark, Math.max(from, scanned));
            int lineEnd = at < 0 ? -1 : Shell.indexOf(out, outLength, NEWLINE, at + mark.length);
            if (at < 0 || lineEnd < 0) {
                scanned = at < 0 ? Math.max(from, outLength - mark.length + 1) : at;
                // A header that does not end is none; nothing else would ever be found.
                if (at >= 0 && outLength - at > HEAD_CAP) {
                    scanned = at + 1;
                    continue;
                }
                break;
            }
            String line =
                    new String(
                            out,
                            at + mark.length,
                            lineEnd - at - mark.length,
                            StandardCharsets.UTF_8);
            take(Arrays.copyOfRange(out, from, at), line, lineEnd + 1 < outLength);
            from = lineEnd + 1;
            scanned = from;
        }
        if (from > 0) {
            System.arraycopy(out, from, out, 0, outLength - from);
            outLength -= from;
            scanned = Math.max(0, scanned - from);
        }
    }

    private static final byte[] NEWLINE = {'\n'};

    private void take(byte[] body, String line, boolean more) {
        if (line.equals("p")) {
            peerOut = Optional.of(body);
            return;
        }
        String[] words = line.split(" ", 4);
        finish(body, words[0], true);
        long now = nanos.getAsLong();
        head = Optional.empty();
        first = more ? now : 0;
        if (words.length < 4) {
            return;
        }
        switch (words[1]) {
            case "end" -> peersOnly = true;
            case "all" -> {
                end = true;
                endedAt = now;
            }
            case "note" -> notes.add(words[3]);
            default -> {
                if (words[1].matches("\\d{1,6}")) {
                    int index = Integer.parseInt(words[1]);
                    if (index < probes) {
                        head = Optional.of(new Head(index, words[2], words[3], now));
                    }
                }
            }
        }
    }

    private void finish(byte[] body, String status, boolean complete) {
        Optional<Head> begun = head;
        Optional<byte[]> peer = peerOut;
        peerOut = Optional.empty();
        if (begun.isEmpty()) {
            return;
        }
        Head h = begun.get();
        long now = nanos.getAsLong();
        byte[] stdout = peer.orElse(body);
        byte[] stderr = new byte[0];
        int code = status(status);
        boolean cut = !complete;
        if (h.flags().contains("p")) {
            int split = peer.isPresent() && complete ? lastNewline(body) : -1;
            code = split < 0 ? -1 : status(text(body, split + 1));
            stderr = split < 0 ? stderr : Arrays.copyOf(body, split);
        } else if (h.flags().contains("z")) {
            Unpacked unpacked = unpack(body, cap - kept);
            int split = unpacked.whole() ? lastNewline(unpacked.bytes()) : -1;
            code = split < 0 ? -1 : status(text(unpacked.bytes(), split + 1));
            stdout = split < 0 ? unpacked.bytes() : Arrays.copyOf(unpacked.bytes(), split);
            cut |= split < 0;
            over |= unpacked.over();
        }
        if (frames.size() >= FRAMES_CAP) {
            over = true;
            return;
        }
        kept = (int) Math.min(cap, (long) kept + stdout.length + stderr.length);
        frames.add(
                new Frame(
                        h.index(),
                        h.flags(),
                        h.item(),
                        stdout,
                        stderr,
                        complete ? code : -1,
                        complete,
                        cut || code == -1,
                        h.begun(),
                        first == 0 ? now : first,
                        now));
    }

    private static int lastNewline(byte[] bytes) {
        int i = bytes.length - 1;
        while (i >= 0 && bytes[i] != '\n') {
            i--;
        }
        return i;
    }

    private static String text(byte[] bytes, int from) {
        return new String(bytes, from, bytes.length - from, StandardCharsets.US_ASCII);
    }

    /// 124 and 137 are what `timeout` gives for a command it ended, or had to kill.
    private static int status(String text) {
        if (!text.matches("\\d{1,3}")) {
            return -1;
        }
        int status = Integer.parseInt(text);
        return status == 124 || status == 137 ? -1 : status;
    }

    private record Unpacked(byte[] bytes, boolean whole, boolean over) {}

    private static Unpacked unpack(byte[] packed, int room) {
        byte[] bytes = new byte[Math.max(64, Math.min(room, packed.length * 4))];
        int length = 0;
        try (InputStream in = new GZIPInputStream(new ByteArrayInputStream(packed))) {
            while (true) {
                int n = in.read(bytes, length, bytes.length - length);
                if (n < 0) {
                    return new Unpacked(Arrays.copyOf(bytes, length), true, false);
                }
                length += n;
                if (length >= room) {
                    return new Unpacked(Arrays.copyOf(bytes, room), false, true);
                }
                if (length == bytes.length) {
                    bytes = Arrays.copyOf(bytes, Math.min(room, length * 2));
                }
            }
        } catch (IOException e) {
            // Cut within, or no gzip at all: what was unpacked so far is the best there is.
            return new Unpacked(Arrays.copyOf(bytes, length), false, false);
        }
    }

    /// Standard error; what is over a sixteenth of the cap is dropped.
    synchronized boolean err(byte[] bytes, int offset, int length) {
        int room = Math.max(0, Math.min(length, cap / 16 - err.length));
        int at = err.length;
        err = Arrays.copyOf(err, at + room);
        System.arraycopy(bytes, offset, err, at, room);
        return room == length || cap / 16 > err.length;
    }

    private void readErrors() {
        int at = Shell.indexOf(err, err.length, mark, 0);
        while (at >= 0) {
            int lineEnd = Shell.indexOf(err, err.length, NEWLINE, at + mark.length);
            if (lineEnd < 0) {
                return;
            }
            int next = Shell.indexOf(err, err.length, mark, lineEnd);
            String key =
                    new String(
                            err,
                            at + mark.length,
                            lineEnd - at - mark.length,
                            StandardCharsets.UTF_8);
            int bodyEnd = next < 0 ? err.length : next;
            if (bodyEnd > lineEnd + 1) {
                errors.put(key, Arrays.copyOfRange(err, lineEnd + 1, bodyEnd));
            }
            at = next;
        }
    }

    /// What was read.
    ///
    /// @param ended true when the script ran to its end
    /// @param over true when the cap was reached
    record Result(List<Frame> frames, List<String> notes, boolean ended, boolean over) {}

    /// Ends the reading; a frame that was under way is kept as far as it came.
    synchronized Result result() {
        if (head.isPresent()) {
            finish(Arrays.copyOf(out, outLength), "-", false);
            head = Optional.empty();
        }
        readErrors();
        List<Frame> whole = new ArrayList<>();
        for (Frame f : frames) {
            byte[] stderr = errors.get(f.index() + " " + f.item());
            whole.add(stderr == null || f.flags().contains("p") ? f : f.withStderr(stderr));
        }
        return new Result(whole, notes, end, over);
    }
}
