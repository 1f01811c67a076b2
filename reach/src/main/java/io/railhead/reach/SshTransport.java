package io.railhead.reach;

import com.jcraft.jsch.JSch;
import com.jcraft.jsch.JSchException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;

/// SSH by jsch on virtual threads, as the user's own `ssh` would log in: `ssh_config`, agents,
/// certificates and jump hosts are honoured, host keys always checked, and only keys are offered,
/// never a password. Logins that jsch cannot make (ProxyCommand, GSSAPI, security keys) are left to
/// [OpenSshTransport].
///
/// A login costs some 15 ms CPU here and, on the network, TCP, key exchange and two round trips.
/// Logins in flight are bounded, since sshd drops connections beyond its `MaxStartups`; a dropped
/// one is tried again, later and later, until the limit.
public final class SshTransport implements Transport {
    private static final ThreadFactory THREADS = Thread.ofVirtual().name("ssh-", 0).factory();
    private static final Duration FIRST_BACKOFF = Duration.ofMillis(150);
    private static final Duration LAST_BACKOFF = Duration.ofSeconds(3);
    private static final int ALIVE_MILLIS = 15_000;

    private final SshSettings settings;
    private final SshConfig config;
    private final SshKeys keys = new SshKeys();
    private final KnownHosts.Cache knownHosts = new KnownHosts.Cache();
    private final Deadlines deadlines = new Deadlines();
    private final Semaphore logins;
    private final AtomicLong nextLogin = new AtomicLong(System.nanoTime());
    private final RandomGenerator jitter;
    private final Bastions bastions;
    private final OpenSshTransport openSsh;

    public SshTransport(SshSettings settings) {
        this.settings = settings;
        this.config = new SshConfig(settings);
        this.logins = new Semaphore(settings.loginsInFlight());
        this.jitter = new java.util.Random(settings.seed());
        this.bastions = new Bastions(this);
        this.openSsh = new OpenSshTransport(settings, config);
    }

    @Override
    public Session open(Target target, Duration limit) throws Unreachable {
        long deadline = System.nanoTime() + limit.toNanos();
        SshLogin login = config.resolve(target);
        if (login.openSsh().isPresent()) {
            return openSsh.open(target, limit);
        }
        Optional<Path> namespace = target.login().networkNamespace().map(settings::path);
        String who = who(target.name(), login);
        com.jcraft.jsch.Session session = logIn(who, login, namespace, deadline, limit);
        return new SshSession(
                target, session, settings, deadlines, login.user().equals("root"), () -> {});
    }

    @Override
    public SwitchSession openCommandLine(Target target, Duration limit) throws Unreachable {
        long deadline = System.nanoTime() + limit.toNanos();
        SshLogin login = config.resolve(target);
        if (login.openSsh().isPresent()) {
            throw new Unreachable(
                    target.name()
                            + ": "
                            + login.openSsh().get()
                            + " needs OpenSSH's client, by which command lines of switches are not"
                            + " spoken to; name a jump host (login.jump) instead");
        }
        Optional<Path> namespace = target.login().networkNamespace().map(settings::path);
        String who = who(target.name(), login);
        com.jcraft.jsch.Session session = logIn(who, login, namespace, deadline, limit);
        return SshCommandLine.open(
                target, session, deadlines, Duration.ofNanos(deadline - System.nanoTime()));
    }

    static String who(String name, SshLogin login) {
        return name.equals(login.host()) && login.port() == 22
                ? name
                : name + " (" + login.where() + ")";
    }

    /// Logs in, again and again while the machine drops the connection before it has shown a key.
    com.jcraft.jsch.Session logIn(
            String who, SshLogin login, Optional<Path> namespace, long deadline, Duration limit)
            throws Unreachable {
        Duration backoff = FIRST_BACKOFF;
        while (true) {
            Attempt attempt = new Attempt(who, login, namespace, deadline, limit);
            try {
                return attempt.run();
            } catch (Unreachable e) {
                Duration pause = jittered(backoff);
                if (!attempt.dropped || System.nanoTime() + pause.toNanos() > deadline) {
                    throw e;
                }
                sleep(who, pause);
                backoff = backoff.multipliedBy(2);
                backoff = backoff.compareTo(LAST_BACKOFF) > 0 ? LAST_BACKOFF : backoff;
            }
        }
    }

    private Duration jittered(Duration backoff) {
        synchronized (jitter) {
            return Duration.ofNanos((long) (backoff.toNanos() * (0.5 + jitter.nextDouble())));
        }
    }

    private static void sleep(String who, Duration pause) throws Unreachable {
        try {
            Thread.sleep(pause);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Unreachable(who + ": interrupted", e);
        }
    }

    /// One attempt at one login.
    private final class Attempt {
        private final String who;
        private final SshLogin login;
        private final Optional<Path> namespace;
        private final long deadline;
        private final Duration limit;
        private boolean dropped;

        Attempt(
                String who,
                SshLogin login,
                Optional<Path> namespace,
                long deadline,
                Duration limit) {
            this.who = who;
            this.login = login;
            this.namespace = namespace;
            this.deadline = deadline;
            this.limit = limit;
        }

        com.jcraft.jsch.Session run() throws Unreachable {
            // The bastion's own login takes a place too, so it must not be made while holding one.
            Optional<com.jcraft.jsch.Session> bastion =
                    login.jumps().isEmpty()
                            ? Optional.empty()
                            : Optional.of(bastions.to(login, namespace, deadline, limit));
            takePlace();
            try {
                return connect(bastion);
            } finally {
                logins.release();
            }
        }

        private void takePlace() throws Unreachable {
            try {
                if (!logins.tryAcquire(deadline - System.nanoTime(), TimeUnit.NANOSECONDS)) {
                    throw new Unreachable(
                            who + ": no turn to log in within " + limit.toSeconds() + " s");
                }
                if (settings.loginsPerSecond() > 0) {
                    long gap = 1_000_000_000L / settings.loginsPerSecond();
                    long now = System.nanoTime();
                    long turn = nextLogin.updateAndGet(t -> Math.max(t + gap, now)) - now;
                    TimeUnit.NANOSECONDS.sleep(Math.max(0, turn));
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new Unreachable(who + ": interrupted", e);
            }
        }

        private com.jcraft.jsch.Session connect(Optional<com.jcraft.jsch.Session> bastion)
                throws Unreachable {
            Duration left = Duration.ofNanos(deadline - System.nanoTime());
            HostKeyCheck hostKey =
                    new HostKeyCheck(knownHosts.of(login.knownHosts()), settings.acceptNew(), who);
            SshKeys.Offer offer = keys.offer(login);
            Connector connector = new Connector(namespace, left);
            Optional<JumpProxy> proxy = bastion.map(JumpProxy::new);
            AtomicBoolean late = new AtomicBoolean();
            try {
                com.jcraft.jsch.Session session =
                        new JSch().getSession(login.user(), login.host(), login.port());
                configure(session, offer, hostKey);
                if (login.aliased()) {
                    session.setHostKeyAlias(login.hostKeyName());
                }
                session.setSocketFactory(connector);
                proxy.ifPresent(session::setProxy);
                // jsch's limit is one for each read; this one is for the whole login.
                try (var _ =
                        deadlines.after(
                                left,
                                () -> {
                                    late.set(true);
                                    connector.cut();
                                    proxy.ifPresent(JumpProxy::close);
                                })) {
                    session.connect((int) Math.max(1, left.toMillis()));
                }
                return session;
            } catch (JSchException | RuntimeException e) {
                connector.cut();
                proxy.ifPresent(JumpProxy::close);
                SshFailure failure = SshFailure.of(e, late.get(), hostKey, offer, login, limit);
                dropped = failure.dropped();
                throw new Unreachable(who + ": " + failure.message(), e);
            }
        }
    }

    private static void configure(
            com.jcraft.jsch.Session session, SshKeys.Offer offer, HostKeyCheck hostKey)
            throws JSchException {
        session.setThreadFactory(THREADS);
        session.setIdentityRepository(offer);
        session.setHostKeyRepository(hostKey);
        session.setConfig("StrictHostKeyChecking", "yes");
        session.setConfig("HashKnownHosts", "no");
        session.setConfig("PreferredAuthentications", "publickey");
        // With one key it is signed for at once; with several they are asked about first.
        boolean several = offer.identities().size() > 1;
        session.setConfig("enable_pubkey_auth_query", several ? "yes" : "no");
        // What jsch would try out at each connection is the same for all: this JDK has it.
        session.setConfig("CheckKexes", "");
        session.setConfig("CheckCiphers", "");
        session.setConfig("CheckSignatures", "");
        session.setConfig("cipher.s2c", CIPHERS);
        session.setConfig("cipher.c2s", CIPHERS);
        session.setServerAliveInterval(ALIVE_MILLIS);
        session.setServerAliveCountMax(3);
    }

    /// Those of OpenSSH's defaults that the JDK has.
    private static final String CIPHERS =
            "aes128-gcm@openssh.com,aes256-gcm@openssh.com,aes128-ctr,aes192-ctr,aes256-ctr";

    @Override
    public void close() {
        bastions.close();
        deadlines.close();
        openSsh.close();
    }
}
