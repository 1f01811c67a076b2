package io.railhead.configure.resource;

import io.railhead.configure.Item;
import io.railhead.configure.Observed;
import io.railhead.configure.Peer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// The lines of one of the files by which hosts trust each other, from what all of them showed.
///
/// @param lines one a host, in the order of the intent
/// @param pending hosts whose key pair is made when the plan is applied
/// @param missing hosts that did not show their keys, and are not in the file from earlier
record TrustLines(List<String> lines, List<String> pending, List<String> missing) {

    /// What ssh prefers, and so what it asks of a host that has several.
    private static final List<String> HOST_KEYS =
            List.of(
                    "ssh-ed25519",
                    "ecdsa-sha2-nistp256",
                    "ecdsa-sha2-nistp384",
                    "ecdsa-sha2-nistp521",
                    "ssh-rsa");

    /// Behind the key, what tells whose it is.
    private static String comment(Item item, String host) {
        return "railhead " + item.want("cluster") + " " + host;
    }

    /// `authorized_keys`: the key of each host, from that host's own addresses alone.
    static TrustLines authorized(Item item, List<Peer> keys, List<String> former) {
        Map<String, Peer> shown = byHost(keys);
        TrustLines result = new TrustLines(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        for (String host : item.want("roster").split(" ")) {
            String end = " " + comment(item, host);
            Peer peer = shown.get(host);
            if (peer == null) {
                result.keep(host, former.stream().filter(l -> l.endsWith(end)).findFirst());
            } else if (!peer.is().note("public").isEmpty()) {
                result.lines.add(
                        "from=\""
                                + String.join(",", from(peer, item.device().equals(host)))
                                + "\" "
                                + peer.is().note("public")
                                + end);
            } else if (SshTrust.makesKey(peer.item(), peer.is())) {
                result.pending.add(host);
            }
        }
        return result;
    }

    /// `known_hosts`: the host key of each host under all its names and addresses.
    static TrustLines known(Item item, List<Peer> hosts, List<String> former) {
        Map<String, Peer> shown = byHost(hosts);
        TrustLines result = new TrustLines(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        for (String host : item.want("roster").split(" ")) {
            Peer peer = shown.get(host);
            if (peer == null) {
                result.keep(
                        host, former.stream().filter(l -> firstName(l).equals(host)).findFirst());
                continue;
            }
            hostKey(peer.is())
                    .ifPresent(
                            k ->
                                    result.lines.add(
                                            names(peer).stream()
                                                            .map(n -> withPort(n, port(peer)))
                                                            .collect(Collectors.joining(","))
                                                    + " "
                                                    + k));
        }
        return result;
    }

    private void keep(String host, Optional<String> line) {
        line.ifPresentOrElse(lines::add, () -> missing.add(host));
    }

    private static Map<String, Peer> byHost(List<Peer> peers) {
        Map<String, Peer> result = new LinkedHashMap<>();
        peers.forEach(p -> result.put(p.device(), p));
        return result;
    }

    static List<String> names(Peer peer) {
        return List.of(peer.item().want("names").split(" "));
    }

    /// The port that the host's sshd listens on.
    static String port(Peer peer) {
        return peer.is().note("port").isEmpty() ? "22" : peer.is().note("port");
    }

    private static String withPort(String name, String port) {
        return port.equals("22") ? name : "[" + name + "]:" + port;
    }

    private static String firstName(String line) {
        return line.replaceFirst("[, ].*", "").replaceFirst("^\\[(.*)]:\\d+$", "$1");
    }

    static Optional<String> hostKey(Observed is) {
        return HOST_KEYS.stream()
                .filter(t -> !is.note("hostkey:" + t).isEmpty())
                .map(t -> t + " " + is.note("hostkey:" + t))
                .findFirst();
    }

    /// Where a host's connections come from: its rails, the address it is reached at, and those of
    /// the interfaces that it is reached by. From itself it also comes by the loopback.
    private static Set<String> from(Peer peer, boolean itself) {
        Set<String> all = new LinkedHashSet<>(List.of(peer.item().want("from").split(" ")));
        List<String> links = List.of(peer.is().host("management").strip().split("\\s+"));
        for (String each : peer.is().host("addresses").split(",")) {
            String[] w = each.strip().split(" ");
            if (w.length == 2 && links.contains(w[0]) && !w[1].startsWith("fe80:")) {
                all.add(w[1].replaceFirst("/.*", ""));
            }
        }
        if (itself) {
            all.add("127.0.0.0/8");
            all.add("::1");
        }
        all.remove("");
        return all;
    }

    /// The lines as a plan shows them: fingerprints in place of keys.
    static String shown(List<String> lines) {
        return lines.stream().map(TrustLines::shown).collect(Collectors.joining());
    }

    private static String shown(String line) {
        List<String> words = new ArrayList<>();
        for (String word : line.split(" ")) {
            words.add(word.length() > 60 && word.startsWith("AAAA") ? fingerprint(word) : word);
        }
        return String.join(" ", words) + "\n";
    }

    /// As `ssh-keygen -l` prints it.
    private static String fingerprint(String key) {
        try {
            byte[] sum =
                    MessageDigest.getInstance("SHA-256").digest(Base64.getDecoder().decode(key));
            return "SHA256:" + Base64.getEncoder().withoutPadding().encodeToString(sum);
        } catch (NoSuchAlgorithmException | IllegalArgumentException e) {
            return "(" + key.length() + " characters)";
        }
    }

    /// Lines between the marks as they were read, without comments.
    static List<String> former(Observed is) {
        return is.bytes("lines")
                .map(b -> new String(b, StandardCharsets.UTF_8))
                .orElse("")
                .lines()
                .filter(l -> !l.startsWith("#"))
                .toList();
    }
}
