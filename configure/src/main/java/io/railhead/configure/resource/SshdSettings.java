package io.railhead.configure.resource;

import io.railhead.configure.Observed;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;

/// What a host's sshd says, by `sshd -T`, to a login by key: its settings forbid it, or look for
/// keys elsewhere. See sshd_config(5).
///
/// @param values of one setting by key
/// @param lists of settings that may be there several times: `allowusers` and its like
record SshdSettings(String user, Map<String, String> values, Map<String, List<String>> lists) {

    record Fault(String why, String remedy) {}

    static SshdSettings of(String user, Observed is) {
        Map<String, String> values = new TreeMap<>();
        Map<String, List<String>> lists = new TreeMap<>();
        is.notes()
                .forEach(
                        (k, v) -> {
                            String[] part = k.split(":", 3);
                            if (part[0].equals("sshd") && part.length == 2) {
                                values.put(part[1], v);
                            } else if (part[0].equals("sshd") && part.length == 3) {
                                lists.computeIfAbsent(part[1], x -> new ArrayList<>()).add(v);
                            }
                        });
        return new SshdSettings(user, values, lists);
    }

    /// The first reason why a key in the account's `~/.ssh/authorized_keys` would not let it in.
    Optional<Fault> fault(Observed is) {
        if (!is.note("sshd").isEmpty()) {
            return fault("sshd " + is.note("sshd"), "look at it on the machine: sshd -T");
        }
        if (is("pubkeyauthentication", "no")) {
            return setting("PubkeyAuthentication", "no", "yes");
        }
        if (user.equals("root")) {
            String root = values.getOrDefault("permitrootlogin", "");
            if (root.equals("no") || root.equals("forced-commands-only")) {
                return setting("PermitRootLogin", root, "prohibit-password");
            }
        }
        String home = is.note("home");
        String files = values.getOrDefault("authorizedkeysfile", ".ssh/authorized_keys");
        if (words(files).stream().noneMatch(f -> resolved(f, home).equals(keys(home)))) {
            return setting("AuthorizedKeysFile", files, ".ssh/authorized_keys");
        }
        String methods = values.getOrDefault("authenticationmethods", "any");
        if (!words(methods).contains("any") && !words(methods).contains("publickey")) {
            return setting("AuthenticationMethods", methods, "publickey among them");
        }
        String algorithms =
                values.getOrDefault(
                        "pubkeyacceptedalgorithms",
                        values.getOrDefault("pubkeyacceptedkeytypes", "ssh-ed25519"));
        if (!List.of(algorithms.split(",")).contains("ssh-ed25519")) {
            return setting("PubkeyAcceptedAlgorithms", "without ssh-ed25519", "with it");
        }
        return accounts(is).or(() -> home(is));
    }

    private boolean is(String key, String value) {
        return value.equals(values.get(key));
    }

    private static List<String> words(String text) {
        return Arrays.asList(text.strip().split("\\s+"));
    }

    private static String keys(String home) {
        return (home.equals("/") ? "" : home) + "/.ssh/authorized_keys";
    }

    private String resolved(String file, String home) {
        String path = file.replace("%h", home).replace("%u", user).replace("%%", "%");
        return path.startsWith("/") ? path : (home.equals("/") ? "" : home) + "/" + path;
    }

    private Optional<Fault> accounts(Observed is) {
        if (matches("denyusers", user)) {
            return setting("DenyUsers", "with " + user, "without");
        }
        if (lists.containsKey("allowusers") && !matches("allowusers", user)) {
            return setting("AllowUsers", "without " + user, "with it");
        }
        List<String> groups = words(is.note("groups"));
        if (groups.stream().anyMatch(g -> matches("denygroups", g))) {
            return setting("DenyGroups", "with a group of " + user, "without");
        }
        if (lists.containsKey("allowgroups")
                && groups.stream().noneMatch(g -> matches("allowgroups", g))) {
            return setting("AllowGroups", "without a group of " + user, "with one");
        }
        return Optional.empty();
    }

    /// Patterns with a host behind `@` are for that host alone: they may let in, and do not shut
    /// out everybody.
    private boolean matches(String list, String name) {
        for (String pattern : lists.getOrDefault(list, List.of())) {
            int at = pattern.indexOf('@');
            if (at >= 0 && list.startsWith("deny")) {
                continue;
            }
            String glob = at < 0 ? pattern : pattern.substring(0, at);
            String regex = Pattern.quote(glob).replace("*", "\\E.*\\Q").replace("?", "\\E.\\Q");
            if (name.matches(regex)) {
                return true;
            }
        }
        return false;
    }

    /// With StrictModes sshd takes no key from a home that others may write to.
    private Optional<Fault> home(Observed is) {
        String[] access = is.note("home-access").split(" ");
        if (is("strictmodes", "no") || access.length != 2 || !access[0].matches("[0-7]{1,5}")) {
            return Optional.empty();
        }
        if ((Integer.parseInt(access[0], 8) & 022) != 0) {
            return fault(
                    is.note("home")
                            + " may be written by others (mode "
                            + access[0]
                            + "), so sshd takes no key from it",
                    "chmod go-w " + is.note("home"));
        }
        if (!access[1].equals("0") && !access[1].equals(is.note("uid"))) {
            return fault(
                    is.note("home") + " belongs to another user, so sshd takes no key from it",
                    "chown " + user + " " + is.note("home"));
        }
        return Optional.empty();
    }

    private static Optional<Fault> setting(String key, String is, String want) {
        return fault(
                "sshd's " + key + " is " + is + ": a key of another host would not let it in",
                "set " + key + " to " + want + " in sshd_config, or leave ssh-trust out");
    }

    private static Optional<Fault> fault(String why, String remedy) {
        return Optional.of(new Fault(why, remedy));
    }
}
