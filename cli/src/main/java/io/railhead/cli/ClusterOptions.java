package io.railhead.cli;

import io.railhead.intent.ClusterReader;
import io.railhead.intent.Problem;
import io.railhead.intent.Result;
import io.railhead.model.intent.Cluster;
import io.railhead.model.intent.Host;
import io.railhead.model.intent.Switch;
import io.railhead.reach.NamedFile;
import io.railhead.switches.live.SwitchPlanner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// `-c cluster.yaml` and `--hosts`, shared by every command that works on a cluster.
public final class ClusterOptions {
    static final String FILE_NAME = "cluster.yaml";

    @Option(
            names = {"-c", "--cluster"},
            paramLabel = "FILE",
            description = "What is wanted (default: the nearest cluster.yaml, from here upwards).")
    @Nullable String file;

    @Option(
            names = "--hosts",
            paramLabel = "HOSTS",
            description = {
                "Only these hosts, such as 'gpu[001-064]' or gpu001,gpu007; switches too, where the"
                        + " command works on them."
            })
    @Nullable String hosts;

    /// Whether `--hosts` may name switches.
    private boolean devices;

    /// What `--hosts` named.
    private final Set<String> named = new LinkedHashSet<>();

    private @Nullable String text;

    /// The intent, with only the hosts asked for. Its faults are printed to standard error, all of
    /// them, and end the command; warnings are printed and it goes on.
    ///
    /// @throws UserError when there is no file, it has faults, or a named host is not in it
    public Cluster load(Console console) {
        Path path =
                find(console)
                        .orElseThrow(
                                () ->
                                        new UserError(
                                                "no cluster.yaml here or in a folder above; write"
                                                        + " one with «railhead init», or name one"
                                                        + " with -c"));
        Cluster cluster = select(read(console, path));
        warnOfOpenKeys(console, cluster);
        return cluster;
    }

    /// What commands work on that change switches too.
    ///
    /// @param cluster with the hosts asked for
    /// @param whole with all hosts
    /// @param switches asked for that Railhead configures: all of them without `--hosts`
    public record Devices(Cluster cluster, Cluster whole, List<Switch> switches) {
        /// Hosts and switches asked for, together.
        int count() {
            return cluster.hosts().size() + switches.size();
        }
    }

    /// Like [#load]; `--hosts` may name switches as well.
    public Devices loadDevices(Console console) {
        admitSwitches();
        Cluster cluster = load(console);
        return new Devices(
                cluster,
                cluster.only(cluster.roster()),
                switches(cluster, "there is nothing to configure on this switch"));
    }

    /// From here on `--hosts` may name switches, too.
    void admitSwitches() {
        devices = true;
    }

    /// Whether `--hosts` named machines, and this is none of them.
    boolean leavesOut(String machine) {
        return hosts != null && !named.contains(machine);
    }

    /// The switches asked for that have the lossless class and a system that Railhead speaks: all
    /// of them without `--hosts`.
    ///
    /// @param otherwise what is to be said of one that was named and is not among them
    /// @throws UserError when `--hosts` names a switch that has not
    List<Switch> switches(Cluster cluster, String otherwise) {
        Cluster whole = cluster.only(cluster.roster());
        List<Switch> speaking =
                whole.switches().stream()
                        .filter(s -> SwitchPlanner.isConfigured(whole, s))
                        .toList();
        for (Switch s : whole.switches()) {
            if (named.contains(s.name()) && !speaking.contains(s)) {
                throw new UserError(
                        "--hosts "
                                + s.name()
                                + ": "
                                + otherwise
                                + (whole.lossless().isEmpty()
                                        ? " («lossless:» is not in the intent)"
                                        : " (Railhead does not speak its system, "
                                                + s.system().name().toLowerCase(Locale.ROOT)
                                                + ")"));
            }
        }
        return speaking.stream().filter(s -> !leavesOut(s.name())).toList();
    }

    /// Like [#load], but empty when no file was named and none is found upwards.
    public Optional<Cluster> loadIfPresent(Console console) {
        return find(console).map(path -> select(read(console, path)));
    }

    /// The intent from text that is already here, such as that of a bundle, with only the hosts
    /// asked for.
    public Cluster parse(Console console, String name, String text) {
        return select(accepted(console, ClusterReader.read(name, text)));
    }

    /// The file that would be read.
    public Optional<Path> find(Console console) {
        if (file != null) {
            return Optional.of(console.path(file));
        }
        for (Path at = console.directory(); at != null; at = at.getParent()) {
            Path candidate = at.resolve(FILE_NAME);
            if (Files.isRegularFile(candidate)) {
                return Optional.of(candidate);
            }
        }
        return Optional.empty();
    }

    private Cluster read(Console console, Path path) {
        return accepted(console, ClusterReader.read(shown(console, path), text(console, path)));
    }

    /// The intent's text, when there is one; read once, since a pipe gives it only once.
    Optional<String> text(Console console) {
        return find(console).map(path -> text(console, path));
    }

    private String text(Console console, Path path) {
        if (text == null) {
            text = console.read(path, NamedFile.BY_HAND);
        }
        return text;
    }

    private static Cluster accepted(Console console, Result result) {
        for (Problem problem : result.problems()) {
            console.err().println(problem.text());
        }
        return switch (result) {
            case Result.Accepted accepted -> accepted.cluster();
            case Result.Refused refused -> {
                int count = refused.problems().size();
                String name = refused.problems().getFirst().file();
                throw new UserError(name + ": " + count + (count == 1 ? " fault" : " faults"));
            }
        };
    }

    /// The path as the user would write it: relative when it is below the working directory.
    private static String shown(Console console, Path path) {
        Path absolute = path.toAbsolutePath().normalize();
        Path here = console.directory().toAbsolutePath().normalize();
        return absolute.startsWith(here) ? here.relativize(absolute).toString() : path.toString();
    }

    /// OpenSSH refuses a private key that others may read; so that nobody relies on it, it is said.
    private static void warnOfOpenKeys(Console console, Cluster cluster) {
        cluster.hosts().stream()
                .flatMap(h -> h.login().identity().stream())
                .distinct()
                .map(console::path)
                .filter(ClusterOptions::othersMayRead)
                .forEach(
                        key ->
                                console.err()
                                        .println(
                                                "warning: others may read the private key "
                                                        + key
                                                        + ": chmod 600 "
                                                        + key));
    }

    private static boolean othersMayRead(Path key) {
        try {
            return Files.getPosixFilePermissions(key).stream()
                    .anyMatch(p -> p.name().startsWith("GROUP_") || p.name().startsWith("OTHERS_"));
        } catch (IOException | UnsupportedOperationException e) {
            // A key that is not there is named when it is used.
            return false;
        }
    }

    private Cluster select(Cluster cluster) {
        if (hosts == null) {
            return cluster;
        }
        List<String> also =
                devices ? cluster.switches().stream().map(Switch::name).toList() : List.of();
        List<Host> kept = new ArrayList<>();
        for (String name : HostArgument.read("--hosts", hosts, cluster, also, "")) {
            cluster.host(name).ifPresent(kept::add);
            named.add(name);
        }
        return cluster.only(kept);
    }
}
