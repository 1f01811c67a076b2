package io.railhead.reach;

import io.railhead.model.intent.Login;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// Resolves logins. `ssh_config` is read by OpenSSH itself (`ssh -G HOST`), so that Include, Match
/// and tokens mean here what they mean to the user's own `ssh`. That costs a process of some 17 ms
/// CPU a host, and is left out where it cannot change anything.
final class SshConfig {
    private static final Duration LIMIT = Duration.ofSeconds(10);
    private static final int MAX_HOPS = 8;

    /// What the configuration files of distributions contain; such a file changes no login.
    private static final Set<String> STOCK =
            Set.of("include", "host", "sendenv", "hashknownhosts", "gssapiauthentication");

    private final SshSettings settings;
    private final boolean configured;
    private final Map<List<String>, Map<String, List<String>>> answers = new ConcurrentHashMap<>();

    SshConfig(SshSettings settings) {
        this.settings = settings;
        this.configured = isConfigured(settings) && LocalCommand.exists("ssh", settings);
    }

    private static boolean isConfigured(SshSettings settings) {
        if (settings.configFile().isPresent()) {
            return true;
        }
        return says(settings.dotSsh().resolve("config"), Set.of())
                || says(Path.of("/etc/ssh/ssh_config"), STOCK)
                || dropIns(Path.of("/etc/ssh/ssh_config.d"));
    }

    private static boolean dropIns(Path directory) {
        try (var files = Files.newDirectoryStream(directory, "*.conf")) {
            for (Path file : files) {
                // systemd's own drop-in only concerns hosts named machine/… and vsock/….
                if (says(file, STOCK) && !file.getFileName().toString().contains("systemd")) {
                    return true;
                }
            }
        } catch (IOException e) {
            return false;
        }
        return false;
    }

    private static boolean says(Path file, Set<String> harmless) {
        try {
            for (String line : text(file).lines().toList()) {
                String word = line.strip().split("[\\s=]", 2)[0].toLowerCase(Locale.ROOT);
                if (!word.isEmpty() && !word.startsWith("#") && !harmless.contains(word)) {
                    return true;
                }
            }
        } catch (IOException e) {
            return false;
        }
        return false;
    }

    private static String text(Path file) throws IOException {
        return new String(NamedFile.bytes(file, NamedFile.BY_HAND), StandardCharsets.ISO_8859_1);
    }

    SshLogin resolve(Target target) throws Unreachable {
        Login login = target.login();
        boolean complete =
                login.user().isPresent()
                        && login.identity().isPresent()
                        && login.knownHosts().isPresent();
        if (!configured || complete) {
            return plain(target, login);
        }
        List<String> arguments = new ArrayList<>();
        login.user().ifPresent(u -> arguments.addAll(List.of("-l", u)));
        if (login.port() != 22) {
            arguments.addAll(List.of("-p", Integer.toString(login.port())));
        }
        login.identity().ifPresent(i -> arguments.addAll(List.of("-i", i)));
        login.jump().ifPresent(j -> arguments.addAll(List.of("-J", j)));
        login.knownHosts().ifPresent(k -> arguments.addAll(List.of("-o", knownHostsOption(k))));
        return asked(target, target.address(), arguments, 0);
    }

    static String knownHostsOption(String path) {
        return "UserKnownHostsFile=\"" + path + "\"";
    }

    private SshLogin plain(Target target, Login login) throws Unreachable {
        List<Path> identities = new ArrayList<>();
        login.identity().ifPresent(i -> identities.add(settings.path(i)));
        if (identities.isEmpty()) {
            identities.addAll(settings.defaultIdentities());
        }
        List<Path> known =
                login.knownHosts()
                        .map(k -> List.of(settings.path(k)))
                        .orElseGet(settings::defaultKnownHosts);
        List<SshLogin> jumps = new ArrayList<>();
        for (String hop : hops(login.jump().orElse(""))) {
            jumps.add(plainHop(target, login, hop));
        }
        return new SshLogin(
                target.address(),
                target.address(),
                false,
                login.port(),
                login.user().orElse(settings.user()),
                identities,
                false,
                settings.agentSocket(),
                List.of(),
                known,
                jumps,
                securityKeyOnly(identities));
    }

    private SshLogin plainHop(Target target, Login login, String text) throws Unreachable {
        Hop hop = Hop.parse(text, target);
        List<Path> identities = new ArrayList<>();
        login.identity().ifPresent(i -> identities.add(settings.path(i)));
        identities.addAll(settings.defaultIdentities());
        List<Path> known = new ArrayList<>();
        login.knownHosts().ifPresent(k -> known.add(settings.path(k)));
        known.addAll(settings.defaultKnownHosts());
        return new SshLogin(
                hop.host(),
                hop.host(),
                false,
                hop.port().orElse(22),
                hop.user().orElse(settings.user()),
                identities,
                false,
                settings.agentSocket(),
                List.of(),
                known,
                List.of(),
                Optional.empty());
    }

    private SshLogin asked(Target target, String host, List<String> arguments, int depth)
            throws Unreachable {
        if (depth > MAX_HOPS) {
            throw new Unreachable(
                    target.name() + ": ssh_config leads from jump host to jump host without end");
        }
        Map<String, List<String>> answer = ask(target, host, arguments);
        List<Path> identities = new ArrayList<>();
        answer.getOrDefault("identityfile", List.of())
                .forEach(f -> identities.add(settings.path(f)));
        List<Path> certificates = new ArrayList<>();
        answer.getOrDefault("certificatefile", List.of())
                .forEach(f -> certificates.add(settings.path(f)));
        List<Path> known = new ArrayList<>();
        for (String key : List.of("userknownhostsfile", "globalknownhostsfile")) {
            for (String files : answer.getOrDefault(key, List.of())) {
                for (String file : words(files)) {
                    known.add(settings.path(file));
                }
            }
        }
        List<SshLogin> jumps = new ArrayList<>();
        for (String text : hops(first(answer, "proxyjump").orElse("none"))) {
            Hop hop = Hop.parse(text, target);
            List<String> hopArguments = new ArrayList<>();
            hop.user().ifPresent(u -> hopArguments.addAll(List.of("-l", u)));
            hop.port().ifPresent(p -> hopArguments.addAll(List.of("-p", Integer.toString(p))));
            SshLogin resolved = asked(target, hop.host(), hopArguments, depth + 1);
            // Only the nearest bastion can have bastions of its own; OpenSSH does the same.
            if (jumps.isEmpty()) {
                jumps.addAll(resolved.jumps());
            }
            jumps.add(
                    new SshLogin(
                            resolved.host(),
                            resolved.hostKeyName(),
                            resolved.aliased(),
                            resolved.port(),
                            resolved.user(),
                            resolved.identities(),
                            resolved.identitiesOnly(),
                            resolved.agent(),
                            resolved.certificates(),
                            resolved.knownHosts(),
                            List.of(),
                            resolved.openSsh()));
        }
        Optional<String> alias = first(answer, "hostkeyalias").filter(a -> !a.equals("none"));
        String hostName = first(answer, "hostname").orElse(host);
        return new SshLogin(
                hostName,
                alias.orElse(hostName),
                alias.isPresent(),
                first(answer, "port").map(Integer::parseInt).orElse(22),
                first(answer, "user").orElse(settings.user()),
                identities,
                first(answer, "identitiesonly").orElse("no").equals("yes"),
                agent(first(answer, "identityagent")),
                certificates,
                known,
                jumps,
                needsOpenSsh(answer, identities, jumps));
    }

    private Optional<Path> agent(Optional<String> configured) {
        if (configured.isEmpty() || configured.get().equals("SSH_AUTH_SOCK")) {
            return settings.agentSocket();
        }
        String text = configured.get();
        if (text.equals("none")) {
            return Optional.empty();
        }
        if (text.startsWith("$")) {
            String name = text.replaceAll("[${}]", "");
            String value = settings.environment().getOrDefault(name, "");
            return value.isEmpty() ? Optional.empty() : Optional.of(Path.of(value));
        }
        return Optional.of(settings.path(text));
    }

    private static Optional<String> needsOpenSsh(
            Map<String, List<String>> answer, List<Path> identities, List<SshLogin> jumps) {
        Optional<String> command =
                first(answer, "proxycommand").filter(c -> !c.equalsIgnoreCase("none"));
        if (command.isPresent()) {
            return Optional.of("ssh_config has a ProxyCommand");
        }
        boolean publicKey =
                !first(answer, "pubkeyauthentication").orElse("yes").equals("no")
                        && first(answer, "preferredauthentications")
                                .map(p -> p.contains("publickey"))
                                .orElse(true);
        if (!publicKey && first(answer, "gssapiauthentication").orElse("no").equals("yes")) {
            return Optional.of("ssh_config allows GSSAPI only");
        }
        for (SshLogin jump : jumps) {
            if (jump.openSsh().isPresent()) {
                return jump.openSsh().map(why -> why + " (jump host " + jump.host() + ")");
            }
        }
        return securityKeyOnly(identities);
    }

    /// FIDO keys need OpenSSH's helper; where another key exists as well, that one is used.
    private static Optional<String> securityKeyOnly(List<Path> identities) {
        Optional<String> found = Optional.empty();
        for (Path identity : identities) {
            if (!Files.isReadable(identity)) {
                continue;
            }
            try {
                Path pub = identity.resolveSibling(identity.getFileName() + ".pub");
                if (!text(pub).startsWith("sk-")) {
                    return Optional.empty();
                }
                found = Optional.of(identity + " is a security key");
            } catch (IOException e) {
                return Optional.empty();
            }
        }
        return found;
    }

    private Map<String, List<String>> ask(Target target, String host, List<String> arguments)
            throws Unreachable {
        List<String> command = new ArrayList<>(List.of("ssh", "-G"));
        settings.configFile().ifPresent(f -> command.addAll(List.of("-F", f.toString())));
        command.addAll(arguments);
        command.add("--");
        command.add(host);
        Map<String, List<String>> known = answers.get(command);
        if (known != null) {
            return known;
        }
        LocalCommand.Result result = LocalCommand.run(command, settings, LIMIT);
        if (result.status() != 0) {
            throw new Unreachable(
                    target.name()
                            + ": ssh_config could not be read: "
                            + result.stderr().strip()
                            + " (shown by: "
                            + String.join(" ", command)
                            + ")");
        }
        Map<String, List<String>> answer = parse(result.stdout());
        answers.put(command, answer);
        return answer;
    }

    static Map<String, List<String>> parse(String text) {
        Map<String, List<String>> answer = new LinkedHashMap<>();
        for (String line : text.split("\n")) {
            int blank = line.indexOf(' ');
            if (blank > 0) {
                answer.computeIfAbsent(
                                line.substring(0, blank).toLowerCase(Locale.ROOT),
                                k -> new ArrayList<>())
                        .add(line.substring(blank + 1).strip());
            }
        }
        return answer;
    }

    private static Optional<String> first(Map<String, List<String>> answer, String key) {
        return answer.getOrDefault(key, List.of()).stream().findFirst();
    }

    private static List<String> words(String text) {
        return List.of(text.strip().split("\\s+"));
    }

    private static List<String> hops(String jump) {
        if (jump.isBlank() || jump.equalsIgnoreCase("none")) {
            return List.of();
        }
        return List.of(jump.split("\\s*,\\s*"));
    }

    /// `[user@]host[:port]`, `[user@][v6][:port]` or the same after `ssh://`.
    record Hop(Optional<String> user, String host, Optional<Integer> port) {
        static Hop parse(String text, Target target) throws Unreachable {
            String rest = text.startsWith("ssh://") ? text.substring(6) : text;
            Optional<String> user = Optional.empty();
            int at = rest.lastIndexOf('@');
            if (at >= 0) {
                user = Optional.of(rest.substring(0, at));
                rest = rest.substring(at + 1);
            }
            Optional<Integer> port = Optional.empty();
            int colon = rest.lastIndexOf(':');
            if (colon >= 0 && (rest.indexOf(':') == colon || rest.charAt(colon - 1) == ']')) {
                String digits = rest.substring(colon + 1);
                if (!digits.matches("\\d{1,5}") || Integer.parseInt(digits) > 65_535) {
                    throw new Unreachable(
                            target.name() + ": jump host " + text + ": the port is not a number");
                }
                port = Optional.of(Integer.parseInt(digits));
                rest = rest.substring(0, colon);
            }
            if (rest.startsWith("[") && rest.endsWith("]")) {
                rest = rest.substring(1, rest.length() - 1);
            }
            if (rest.isBlank() || rest.startsWith("-")) {
                throw new Unreachable(target.name() + ": jump host " + text + " has no host name");
            }
            return new Hop(user, rest, port);
        }
    }
}
