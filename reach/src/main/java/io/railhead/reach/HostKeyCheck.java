package io.railhead.reach;

import com.jcraft.jsch.HostKey;
import com.jcraft.jsch.HostKeyRepository;
import com.jcraft.jsch.JSchException;
import com.jcraft.jsch.UserInfo;
import io.railhead.reach.KnownHosts.Entry;
import io.railhead.reach.KnownHosts.Verdict;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The host key check of one login, in the shape that jsch asks for. Remembers why it refused, so
/// that the message can name file and line.
final class HostKeyCheck implements HostKeyRepository {
    private final KnownHosts known;
    private final boolean acceptNew;
    private final String where;
    private volatile Optional<String> refusal = Optional.empty();
    private volatile boolean asked;

    /// @param where the host as messages name it
    HostKeyCheck(KnownHosts known, boolean acceptNew, String where) {
        this.known = known;
        this.acceptNew = acceptNew;
        this.where = where;
    }

    /// Why the key was refused; empty when it was not.
    Optional<String> refusal() {
        return refusal;
    }

    /// Whether the machine has shown a key.
    boolean asked() {
        return asked;
    }

    @Override
    public int check(String host, byte[] key) {
        asked = true;
        String type = type(key);
        return switch (known.check(host, type, key)) {
            case Verdict.Known _ -> OK;
            case Verdict.Revoked(Entry entry) -> {
                refusal = Optional.of("its " + type + " key is revoked by " + entry.where());
                yield CHANGED;
            }
            case Verdict.Changed(Entry entry) -> {
                refusal = Optional.of(changed(host, type, key, entry));
                yield CHANGED;
            }
            case Verdict.Unknown _ -> unknown(host, type, key);
        };
    }

    private String changed(String host, String type, byte[] key, Entry entry) {
        String what =
                entry.type().equals(type)
                        ? "its host key is not the known one"
                        : "it offers a key of type " + type + ", but is known by another type";
        return what
                + ": "
                + entry.where()
                + " has "
                + fingerprint(entry.key())
                + ", the host offers "
                + fingerprint(key)
                + ". Either somebody is in between, or the host was installed anew; in that case"
                + " remove the line (ssh-keygen -f "
                + entry.file()
                + " -R '"
                + host
                + "')";
    }

    private int unknown(String host, String type, byte[] key) {
        if (!acceptNew) {
            refusal =
                    Optional.of(
                            "its host key ("
                                    + type
                                    + " "
                                    + fingerprint(key)
                                    + ") is not in known_hosts; compare the fingerprint and connect"
                                    + " once by ssh, or accept new hosts with --accept-new");
            return NOT_INCLUDED;
        }
        try {
            known.add(host, type, key);
            return OK;
        } catch (IOException e) {
            refusal = Optional.of("its host key could not be stored: " + e.getMessage());
            return NOT_INCLUDED;
        }
    }

    /// As `ssh-keygen -l` prints it.
    static String fingerprint(byte[] key) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(key);
            return "SHA256:" + Base64.getEncoder().withoutPadding().encodeToString(hash);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    /// The name at the beginning of a key blob.
    static String type(byte[] key) {
        int length = key.length < 4 ? 0 : (key[2] & 0xff) << 8 | (key[3] & 0xff);
        return length > key.length - 4
                ? "unreadable"
                : new String(key, 4, length, StandardCharsets.US_ASCII);
    }

    @Override
    public HostKey[] getHostKey() {
        return convert(known.all());
    }

    @Override
    public HostKey[] getHostKey(@Nullable String host, @Nullable String type) {
        List<Entry> entries = host == null ? known.all() : known.matching(host);
        if (type != null) {
            entries = entries.stream().filter(e -> e.type().equals(type)).toList();
        }
        return convert(entries);
    }

    private static HostKey[] convert(List<Entry> entries) {
        List<HostKey> keys = new ArrayList<>();
        for (Entry entry : entries) {
            try {
                keys.add(
                        new HostKey(entry.marker(), entry.names(), HostKey.GUESS, entry.key(), ""));
            } catch (JSchException | ArrayIndexOutOfBoundsException e) {
                // A key type that jsch does not know: it cannot be negotiated either.
                continue;
            }
        }
        return keys.toArray(HostKey[]::new);
    }

    @Override
    public void add(HostKey key, @Nullable UserInfo ui) {
        throw new IllegalStateException("keys are added by check only: " + where);
    }

    @Override
    public void remove(@Nullable String host, @Nullable String type) {
        throw new IllegalStateException("keys are never removed: " + where);
    }

    @Override
    public void remove(@Nullable String host, @Nullable String type, byte @Nullable [] key) {
        throw new IllegalStateException("keys are never removed: " + where);
    }

    @Override
    public String getKnownHostsRepositoryID() {
        return "known_hosts";
    }
}
