package io.railhead.reach;

import com.jcraft.jsch.AgentIdentityRepository;
import com.jcraft.jsch.AgentProxyException;
import com.jcraft.jsch.Identity;
import com.jcraft.jsch.IdentityRepository;
import com.jcraft.jsch.JSch;
import com.jcraft.jsch.JSchException;
import com.jcraft.jsch.SSHAgentConnector;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Vector;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// Private keys and agents. Key files are read once a transport, whatever the number of hosts.
final class SshKeys {

    /// A key file as read: the key, or why there is none.
    private record Loaded(Optional<Identity> identity, Optional<byte[]> blob, String note) {}

    private final Map<List<Path>, Loaded> loaded = new ConcurrentHashMap<>();

    /// The keys of one login in the order they are tried, and words for the message when none was
    /// accepted.
    record Offer(List<Identity> identities, List<String> notes) implements IdentityRepository {

        @Override
        public Vector<Identity> getIdentities() {
            // A new one each time: jsch holds its lock over whole round trips.
            return new Vector<>(identities);
        }

        @Override
        public String getName() {
            return "offer";
        }

        @Override
        public int getStatus() {
            return RUNNING;
        }

        @Override
        public boolean add(byte @Nullable [] identity) {
            return false;
        }

        @Override
        public boolean remove(byte @Nullable [] blob) {
            return false;
        }

        @Override
        public void removeAll() {
            // The offer is fixed.
        }
    }

    Offer offer(SshLogin login) {
        List<Identity> identities = new ArrayList<>();
        List<String> notes = new ArrayList<>();
        List<Identity> agent = new ArrayList<>();
        if (login.agent().isPresent()) {
            agent.addAll(agentKeys(login.agent().get(), notes));
        }
        for (Path file : login.identities()) {
            for (Path certificate : certificates(login, file)) {
                Loaded found = load(file, Optional.of(certificate));
                found.identity().ifPresent(identities::add);
                notes.add(found.note());
            }
            Loaded found = load(file, Optional.empty());
            Optional<Identity> held =
                    found.blob().flatMap(b -> take(agent, b)).or(() -> found.identity());
            held.ifPresent(identities::add);
            if (held.isPresent() || Files.exists(file)) {
                notes.add(
                        held.isPresent() && found.identity().isEmpty()
                                ? file + " (by the agent)"
                                : found.note());
            } else if (login.identities().size() == 1) {
                notes.add(file + " (no such file)");
            }
        }
        if (!login.identitiesOnly()) {
            identities.addAll(agent);
            agent.forEach(k -> notes.add("agent key " + k.getName()));
        }
        return new Offer(identities, notes);
    }

    /// The key `id-cert.pub` beside `id`, and those of `CertificateFile`.
    private static List<Path> certificates(SshLogin login, Path file) {
        List<Path> all = new ArrayList<>(login.certificates());
        Path beside = file.resolveSibling(file.getFileName() + "-cert.pub");
        if (!all.contains(beside)) {
            all.add(beside);
        }
        all.removeIf(p -> !Files.isReadable(p));
        return all;
    }

    private Loaded load(Path file, Optional<Path> certificate) {
        List<Path> key = new ArrayList<>(List.of(file));
        certificate.ifPresent(key::add);
        return loaded.computeIfAbsent(key, k -> read(file, certificate));
    }

    private static Loaded read(Path file, Optional<Path> certificate) {
        Optional<byte[]> blob = publicBlob(file.resolveSibling(file.getFileName() + ".pub"));
        if (!Files.exists(file)) {
            return new Loaded(Optional.empty(), blob, file + " (no such file)");
        }
        if (!Files.isReadable(file)) {
            return new Loaded(Optional.empty(), blob, file + " (not readable)");
        }
        if (!Files.isRegularFile(file)) {
            // Neither a pipe nor a device ends by itself.
            return new Loaded(Optional.empty(), blob, file + " (no regular file)");
        }
        if (blob.isEmpty()) {
            // `IdentityFile id.pub` with the private half in the agent.
            blob = publicBlob(file);
        }
        try {
            JSch jsch = new JSch();
            jsch.addIdentity(
                    file.toString(), certificate.map(Path::toString).orElse(null), (byte[]) null);
            Vector<Identity> identities = jsch.getIdentityRepository().getIdentities();
            if (identities.isEmpty()) {
                return new Loaded(Optional.empty(), blob, file + " (not a private key)");
            }
            Identity identity = identities.getFirst();
            if (identity.isEncrypted()) {
                return new Loaded(
                        Optional.empty(),
                        blob,
                        file + " (has a passphrase: add it to the agent with ssh-add)");
            }
            Optional<byte[]> own = Optional.ofNullable(identity.getPublicKeyBlob());
            return new Loaded(
                    Optional.of(identity),
                    certificate.isPresent() ? Optional.empty() : own.or(() -> publicBlob(file)),
                    certificate.map(c -> file + " with " + c.getFileName()).orElse("" + file));
        } catch (JSchException e) {
            return new Loaded(
                    Optional.empty(), blob, file + " (not a private key: " + e.getMessage() + ")");
        }
    }

    private static Optional<byte[]> publicBlob(Path file) {
        try {
            byte[] bytes = NamedFile.bytes(file, 64 << 10);
            String[] words = new String(bytes, StandardCharsets.ISO_8859_1).split("\\s+");
            return words.length < 2
                    ? Optional.empty()
                    : Optional.of(Base64.getDecoder().decode(words[1]));
        } catch (IOException | IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private static Optional<Identity> take(List<Identity> agent, byte[] blob) {
        for (Identity identity : agent) {
            if (Arrays.equals(identity.getPublicKeyBlob(), blob)) {
                agent.remove(identity);
                return Optional.of(identity);
            }
        }
        return Optional.empty();
    }

    private static List<Identity> agentKeys(Path socket, List<String> notes) {
        try {
            if (!Files.exists(socket)) {
                notes.add("agent " + socket + " (not running)");
                return List.of();
            }
            return new AgentIdentityRepository(new SSHAgentConnector(socket)).getIdentities();
        } catch (AgentProxyException | RuntimeException e) {
            notes.add("agent " + socket + " (" + e.getMessage() + ")");
            return List.of();
        }
    }
}
