package io.railhead.twin;

import io.railhead.model.intent.Login;
import io.railhead.model.intent.SwitchSystem;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.spec.ECGenParameterSpec;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.sshd.common.config.keys.KeyUtils;
import org.apache.sshd.common.config.keys.PublicKeyEntry;
import org.apache.sshd.common.config.keys.writer.openssh.OpenSSHKeyPairResourceWriter;
import org.apache.sshd.common.keyprovider.KeyPairProvider;
import org.apache.sshd.core.CoreModuleProperties;
import org.apache.sshd.server.SshServer;

/// A switch that is none: the command line of a switch system behind a real SSH server on a port of
/// 127.0.0.1. It keeps a running and a start-up configuration, checkpoints and timers, and can be
/// told to behave badly.
public final class EmulatedSwitch implements AutoCloseable {

    /// When a connection is cut.
    public enum Cut {
        /// Before the line is done.
        BEFORE,
        /// After it is done, before its answer.
        AFTER
    }

    private static final String USER = "admin";

    private final Box box;
    private final SshServer server;
    private final Path folder;
    private final Optional<EmulatedLinux> linux;

    private EmulatedSwitch(Box box, SshServer server, Path folder, Optional<EmulatedLinux> linux) {
        this.box = box;
        this.server = server;
        this.folder = folder;
        this.linux = linux;
    }

    /// @param configuration that it runs and has saved, as the system prints it
    /// @param folder where the key to log in with and its host key are written
    /// @throws IllegalArgumentException for a system that is not emulated
    public static EmulatedSwitch start(
            SwitchSystem system,
            String name,
            String configuration,
            Behaviour behaviour,
            Path folder)
            throws IOException {
        Box box = new Box(name, behaviour, config(system, configuration));
        KeyPair host = keys();
        KeyPair user = keys();
        SshServer server = SshServer.setUpDefaultServer();
        server.setHost("127.0.0.1");
        server.setPort(0);
        // Echo and prompt are small packets; held back for each other they take 40 ms a line.
        CoreModuleProperties.TCP_NODELAY.set(server, true);
        server.setKeyPairProvider(KeyPairProvider.wrap(host));
        server.setPublickeyAuthenticator(
                (who, key, session) ->
                        who.equals(USER) && KeyUtils.compareKeys(key, user.getPublic()));
        Optional<EmulatedLinux> linux = Optional.empty();
        switch (system) {
            case NXOS -> server.setShellFactory(_ -> new Terminal(box, new NxosLine(box)));
            case EOS -> server.setShellFactory(_ -> new Terminal(box, new EosLine(box)));
            case SONIC, NVUE -> {
                EmulatedLinux made =
                        new EmulatedLinux(
                                box,
                                folder.resolve("linux"),
                                system == SwitchSystem.SONIC
                                        ? new SonicTools(box)
                                        : new NvueTools(box));
                linux = Optional.of(made);
                server.setCommandFactory((_, command) -> made.command(command));
            }
            case ONYX -> throw new IllegalArgumentException("Onyx is not emulated");
        }
        server.start();
        Files.createDirectories(folder);
        write(folder, host, user, server.getPort());
        return new EmulatedSwitch(box, server, folder, linux);
    }

    /// A configuration alone, without a switch around it.
    ///
    /// @throws IllegalArgumentException for a system that is not emulated
    public static ConfigText config(SwitchSystem system, String text) {
        return switch (system) {
            case NXOS -> NxosLine.config(text);
            case EOS -> EosLine.config(text);
            case SONIC -> new JsonConfig(text);
            case NVUE -> new NvConfig(text);
            case ONYX -> throw new IllegalArgumentException("Onyx is not emulated");
        };
    }

    private static KeyPair keys() throws IOException {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(new ECGenParameterSpec("secp256r1"));
            return generator.generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new IOException(e);
        }
    }

    private static void write(Path folder, KeyPair host, KeyPair user, int port)
            throws IOException {
        Path identity = folder.resolve("id");
        Files.deleteIfExists(identity);
        Files.createFile(
                identity,
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        try (OutputStream out = Files.newOutputStream(identity)) {
            OpenSSHKeyPairResourceWriter.INSTANCE.writePrivateKey(user, "emulated", null, out);
        } catch (GeneralSecurityException e) {
            throw new IOException(e);
        }
        Files.writeString(
                folder.resolve("known_hosts"),
                "[127.0.0.1]:" + port + " " + PublicKeyEntry.toString(host.getPublic()) + "\n");
    }

    /// How it is logged in to, at `127.0.0.1`.
    public Login login() {
        return new Login(
                Optional.of(USER),
                server.getPort(),
                Optional.of(folder.resolve("id").toString()),
                Optional.empty(),
                Optional.of(folder.resolve("known_hosts").toString()),
                Optional.empty(),
                linux.isPresent());
    }

    /// Cuts the connection at the nth line from now, once.
    public void cutAt(int line, Cut when) {
        box.cutAt(line, when);
    }

    /// Lines are not counted until [#release].
    public void hold() {
        box.hold(true);
    }

    public void release() {
        box.hold(false);
    }

    /// Whether the connection was cut since it was last asked for.
    public boolean wasCut() {
        return box.wasCut();
    }

    /// Lines that arrived since [#cutAt].
    public List<String> entered() {
        return box.entered();
    }

    /// The running configuration without what `show` prints around it.
    public String running() {
        synchronized (box) {
            return box.running.print();
        }
    }

    public String startup() {
        synchronized (box) {
            return box.startup;
        }
    }

    /// Somebody else enters lines, as the system prints them.
    public void enterByHand(String... lines) {
        synchronized (box) {
            box.running.enter(List.of(lines));
        }
    }

    /// Names of checkpoints and open sessions.
    public Set<String> checkpoints() {
        synchronized (box) {
            return Set.copyOf(box.checkpoints.keySet());
        }
    }

    /// Timers that would change the configuration by themselves.
    public List<String> timers() {
        return box.waiting();
    }

    /// Power off and on: timers and what was not saved are gone.
    public void restart() {
        synchronized (box) {
            box.waiting().forEach(box::stop);
            box.running = config(box);
            box.checkpoints.clear();
        }
        server.getActiveSessions().forEach(s -> s.close(true));
    }

    private static ConfigText config(Box box) {
        return switch (box.running) {
            case JsonConfig _ -> new JsonConfig(box.startup);
            case NvConfig _ -> new NvConfig(box.startup);
            case EosConfig _ -> EosLine.config(box.startup);
            default -> NxosLine.config(box.startup);
        };
    }

    @Override
    public void close() {
        linux.ifPresent(EmulatedLinux::close);
        try {
            server.stop(true);
        } catch (IOException e) {
            // It ends with the process at the latest.
            return;
        } finally {
            box.close();
        }
    }
}
