package io.railhead.cli;

import io.railhead.checks.Report;
import io.railhead.checks.Situation;
import io.railhead.checks.diagnosis.Diagnosis;
import io.railhead.evidence.paste.Paste;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/// Hostile input for `diagnose`, made from the cases: run by [DiagnoseFuzzTest] in a JVM of its own
/// with a heap of 512 MiB. Arguments: seed, rounds. Whatever fails is thrown with seed and round.
final class DiagnoseFuzz {
    private static final int MEGABYTE = 1 << 20;

    private final long seed;
    private final List<byte[]> documents = new ArrayList<>();
    private Random random = new Random();

    private DiagnoseFuzz(long seed) throws IOException {
        this.seed = seed;
        for (DiagnoseCase c : DiagnoseCase.all()) documents.addAll(c.documents().values());
    }

    public static void main(String[] args) throws IOException {
        DiagnoseFuzz fuzz = new DiagnoseFuzz(Long.parseLong(args[0]));
        int rounds = Integer.parseInt(args[1]);
        for (int round = 0; round < rounds; round++) {
            fuzz.random = new Random(fuzz.seed + round);
            try {
                fuzz.damagedText();
                if (round % 10 == 0) fuzz.packed();
            } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
                throw new AssertionError("seed %d round %d".formatted(fuzz.seed, round), e);
            }
        }
        System.out.println("rounds done");
        fuzz.random = new Random(fuzz.seed);
        fuzz.folders();
        fuzz.endless();
        fuzz.bomb();
        System.out.println("survived");
    }

    private byte[] any() {
        return documents.get(random.nextInt(documents.size()));
    }

    private byte[] joined() {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (int n = 1 + random.nextInt(4); n > 0; n--) all.writeBytes(damaged(any()));
        return all.toByteArray();
    }

    private byte[] damaged(byte[] whole) {
        byte[] bytes = whole.clone();
        for (int n = random.nextInt(8); n > 0 && bytes.length > 0; n--) {
            bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
        }
        int from = random.nextInt(4) == 0 ? random.nextInt(bytes.length + 1) : 0;
        int length = bytes.length - from;
        return Arrays.copyOfRange(
                bytes, from, from + (random.nextInt(4) == 0 ? random.nextInt(length + 1) : length));
    }

    /// Joins, cuts, flips, other encodings, holes of zeros.
    private void damagedText() {
        Paste paste = new Paste();
        for (int n = 1 + random.nextInt(4); n > 0; n--) {
            byte[] bytes = joined();
            String text = new String(bytes, StandardCharsets.UTF_8);
            byte[] shown =
                    switch (random.nextInt(8)) {
                        case 0 -> ("\uFEFF" + text).getBytes(StandardCharsets.UTF_16LE);
                        case 1 -> text.getBytes(StandardCharsets.UTF_16BE);
                        case 2 -> text.replace("\n", "\r\n").getBytes(StandardCharsets.UTF_8);
                        case 3 -> text.replace('\n', '\r').getBytes(StandardCharsets.UTF_8);
                        case 4 -> Arrays.copyOf(bytes, bytes.length + random.nextInt(10_000));
                        case 5 -> text.replace('\n', ' ').getBytes(StandardCharsets.UTF_8);
                        default -> bytes;
                    };
            paste.add("d" + n, new ByteArrayInputStream(shown));
        }
        checked(paste);
    }

    private static void checked(Paste paste) {
        Report report = Diagnosis.of(new Situation(paste.facts(), Optional.empty()));
        if (!report.notChecked().isEmpty()) throw new IllegalStateException("" + report);
    }

    /// Zips and gzipped files: nested, cut, flipped, with names that are none.
    private void packed() throws IOException {
        byte[] packed = random.nextBoolean() ? zip(random.nextInt(5)) : gzip(joined());
        Path file = Files.createTempFile("railhead-fuzz", ".zip");
        try {
            Files.write(file, random.nextBoolean() ? damaged(packed) : packed);
            diagnose(file.toString());
        } finally {
            Files.delete(file);
        }
    }

    private byte[] zip(int depth) throws IOException {
        String[] odd = {
            "../../etc/passwd",
            "/abs/olute",
            "a\u001b[2Jb",
            " ",
            "con",
            "manifest.json",
            "\u00e9\n",
            "x".repeat(3000)
        };
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(out)) {
            for (int n = 0; n < 3; n++) {
                zip.putNextEntry(new ZipEntry(n + odd[random.nextInt(odd.length)]));
                zip.write(depth > 0 && n == 0 ? zip(depth - 1) : joined());
            }
        }
        return out.toByteArray();
    }

    private static byte[] gzip(byte[] bytes) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (GZIPOutputStream gz = new GZIPOutputStream(out)) {
            gz.write(bytes);
        }
        return out.toByteArray();
    }

    /// Links that lead in circles and nowhere, empty files, files without permission.
    private void folders() throws IOException {
        Path folder = Files.createTempDirectory("railhead-fuzz");
        Path file = Files.write(folder.resolve("nccl.log"), any());
        List<Path> all = new ArrayList<>(List.of(file));
        all.add(Files.createSymbolicLink(folder.resolve("circle"), folder));
        all.add(Files.createSymbolicLink(folder.resolve("nowhere"), folder.resolve("none")));
        all.add(Files.createSymbolicLink(folder.resolve("other"), file));
        all.add(Files.createFile(folder.resolve("empty")));
        try {
            diagnose(folder.toString());
            diagnose(file.toString(), folder.resolve("empty").toString());
        } finally {
            for (Path p : all) Files.delete(p);
            Files.delete(folder);
        }
    }

    /// Streams that no memory holds, made while they are read.
    private void endless() {
        byte[] line = any();
        stream(
                "one line",
                200,
                n ->
                        new String(line, StandardCharsets.ISO_8859_1)
                                .replace('\n', ' ')
                                .getBytes(StandardCharsets.ISO_8859_1));
        stream("no line feed", 200, n -> "x".repeat(8192).getBytes(StandardCharsets.US_ASCII));
        stream("line feeds", 100, n -> "\n".repeat(8192).getBytes(StandardCharsets.US_ASCII));
        stream("repeats", 100, n -> line);
        stream(
                "ranks",
                100,
                n ->
                        ("gpu%04d:%d:%d [%d] NCCL INFO Channel 00/0 : %d[0] -> %d[0]"
                                        + " [send] via NET/IB/%d/GDRDMA\n"
                                        + "gpu%1$04d:%2$d:%3$d [0] NCCL WARN NET/IB : Got completion from peer"
                                        + " 10.0.%1$d.%4$d<1> with status=12 opcode=0 len=0 vendor err %5$d\n")
                                .formatted(n % 4096, n, n + 1, n % 256, n, n + 8, n % 8)
                                .getBytes(StandardCharsets.US_ASCII));
        // As much as is still cut into pieces and read by the parsers.
        for (int n = 0; n < 12; n++) {
            byte[] one = any();
            stream("whole", 3, i -> one);
        }
        for (String one :
                List.of("\n", "a\n", "{", "[\n", "$ ls\n", "=== x ===\n", "GPU0\t X \n")) {
            stream("short", 3, i -> one.repeat(1000).getBytes(StandardCharsets.US_ASCII));
        }
        System.out.println("many documents");
        Paste many = new Paste();
        for (int n = 0; n < 5_000; n++) many.add("file" + n, new ByteArrayInputStream(any()));
        checked(many);
    }

    private static void stream(String name, int megabytes, IntFunction<byte[]> part) {
        System.out.println(name);
        Paste paste = new Paste();
        paste.add(name, new Made((long) megabytes * MEGABYTE, part));
        checked(paste);
    }

    /// A file of zeros packed to a thousandth, in a zip in a zip.
    private void bomb() throws IOException {
        ByteArrayOutputStream inner = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(inner)) {
            zip.putNextEntry(new ZipEntry("log"));
            byte[] zeros = "0".repeat(MEGABYTE).getBytes(StandardCharsets.US_ASCII);
            for (int n = 0; n < 400; n++) zip.write(zeros);
        }
        Path file = Files.createTempFile("railhead-fuzz", ".zip");
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(file))) {
            for (int n = 0; n < 20; n++) {
                zip.putNextEntry(new ZipEntry(n + ".zip"));
                zip.write(inner.toByteArray());
            }
        }
        try {
            String said = diagnose(file.toString());
            if (!said.contains("too much is packed")) throw new IllegalStateException(said);
        } finally {
            Files.delete(file);
        }
    }

    /// @return what the command wrote, as JSON
    private String diagnose(String... paths) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        PrintStream print = new PrintStream(out, false, StandardCharsets.UTF_8);
        PrintStream nowhere =
                new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
        InputStream none = new ByteArrayInputStream(new byte[0]);
        Path here = Path.of("").toAbsolutePath();
        Console console = new Console(print, nowhere, none, false, false, false, Map.of(), here);
        List<String> arguments = new ArrayList<>(List.of("diagnose", "--format", "json"));
        arguments.addAll(List.of(paths));
        int status = Railhead.commandLine(console).execute(arguments.toArray(String[]::new));
        print.flush();
        String said = out.toString(StandardCharsets.UTF_8);
        if (status > 2 || (status < 2 && !said.startsWith("{"))) {
            throw new IllegalStateException("status " + status + ": " + said);
        }
        return said;
    }

    /// A stream of parts that are made one after the other.
    private static final class Made extends InputStream {
        private final IntFunction<byte[]> part;
        private long left;
        private byte[] now = {};
        private int at;
        private int number;

        Made(long bytes, IntFunction<byte[]> part) {
            this.left = bytes;
            this.part = part;
        }

        @Override
        public int read() {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] to, int from, int length) {
            if (left <= 0) return -1;
            if (at == now.length) {
                now = part.apply(number++);
                at = 0;
            }
            int n = (int) Math.min(Math.min(length, now.length - at), left);
            System.arraycopy(now, at, to, from, n);
            at += n;
            left -= n;
            return n;
        }
    }
}
