package io.railhead.reach;

import com.jcraft.jsch.Session;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// Sessions on jump hosts, one a bastion, shared by all hosts behind it and made anew when lost. A
/// bastion that failed is not tried again for a while: a thousand hosts behind a dead one fail in
/// one time-out, not in a thousand.
final class Bastions implements AutoCloseable {
    private static final Duration REMEMBERED = Duration.ofSeconds(20);

    private final SshTransport transport;
    private final Map<String, Bastion> bastions = new ConcurrentHashMap<>();

    Bastions(SshTransport transport) {
        this.transport = transport;
    }

    private static final class Bastion {
        private final ReentrantLock lock = new ReentrantLock();
        private @Nullable Session session;
        private @Nullable String failure;
        private long failedAt;
    }

    /// The session on the last jump host before `login`.
    Session to(SshLogin login, Optional<Path> namespace, long deadline, Duration limit)
            throws Unreachable {
        List<SshLogin> jumps = login.jumps();
        SshLogin last = jumps.getLast();
        // The last hop is itself reached through the hops before it.
        SshLogin hop =
                new SshLogin(
                        last.host(),
                        last.hostKeyName(),
                        last.aliased(),
                        last.port(),
                        last.user(),
                        last.identities(),
                        last.identitiesOnly(),
                        last.agent(),
                        last.certificates(),
                        last.knownHosts(),
                        jumps.subList(0, jumps.size() - 1),
                        last.openSsh());
        Bastion bastion =
                bastions.computeIfAbsent(
                        namespace.map(Path::toString).orElse("") + " " + hop.key(),
                        _ -> new Bastion());
        String who = "jump host " + last.where();
        try {
            if (!bastion.lock.tryLock(deadline - System.nanoTime(), TimeUnit.NANOSECONDS)) {
                throw new Unreachable(who + ": no login within " + limit.toSeconds() + " s");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Unreachable(who + ": interrupted", e);
        }
        try {
            Session open = bastion.session;
            if (open != null && open.isConnected()) {
                return open;
            }
            String failure = bastion.failure;
            if (failure != null && System.nanoTime() - bastion.failedAt < REMEMBERED.toNanos()) {
                throw new Unreachable(failure);
            }
            try {
                Session made = transport.logIn(who, hop, namespace, deadline, limit);
                bastion.session = made;
                bastion.failure = null;
                return made;
            } catch (Unreachable e) {
                bastion.failure = e.getMessage();
                bastion.failedAt = System.nanoTime();
                throw e;
            }
        } finally {
            bastion.lock.unlock();
        }
    }

    @Override
    public void close() {
        for (Bastion bastion : bastions.values()) {
            Session session = bastion.session;
            if (session != null) {
                session.disconnect();
            }
        }
    }
}
