package io.railhead.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.railhead.lab.HostKind;
import io.railhead.lab.Lab;
import io.railhead.lab.LabInfo;
import io.railhead.lab.LabInfo.HostInfo;
import io.railhead.lab.Places;
import io.railhead.lab.Readiness;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/// A lab that the program itself raises for a test and takes down after it: commands of the program
/// as a person gives them in a folder with the lab's `cluster.yaml`, and shell on the lab's hosts.
final class LabRig implements AutoCloseable {
    private final Path directory;
    private final String name;
    private final Lab lab = new Lab(Places.DEFAULT);

    private LabRig(Path directory, String name) {
        this.directory = directory;
        this.name = name;
    }

    /// Skips the test, with the reason, where there can be no such lab.
    ///
    /// @param name of the lab, made unique by this process
    /// @param more arguments of `lab up`
    static LabRig raise(Path directory, String name, HostKind kind, int hosts, String... more) {
        Readiness readiness = new Lab(Places.DEFAULT).ready(kind);
        assumeTrue(readiness instanceof Readiness.Ready, () -> "no such lab here: " + readiness);
        LabRig rig = new LabRig(directory, name + "-" + ProcessHandle.current().pid());
        List<String> up = new ArrayList<>(List.of("lab", "up", "--kind", kind.word()));
        up.addAll(List.of("--hosts", Integer.toString(hosts)));
        up.addAll(List.of("--name", rig.name, "-o", "cluster.yaml"));
        up.addAll(List.of(more));
        try {
            rig.ok(up.toArray(String[]::new));
        } catch (RuntimeException | Error e) {
            rig.close();
            throw e;
        }
        return rig;
    }

    @Override
    public void close() {
        assertThat(lab.down(name)).isInstanceOf(Lab.Removed.class);
    }

    LabInfo info() {
        return lab.find(name).orElseThrow();
    }

    List<String> hosts() {
        return info().hosts().stream().map(HostInfo::name).toList();
    }

    /// The intent that fits the lab, as `lab up` wrote it.
    String intent() {
        try {
            return Files.readString(directory.resolve("cluster.yaml"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Writes a file into the folder that commands are given in, and gives its name.
    String write(String file, String text) {
        try {
            Files.writeString(directory.resolve(file), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return file;
    }

    /// A terminal in that folder, for a command that may end in any way.
    TestConsole console() {
        return TestConsole.in(
                directory, Map.of("HOME", directory.toString(), "PATH", System.getenv("PATH")));
    }

    /// A command that must end with a status; gives what it printed.
    String run(int status, String... arguments) {
        TestConsole terminal = console();
        assertThat(terminal.run(arguments))
                .as("%s", String.join(" ", arguments) + "\n" + terminal.out() + terminal.err())
                .isEqualTo(status);
        return terminal.out();
    }

    String ok(String... arguments) {
        return run(Exit.OK, arguments);
    }

    void restart(String host) {
        ok("lab", "reboot", "--name", name, host);
    }

    /// Runs a script on a host, logged in as the controller is, and gives what it printed.
    String on(String host, String script) {
        LabInfo info = info();
        try {
            Process p =
                    new ProcessBuilder(
                                    Lab.sshCommand(
                                            info,
                                            info.host(host).orElseThrow(),
                                            List.of(script),
                                            false))
                            .redirectErrorStream(true)
                            .start();
            p.getOutputStream().close();
            String out = new String(p.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(p.waitFor(120, TimeUnit.SECONDS)).isTrue();
            assertThat(p.exitValue()).as("%s", host + ": " + script + "\n" + out).isZero();
            return out;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /// A file beside the tests.
    static String resource(String name) {
        try (InputStream in = LabRig.class.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
