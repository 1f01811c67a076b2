package io.railhead.reach;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/// The `known_hosts` files of one login (format: sshd(8), SSH_KNOWN_HOSTS FILE FORMAT): plain,
/// wildcard, negated and hashed names, `@revoked` and `@cert-authority`. Lines that cannot be read
/// match nothing. Files are read once a transport; keys added through it are seen by all.
final class KnownHosts {

    /// One line.
    ///
    /// @param marker empty, `@revoked` or `@cert-authority`
    /// @param names as written: patterns separated by commas, or one hashed name
    /// @param line from 1
    record Entry(String marker, String names, String type, byte[] key, Path file, int line) {

        boolean matches(String name) {
            if (names.startsWith("|1|")) {
                return hashed(name);
            }
            boolean found = false;
            for (String pattern : names.split(",")) {
                boolean negated = pattern.startsWith("!");
                String text = negated ? pattern.substring(1) : pattern;
                if (wildcard(text.toLowerCase(Locale.ROOT), name)) {
                    if (negated) {
                        return false;
                    }
                    found = true;
                }
            }
            return found;
        }

        private boolean hashed(String name) {
            String[] parts = names.split("\\|");
            if (parts.length != 4) {
                return false;
            }
            try {
                byte[] salt = Base64.getDecoder().decode(parts[2]);
                byte[] hash = Base64.getDecoder().decode(parts[3]);
                return Arrays.equals(hash, hmac(salt, name));
            } catch (IllegalArgumentException e) {
                return false;
            }
        }

        String where() {
            return file + " line " + line;
        }
    }

    /// What the files say of a key.
    sealed interface Verdict {
        record Known(Entry entry) implements Verdict {}

        record Unknown() implements Verdict {}

        /// The host is known by another key of this type, or only by keys of other types.
        record Changed(Entry entry) implements Verdict {}

        record Revoked(Entry entry) implements Verdict {}
    }

    /// One file's entries, shared by all logins that use the file.
    private static final class KeyFile {
        private final Path path;
        private volatile List<Entry> entries;

        KeyFile(Path path) {
            this.path = path;
            this.entries = load(path);
        }
    }

    /// The files a transport has read.
    static final class Cache {
        private final Map<Path, KeyFile> files = new ConcurrentHashMap<>();

        KnownHosts of(List<Path> paths) {
            List<KeyFile> used = new ArrayList<>();
            for (Path path : paths) {
                used.add(files.computeIfAbsent(path, KeyFile::new));
            }
            return new KnownHosts(used);
        }
    }

    private final List<KeyFile> files;

    private KnownHosts(List<KeyFile> files) {
        this.files = files;
    }

    /// @param name lower or mixed case; `[name]:port` where the port is not 22
    Verdict check(String name, String type, byte[] key) {
        String wanted = name.toLowerCase(Locale.ROOT);
        Optional<Entry> sameType = Optional.empty();
        Optional<Entry> known = Optional.empty();
        for (Entry entry : all()) {
            boolean same = Arrays.equals(entry.key(), key);
            if (entry.marker().equals("@revoked")) {
                if (same && entry.matches(wanted)) {
                    return new Verdict.Revoked(entry);
                }
                continue;
            }
            if (!entry.marker().isEmpty() || known.isPresent() || !entry.matches(wanted)) {
                continue;
            }
            if (same) {
                known = Optional.of(entry);
            } else if (entry.type().equals(type)) {
                sameType = sameType.or(() -> Optional.of(entry));
            }
        }
        if (known.isPresent()) {
            return new Verdict.Known(known.get());
        }
        return sameType.or(() -> anyTypeOf(wanted, type))
                .map(e -> (Verdict) new Verdict.Changed(e))
                .orElseGet(Verdict.Unknown::new);
    }

    private Optional<Entry> anyTypeOf(String name, String type) {
        return all().stream()
                .filter(e -> e.marker().isEmpty() && !e.type().equals(type) && e.matches(name))
                .findFirst();
    }

    /// Entries that concern a name, markers included; those of certificate authorities for all.
    List<Entry> matching(String name) {
        String wanted = name.toLowerCase(Locale.ROOT);
        return all().stream().filter(e -> e.matches(wanted)).toList();
    }

    List<Entry> all() {
        if (files.size() == 1) {
            return files.getFirst().entries;
        }
        List<Entry> all = new ArrayList<>();
        files.forEach(f -> all.addAll(f.entries));
        return all;
    }

    /// Stores a key of a host that no file knows, in the first file.
    Entry add(String name, String type, byte[] key) throws IOException {
        KeyFile file = files.getFirst();
        synchronized (file) {
            Verdict now = check(name, type, key);
            if (now instanceof Verdict.Known(Entry entry)) {
                return entry;
            }
            String line =
                    name.toLowerCase(Locale.ROOT)
                            + " "
                            + type
                            + " "
                            + Base64.getEncoder().encodeToString(key)
                            + "\n";
            append(file.path, line);
            // Another process may have added lines since: the line number must be the real one.
            file.entries = load(file.path);
            return file.entries.stream()
                    .filter(e -> Arrays.equals(e.key(), key) && e.matches(name))
                    .findFirst()
                    .orElse(new Entry("", name, type, key, file.path, 0));
        }
    }

    private static void append(Path path, String line) throws IOException {
        Path directory = path.toAbsolutePath().getParent();
        if (directory != null && !Files.isDirectory(directory)) {
            Files.createDirectories(
                    directory,
                    PosixFilePermissions.asFileAttribute(
                            PosixFilePermissions.fromString("rwx------")));
        }
        if (!Files.exists(path)) {
            Files.createFile(
                    path,
                    PosixFilePermissions.asFileAttribute(
                            PosixFilePermissions.fromString("rw-------")));
        }
        try (FileChannel channel =
                FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            try (var _ = channel.lock()) {
                long size = channel.size();
                ByteBuffer last = ByteBuffer.allocate(1);
                boolean open = size > 0 && channel.read(last, size - 1) == 1 && last.get(0) != '\n';
                byte[] bytes = ((open ? "\n" : "") + line).getBytes(StandardCharsets.UTF_8);
                channel.write(ByteBuffer.wrap(bytes), size);
            }
        }
    }

    private static List<Entry> load(Path path) {
        List<String> lines;
        try {
            lines =
                    new String(
                                    NamedFile.bytes(path, NamedFile.BY_HAND),
                                    StandardCharsets.ISO_8859_1)
                            .lines()
                            .toList();
        } catch (NoSuchFileException e) {
            return List.of();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + path + ": " + e.getMessage(), e);
        }
        List<Entry> entries = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            parse(lines.get(i), path, i + 1).ifPresent(entries::add);
        }
        return List.copyOf(entries);
    }

    static Optional<Entry> parse(String text, Path file, int line) {
        String[] words = text.strip().split("\\s+");
        int at = words[0].startsWith("@") ? 1 : 0;
        if (words[0].startsWith("#") || words.length < at + 3) {
            return Optional.empty();
        }
        try {
            return Optional.of(
                    new Entry(
                            at == 1 ? words[0] : "",
                            words[at],
                            words[at + 1],
                            Base64.getDecoder().decode(words[at + 2]),
                            file,
                            line));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    static byte[] hmac(byte[] salt, String name) {
        try {
            Mac mac = Mac.getInstance("HmacSHA1");
            mac.init(new SecretKeySpec(salt.length == 0 ? new byte[1] : salt, "HmacSHA1"));
            return mac.doFinal(name.getBytes(StandardCharsets.UTF_8));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has HmacSHA1", e);
        }
    }

    /// `*` and `?`, without backtracking beyond the last star.
    static boolean wildcard(String pattern, String name) {
        int p = 0;
        int n = 0;
        int star = -1;
        int resume = 0;
        while (n < name.length()) {
            if (p < pattern.length()
                    && pattern.charAt(p) != '*'
                    && (pattern.charAt(p) == '?' || pattern.charAt(p) == name.charAt(n))) {
                p++;
                n++;
            } else if (p < pattern.length() && pattern.charAt(p) == '*') {
                star = p++;
                resume = n;
            } else if (star >= 0) {
                p = star + 1;
                n = ++resume;
            } else {
                return false;
            }
        }
        while (p < pattern.length() && pattern.charAt(p) == '*') {
            p++;
        }
        return p == pattern.length();
    }
}
