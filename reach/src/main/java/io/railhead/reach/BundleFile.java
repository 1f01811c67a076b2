package io.railhead.reach;

import io.railhead.model.Transcript;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Reads and writes [Bundle]s. A bundle may come from anybody: nothing is unpacked to disk, names
/// that lead out of it are refused, and unpacking ends at a limit.
public final class BundleFile {

    /// Unpacked bytes that are read of a bundle; 2 GiB are some thousand machines.
    public static final long DEFAULT_LIMIT = 2L << 30;

    private static final int MAX_ENTRIES = 200_000;
    private static final String MANIFEST = "manifest.json";
    private static final String CLUSTER = "cluster.yaml";
    private static final String PLAN = "plan.json";
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private BundleFile() {}

    /// Writes the bundle in one step: a reader never sees half of it.
    public static void write(Path file, Bundle bundle) throws IOException {
        WholeFile.write(
                file,
                WholeFile.Readers.OWNER,
                out -> {
                    try (ZipOutputStream zip = new ZipOutputStream(out)) {
                        fill(zip, bundle);
                    }
                });
    }

    private static void fill(ZipOutputStream zip, Bundle bundle) throws IOException {
        put(zip, MANIFEST, JSON.writeValueAsBytes(manifest(bundle)));
        if (bundle.clusterYaml().isPresent()) {
            put(zip, CLUSTER, utf8(Secrets.mask(bundle.clusterYaml().get())));
        }
        if (bundle.plan().isPresent()) {
            put(zip, PLAN, utf8(bundle.plan().get()));
        }
        for (int i = 0; i < bundle.collected().size(); i++) {
            zip.putNextEntry(entry(machineFile(i)));
            for (Transcript t : bundle.collected().get(i).transcripts()) {
                zip.write(JSON.writeValueAsBytes(document(t)));
                zip.write('\n');
            }
            zip.closeEntry();
        }
    }

    private static void put(ZipOutputStream zip, String name, byte[] bytes) throws IOException {
        zip.putNextEntry(entry(name));
        zip.write(bytes);
        zip.closeEntry();
    }

    private static ZipEntry entry(String name) {
        ZipEntry entry = new ZipEntry(name);
        entry.setTime(0);
        return entry;
    }

    private static String machineFile(int index) {
        return String.format(Locale.ROOT, "machines/%04d.jsonl", index + 1);
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static Map<String, Object> manifest(Bundle bundle) {
        List<Map<String, Object>> machines = new ArrayList<>();
        for (int i = 0; i < bundle.collected().size(); i++) {
            Collected c = bundle.collected().get(i);
            Map<String, Object> machine = new LinkedHashMap<>();
            machine.put("machine", c.machine());
            machine.put("file", machineFile(i));
            machine.put("transcripts", c.transcripts().size());
            c.unreachable().ifPresent(why -> machine.put("unreachable", Secrets.mask(why)));
            machine.put("notes", c.notes());
            machine.put("startedAt", c.startedAt().toString());
            machine.put("tookNanos", c.took().toNanos());
            machines.add(machine);
        }
        Map<String, Object> manifest = new LinkedHashMap<>();
        manifest.put("schema", Bundle.SCHEMA);
        manifest.put("tool", bundle.tool());
        manifest.put("created", bundle.created().toString());
        manifest.put("machines", machines);
        return manifest;
    }

    private static Map<String, Object> document(Transcript t) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("command", t.command());
        document.put("exitCode", t.exitCode());
        document.put("startedAt", t.startedAt().toString());
        document.put("tookNanos", t.took().toNanos());
        document.put("truncated", t.truncated());
        document.put("stdout", Secrets.mask(t.stdout()));
        document.put("stderr", Secrets.mask(t.stderr()));
        return document;
    }

    public static Bundle read(Path file) throws Bundle.Unusable {
        return read(file, DEFAULT_LIMIT);
    }

    /// @param limit unpacked bytes to read at most
    public static Bundle read(Path file, long limit) throws Bundle.Unusable {
        if (!Files.isRegularFile(file)) {
            throw new Bundle.Unusable(file, Files.exists(file) ? "not a file" : "no such file");
        }
        try (ZipFile zip = new ZipFile(file.toFile())) {
            return new Reader(file, zip, limit).bundle();
        } catch (ZipException e) {
            throw new Bundle.Unusable(
                    file, "not a bundle, or one cut short (" + e.getMessage() + ")", e);
        } catch (IOException | RuntimeException e) {
            throw new Bundle.Unusable(file, "cannot be read: " + e.getMessage(), e);
        }
    }

    /// One reading.
    private static final class Reader {
        private final Path file;
        private final ZipFile zip;
        private final Map<String, ZipEntry> entries = new HashMap<>();
        private final long limit;
        private long left;

        Reader(Path file, ZipFile zip, long limit) {
            this.file = file;
            this.zip = zip;
            this.limit = limit;
            this.left = limit;
        }

        Bundle bundle() throws Bundle.Unusable, IOException {
            index();
            JsonNode manifest = json(MANIFEST, text(entry(MANIFEST)));
            String schema = manifest.path("schema").asString("");
            if (!schema.equals(Bundle.SCHEMA)) {
                throw new Bundle.Unusable(
                        file,
                        "its schema is "
                                + (schema.isEmpty() ? "not given" : "«" + schema + "»")
                                + ", this version reads "
                                + Bundle.SCHEMA);
            }
            Optional<String> cluster = textIfThere(CLUSTER);
            Optional<String> plan = textIfThere(PLAN);
            List<Collected> collected = new ArrayList<>();
            for (JsonNode machine : manifest.path("machines")) {
                collected.add(machine(machine));
            }
            return new Bundle(
                    manifest.path("tool").asString(""),
                    instant(manifest, "created"),
                    cluster,
                    plan,
                    collected);
        }

        private Optional<String> textIfThere(String name) throws Bundle.Unusable, IOException {
            return entries.containsKey(name) ? Optional.of(text(entry(name))) : Optional.empty();
        }

        private void index() throws Bundle.Unusable {
            Enumeration<? extends ZipEntry> all = zip.entries();
            while (all.hasMoreElements()) {
                ZipEntry entry = all.nextElement();
                String name = entry.getName();
                if (name.startsWith("/")
                        || name.contains("\\")
                        || name.contains(":")
                        || List.of(name.split("/")).contains("..")) {
                    throw new Bundle.Unusable(
                            file, "refused: it has an entry that leads out of it: " + shown(name));
                }
                if (entries.put(name, entry) != null) {
                    throw new Bundle.Unusable(file, "refused: two entries named " + shown(name));
                }
                if (entries.size() > MAX_ENTRIES) {
                    throw new Bundle.Unusable(
                            file, "refused: more than " + MAX_ENTRIES + " entries");
                }
            }
        }

        private static String shown(String name) {
            String plain = name.replaceAll("\\p{Cntrl}", "?");
            return plain.length() > 80 ? plain.substring(0, 80) + "…" : plain;
        }

        private ZipEntry entry(String name) throws Bundle.Unusable {
            ZipEntry entry = entries.get(name);
            if (entry == null) {
                throw new Bundle.Unusable(file, "not a bundle: it has no " + shown(name));
            }
            return entry;
        }

        /// Never trusts the sizes that the zip claims.
        private byte[] bytes(ZipEntry entry) throws Bundle.Unusable, IOException {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            try (InputStream in = zip.getInputStream(entry)) {
                if (copy(in, bytes)) {
                    return bytes.toByteArray();
                }
            }
            throw new Bundle.Unusable(
                    file, "refused: unpacks to more than " + (limit >> 20) + " MiB");
        }

        private boolean copy(InputStream in, OutputStream out) throws IOException {
            byte[] buffer = new byte[64 << 10];
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                left -= n;
                if (left < 0) {
                    return false;
                }
                out.write(buffer, 0, n);
            }
            return true;
        }

        private String text(ZipEntry entry) throws Bundle.Unusable, IOException {
            return new String(bytes(entry), StandardCharsets.UTF_8);
        }

        private JsonNode json(String where, String text) throws Bundle.Unusable {
            try {
                return JSON.readTree(text);
            } catch (JacksonException e) {
                throw new Bundle.Unusable(
                        file, where + " is not JSON: " + e.getOriginalMessage(), e);
            }
        }

        private Collected machine(JsonNode machine) throws Bundle.Unusable, IOException {
            String name = machine.path("machine").asString("");
            String path = machine.path("file").asString("");
            List<Transcript> transcripts = new ArrayList<>();
            byte[] lines = bytes(entry(path));
            try (BufferedReader reader =
                    new BufferedReader(
                            new InputStreamReader(
                                    new ByteArrayInputStream(lines), StandardCharsets.UTF_8))) {
                int number = 0;
                for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                    number++;
                    if (!line.isBlank()) {
                        transcripts.add(transcript(name, json(path + " line " + number, line)));
                    }
                }
            }
            int promised = machine.path("transcripts").asInt(transcripts.size());
            if (promised != transcripts.size()) {
                throw new Bundle.Unusable(
                        file,
                        path
                                + " has "
                                + transcripts.size()
                                + " transcripts, the manifest says "
                                + promised);
            }
            List<String> notes = new ArrayList<>();
            machine.path("notes").forEach(n -> notes.add(n.asString("")));
            String why = machine.path("unreachable").asString("");
            return new Collected(
                    name,
                    transcripts,
                    why.isEmpty() ? Optional.empty() : Optional.of(why),
                    notes,
                    instant(machine, "startedAt"),
                    Duration.ofNanos(machine.path("tookNanos").asLong(0)));
        }

        private Transcript transcript(String machine, JsonNode line) throws Bundle.Unusable {
            return new Transcript(
                    machine,
                    line.path("command").asString(""),
                    line.path("stdout").asString(""),
                    line.path("stderr").asString(""),
                    line.path("exitCode").asInt(-1),
                    instant(line, "startedAt"),
                    Duration.ofNanos(line.path("tookNanos").asLong(0)),
                    line.path("truncated").asBoolean(false));
        }

        private Instant instant(JsonNode node, String field) throws Bundle.Unusable {
            String text = node.path(field).asString("");
            try {
                return Instant.parse(text);
            } catch (DateTimeException e) {
                throw new Bundle.Unusable(file, field + " is not a time: " + shown(text), e);
            }
        }
    }
}
