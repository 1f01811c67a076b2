package io.railhead.cli;

import io.railhead.configure.Plan;
import io.railhead.evidence.paste.Paste;
import io.railhead.reach.Bundle;
import io.railhead.reach.BundleFile;
import io.railhead.reach.Collected;
import io.railhead.reach.NamedFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/// Brings what a person names on the command line to a [Paste]: files as they are, folders with all
/// below them, archives and packed files ([Archives]), bundles.
///
/// What a person named and cannot be opened is that person's error; a part of a folder or zip that
/// cannot be read is noted, and the rest is read.
final class Documents {
    /// Files of one folder or zip that are read; more than any support bundle has.
    static final int MOST = 20_000;

    private static final String STANDARD_INPUT = "standard input";

    private final Paste paste;
    private final Consumer<String> told;
    private final StoppableReading reading;
    private final Set<String> names = new HashSet<>();
    private final Set<String> of = new HashSet<>();
    private Optional<String> intent = Optional.empty();
    private Optional<Plan> plan = Optional.empty();
    private int bundles;
    private int others;

    /// @param told is given a sentence when a pipe or standard input keeps us waiting
    /// @param reading what ends before a document does; the rest of it counts as broken off
    Documents(Paste paste, Consumer<String> told, StoppableReading reading) {
        this.paste = paste;
        this.told = told;
        this.reading = reading;
    }

    /// The intent that came with a bundle, when that is all there is.
    Optional<String> intent() {
        return bundles == 1 && others == 0 ? intent : Optional.empty();
    }

    /// What was seen for a plan, when the intent is that of the bundle.
    Optional<Plan> plan() {
        return intent().flatMap(i -> plan);
    }

    /// Whether all there is came from machines that were asked, and nothing was pasted.
    boolean areOfMachines() {
        return bundles > 0 && others == 0;
    }

    /// Names of the machines in bundles.
    Set<String> machines() {
        return Set.copyOf(of);
    }

    void standardInput(InputStream in) {
        try {
            packed(STANDARD_INPUT, NamedFile.awaited(in, STANDARD_INPUT, told));
        } catch (IOException e) {
            throw new UserError("cannot read standard input: " + Messages.of(e));
        }
    }

    /// @param name as given on the command line
    void path(Path path, String name) {
        if (reading.isStopped()) {
            paste.broken(name, "was not read: Ctrl-C ended reading before it");
            return;
        }
        try {
            if (Files.isDirectory(path)) {
                folder(path);
            } else {
                Path last = path.getFileName();
                String file = last == null ? name : last.toString();
                // Two files of one name: which is which, the path tells.
                file(path, names.add(file) ? file : name);
            }
        } catch (IOException e) {
            throw new UserError("cannot read " + name + ": " + Messages.of(e));
        }
    }

    private void folder(Path folder) throws IOException {
        List<Path> files = new ArrayList<>();
        Files.walkFileTree(
                folder,
                new SimpleFileVisitor<>() {
                    @Override
                    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                        if (Files.isRegularFile(file)) files.add(file);
                        return FileVisitResult.CONTINUE;
                    }

                    @Override
                    public FileVisitResult visitFileFailed(Path file, IOException e)
                            throws IOException {
                        if (file.equals(folder)) throw e;
                        paste.broken(file.toString(), "cannot be read: " + Messages.of(e));
                        return FileVisitResult.CONTINUE;
                    }
                });
        Collections.sort(files);
        for (Path file : files.subList(0, Math.min(files.size(), MOST))) {
            String name = folder.relativize(file).toString();
            if (reading.isStopped()) {
                paste.broken(name, "and all after it: Ctrl-C ended reading before it");
                return;
            }
            try {
                file(file, name);
            } catch (IOException e) {
                paste.broken(name, "cannot be read: " + Messages.of(e));
            }
        }
        if (files.size() > MOST) {
            String first = folder.relativize(files.get(MOST)).toString();
            paste.curtailed(
                    first, "and all after it: more than %,d files in one folder".formatted(MOST));
        }
    }

    private void file(Path file, String name) throws IOException {
        if (Files.isRegularFile(file) && isBundle(file)) {
            bundle(file);
            return;
        }
        try (InputStream in = NamedFile.open(file, told)) {
            packed(name, in);
        }
    }

    private void bundle(Path file) throws IOException {
        try {
            Bundle bundle = BundleFile.read(file);
            intent = bundle.clusterYaml();
            plan = PlannedWishes.planOf(bundle);
            bundles++;
            of.addAll(bundle.collected().stream().map(Collected::machine).toList());
            SourceOptions.read(bundle.collected()).forEach(paste::add);
        } catch (Bundle.Unusable e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    private void packed(String name, InputStream in) throws IOException {
        others++;
        new Archives(paste).add(name, reading.over(in));
        if (reading.isCut()) paste.broken(name, "was read in part: Ctrl-C ended reading");
    }

    private boolean isBundle(Path file) throws IOException {
        try (InputStream in = NamedFile.open(file, told)) {
            if (!Archives.isZip(in.readNBytes(4))) return false;
        }
        try (ZipInputStream zip = Archives.zip(NamedFile.open(file, told))) {
            ZipEntry first = zip.getNextEntry();
            return first != null && first.getName().equals("manifest.json");
        } catch (IOException | IllegalArgumentException e) {
            return false; // A broken zip: what can be read of it is read as such.
        }
    }
}
