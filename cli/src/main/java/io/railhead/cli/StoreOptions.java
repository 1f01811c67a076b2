package io.railhead.cli;

import io.railhead.reach.NamedFile;
import io.railhead.store.Run;
import io.railhead.store.RunJson;
import io.railhead.store.Store;
import io.railhead.store.StoreException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// `--store FILE`: where runs are kept.
public final class StoreOptions {
    private static final String OTHERWISE =
            "; the run could not be kept: name another file with --store, or do not keep it"
                    + " (--no-store)";

    @Option(
            names = "--store",
            paramLabel = "FILE",
            description =
                    "The database of runs (default: RAILHEAD_STORE, else"
                            + " $XDG_DATA_HOME/railhead/railhead.db).")
    @Nullable String file;

    /// Where runs are kept.
    public Path path(Console console) {
        return file != null
                ? console.path(file)
                : Store.usualPlace(console.environment(), console.directory());
    }

    /// @throws UserError when it cannot be used
    public Store open(Console console) {
        try {
            return Store.open(path(console));
        } catch (StoreException e) {
            throw new UserError(String.valueOf(e.getMessage()));
        }
    }

    /// @throws UserError when nothing could be kept in it
    void checkWritable(Console console) {
        Path place = path(console);
        try (Store _ = Store.open(place)) {
            Path folder = Objects.requireNonNull(place.toAbsolutePath().getParent());
            if (!Files.isWritable(place) || !Files.isWritable(folder)) {
                throw new UserError(place + " cannot be written" + OTHERWISE);
            }
        } catch (StoreException e) {
            throw new UserError(e.getMessage() + OTHERWISE);
        }
    }

    /// Keeps a run. A store that cannot be used is said on standard error and does not spoil the
    /// command: its result is on its way to the user already.
    public boolean keep(Console console, Run run) {
        try (Store store = Store.open(path(console))) {
            store.save(run);
            return true;
        } catch (StoreException e) {
            console.err().println("railhead: not stored: " + e.getMessage());
            return false;
        }
    }

    /// A run by what the user calls it: a `railhead.run/1` file, an id or its beginning, `last`,
    /// `last-1`, `last:bench`.
    ///
    /// @throws UserError when there is none
    public Run find(Console console, String name) {
        return find(console, name, "«" + name + "»");
    }

    /// A run of a benchmark: `last` is the last that measured.
    ///
    /// @throws UserError when there is none
    Run findMeasured(Console console, String name) {
        return name.matches("last(-\\d+)?")
                ? find(console, name + ":bench", "«" + name + "» of «railhead bench»")
                : find(console, name);
    }

    /// @param called what a message calls it
    private Run find(Console console, String name, String called) {
        Path path = console.path(name);
        try {
            if (Files.exists(path) && !Files.isDirectory(path)) {
                return RunJson.read(name, console.read(path, NamedFile.BY_RAILHEAD));
            }
            Optional<Run> run = Optional.empty();
            if (Files.exists(path(console))) {
                try (Store store = open(console)) {
                    run = store.find(name);
                }
            }
            return run.orElseThrow(
                    () ->
                            new UserError(
                                    "no run "
                                            + called
                                            + ": neither a file nor in "
                                            + path(console)
                                            + " («railhead report --list» lists what is)"));
        } catch (StoreException e) {
            throw new UserError(String.valueOf(e.getMessage()));
        }
    }
}
