package io.railhead.checks.diagnosis;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/// What numbers and names of errors mean that devices and libraries report: the data files
/// `xids.txt`, `completions.txt` and `cuda-errors.txt` beside this class, each with its source.
final class Meanings {
    /// @param number as the device says it; 0 when it has none
    /// @param name as programs write it
    /// @param origin `application`, `hardware`, `driver`, `host` or `consequence`; may be empty
    /// @param meaning in one sentence without a full stop
    /// @param remedy what to do
    record Meaning(int number, String name, String origin, String meaning, String remedy) {}

    private static final class Installed {
        private static final Map<String, Meaning> XIDS = new HashMap<>();
        private static final Map<String, Meaning> COMPLETIONS = new HashMap<>();
        private static final Map<String, Meaning> CUDA = new HashMap<>();

        static {
            for (String[] r : rows("xids.txt", 4)) {
                XIDS.put(
                        r[0], new Meaning(Integer.parseInt(r[0]), "Xid " + r[0], r[2], r[1], r[3]));
            }
            for (String[] r : rows("completions.txt", 5)) {
                Meaning m = new Meaning(Integer.parseInt(r[0]), r[1], "", r[3], r[4]);
                for (String key : List.of(r[0], r[1], r[2])) COMPLETIONS.put(key(key), m);
                // UCX leaves the last word out.
                COMPLETIONS.putIfAbsent(key(r[2].replaceAll(" error$", "")), m);
            }
            for (String[] r : rows("cuda-errors.txt", 7)) {
                String name = r[1].isEmpty() ? r[2] : r[1];
                Meaning m = new Meaning(Integer.parseInt(r[0]), name, r[4], r[5], r[6]);
                for (String key : List.of(r[1], r[2], r[3])) {
                    if (!key.isEmpty()) CUDA.put(key(key), m);
                }
            }
        }
    }

    private Meanings() {}

    static Optional<Meaning> ofXid(String number) {
        return Optional.ofNullable(Installed.XIDS.get(number));
    }

    /// @param said the status as a number, an `IBV_WC_` name or the words of ibv_wc_status_str
    static Optional<Meaning> ofCompletion(String said) {
        return Optional.ofNullable(Installed.COMPLETIONS.get(key(said)));
    }

    /// @param said a name of the runtime or the driver, or the words of cudaGetErrorString
    static Optional<Meaning> ofCuda(String said) {
        return Optional.ofNullable(Installed.CUDA.get(key(said)));
    }

    private static String key(String said) {
        return said.strip().toLowerCase(Locale.ROOT);
    }

    private static List<String[]> rows(String file, int columns) {
        List<String[]> rows = new ArrayList<>();
        try (InputStream in =
                Objects.requireNonNull(Meanings.class.getResourceAsStream(file), file)) {
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            for (String line : (Iterable<String>) text.lines()::iterator) {
                if (line.isBlank() || line.startsWith("#")) continue;
                String[] row = line.split(" *\\|(?: +|(?=\\|))", columns);
                if (row.length != columns) throw new IllegalStateException(file + ": " + line);
                for (int i = 0; i < columns; i++) row[i] = row[i].strip();
                rows.add(row);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return rows;
    }
}
