package io.railhead.reach;

import com.jcraft.jsch.JSchAlgoNegoFailException;
import com.jcraft.jsch.JSchHostKeyException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;

/// A failed login in words for people: what happened and what to do.
///
/// @param dropped true when the machine closed the connection before it showed its key, as sshd
///     does beyond `MaxStartups`: worth another attempt
record SshFailure(String message, boolean dropped) {

    static SshFailure of(
            Exception e,
            boolean late,
            HostKeyCheck hostKey,
            SshKeys.Offer offer,
            SshLogin login,
            Duration limit) {
        if (hostKey.refusal().isPresent()) {
            return new SshFailure(hostKey.refusal().get(), false);
        }
        if (late) {
            return new SshFailure(late(limit, hostKey.asked()), false);
        }
        Optional<SshFailure> network = network(e, login, limit);
        if (network.isPresent()) {
            return network.get();
        }
        String text = text(e);
        // The SSH library trips over noise where the protocol should be.
        if (find(e, RuntimeException.class).isPresent()) {
            return new SshFailure(
                    "what answers on port "
                            + login.port()
                            + " does not keep to the SSH protocol (no sshd, or something in"
                            + " between)",
                    false);
        }
        if (find(e, JSchAlgoNegoFailException.class).isPresent()) {
            return new SshFailure("no algorithm in common with its sshd: " + text, false);
        }
        if (find(e, JSchHostKeyException.class).isPresent()) {
            return new SshFailure("its host key was refused: " + text, false);
        }
        if (text.startsWith("Auth ") || text.startsWith("USERAUTH")) {
            return new SshFailure(refused(text, offer, login), false);
        }
        String lower = text.toLowerCase(Locale.ROOT);
        if (lower.contains("too many authentication failures")) {
            return new SshFailure(
                    refused(text, offer, login)
                            + "; too many keys were offered before the right one: set"
                            + " login.identity",
                    false);
        }
        boolean closed =
                lower.contains("closed by foreign host")
                        || lower.contains("end of io stream")
                        || lower.contains("invalid server's version string")
                        || find(e, SocketException.class).isPresent()
                        || find(e, IOException.class).isPresent();
        if (closed) {
            return new SshFailure(
                    hostKey.asked()
                            ? "the connection was closed during the login as " + login.user()
                            : "the connection was closed before the login (sshd's MaxStartups, a"
                                    + " ban, or no sshd at all on this port?)",
                    !hostKey.asked());
        }
        return new SshFailure("login as " + login.user() + " failed: " + text, false);
    }

    private static String late(Duration limit, boolean greeted) {
        return greeted
                ? "no login within " + seconds(limit) + " (the machine is slow or stuck)"
                : "no answer within "
                        + seconds(limit)
                        + " (down, filtered, or no sshd behind the port?)";
    }

    private static String seconds(Duration limit) {
        long millis = limit.toMillis();
        return millis % 1000 == 0 ? millis / 1000 + " s" : millis / 1000.0 + " s";
    }

    private static Optional<SshFailure> network(Exception e, SshLogin login, Duration limit) {
        Optional<UnknownHostException> name = find(e, UnknownHostException.class);
        if (name.isPresent()) {
            return Optional.of(
                    new SshFailure(
                            "the name "
                                    + name.get().getMessage()
                                    + " does not resolve; give the host an address in the intent",
                            false));
        }
        if (find(e, SocketTimeoutException.class).isPresent()) {
            return Optional.of(new SshFailure(late(limit, false), false));
        }
        if (find(e, NoRouteToHostException.class).isPresent()) {
            return Optional.of(
                    new SshFailure("no route to " + login.host() + " (down or filtered)", false));
        }
        Optional<ConnectException> connect = find(e, ConnectException.class);
        if (connect.isPresent()) {
            String text = String.valueOf(connect.get().getMessage());
            return Optional.of(
                    new SshFailure(
                            text.contains("refused")
                                    ? "connection refused (is sshd running, and on port "
                                            + login.port()
                                            + "?)"
                                    : "no connection: " + text,
                            false));
        }
        Optional<NetworkNamespace.Unusable> namespace = find(e, NetworkNamespace.Unusable.class);
        if (namespace.isPresent()) {
            return Optional.of(
                    new SshFailure(
                            "no connection was tried: "
                                    + namespace.get().getMessage()
                                    + "; correct login.network-namespace in the intent, or leave it"
                                    + " out",
                            false));
        }
        String text = text(e);
        if (text.contains("etwork is unreachable")) {
            return Optional.of(new SshFailure("no connection: " + text, false));
        }
        if (text.contains("direct-tcpip")
                || text.contains("jump host")
                || text.contains("channel is not opened")) {
            String jump = login.jumps().isEmpty() ? "" : login.jumps().getLast().where();
            return Optional.of(
                    new SshFailure(
                            "the jump host "
                                    + jump
                                    + " could not connect to it (down, filtered, or TCP forwarding"
                                    + " not allowed there)",
                            false));
        }
        return Optional.empty();
    }

    private static String refused(String text, SshKeys.Offer offer, SshLogin login) {
        String methods = text.contains("'") ? text.replaceAll("^[^']*'|'[^']*$", "") : "";
        return "login as "
                + login.user()
                + " was not accepted; tried: "
                + (offer.notes().isEmpty() ? "no key at all" : String.join(", ", offer.notes()))
                + (methods.isEmpty() || methods.equals("publickey")
                        ? ""
                        : "; the machine accepts: " + methods);
    }

    private static String text(Throwable e) {
        Throwable deepest = e;
        while (deepest.getCause() != null && deepest.getCause() != deepest) {
            deepest = deepest.getCause();
        }
        String text = String.valueOf(deepest.getMessage());
        return text.replaceAll("[\\p{Cntrl}]", " ").strip();
    }

    private static <T extends Throwable> Optional<T> find(Throwable e, Class<T> type) {
        for (Throwable at = e; at != null; at = at.getCause()) {
            if (type.isInstance(at)) {
                return Optional.of(type.cast(at));
            }
        }
        return Optional.empty();
    }
}
