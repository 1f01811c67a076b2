package io.railhead.configure.resource;

import io.railhead.configure.Observed;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/// What a netplan file of someone else says of the rails' interfaces.
final class ForeignNetplan {
    private ForeignNetplan() {}

    sealed interface Claim {
        /// It gives the interface just what is wanted.
        record AsWanted(String file, String link) implements Claim {}

        /// It gives the interface something else.
        ///
        /// @param how what, in words
        record Otherwise(String file, String link, String how) implements Claim {}

        record Unreadable(String file, String why) implements Claim {}
    }

    /// Shell that notes every netplan file but one of our own, as `foreign:PATH`.
    static String observe(String own) {
        return """
                l=/lib/netplan
                [ ! -L /lib ] || l=/none
                for f in $l/*.yaml /usr/lib/netplan/*.yaml /etc/netplan/*.yaml \
                /run/netplan/*.yaml; do
                    [ -f "$f" ] && [ "$f" != %s ] && rh_n "foreign:$f" "$(rh_b64 <"$f")"
                done
                true
                """
                .formatted(own);
    }

    /// Keys of those notes in the order in which netplan reads the files: by name, whatever their
    /// directory.
    static List<String> files(Observed is) {
        return is.notes().keySet().stream()
                .filter(k -> k.startsWith("foreign:"))
                .sorted(
                        Comparator.comparing((String k) -> k.substring(k.lastIndexOf('/') + 1))
                                .thenComparing(k -> k))
                .toList();
    }

    /// Names under which a file sets an interface up.
    static List<String> ids(byte[] content, String link, UnaryOperator<String> mac) {
        Object root;
        try {
            root =
                    new Load(LoadSettings.builder().setAllowDuplicateKeys(true).build())
                            .loadFromString(new String(content, StandardCharsets.UTF_8));
        } catch (YamlEngineException | StackOverflowError e) {
            return List.of();
        }
        List<String> ids = new ArrayList<>();
        for (String section : List.of("ethernets", "bonds", "bridges", "vlans")) {
            map(map(root).get("network"), section)
                    .forEach(
                            (id, definition) -> {
                                if (speaksOf(String.valueOf(id), map(definition), link, mac)) {
                                    ids.add(String.valueOf(id));
                                }
                            });
        }
        return ids;
    }

    /// The renderer that a file names for all interfaces.
    static Optional<String> renderer(byte[] content) {
        try {
            Object root =
                    new Load(LoadSettings.builder().setAllowDuplicateKeys(true).build())
                            .loadFromString(new String(content, StandardCharsets.UTF_8));
            Map<?, ?> network = map(map(root).get("network"));
            return Optional.ofNullable(network.get("renderer")).map(String::valueOf);
        } catch (YamlEngineException | StackOverflowError e) {
            return Optional.empty();
        }
    }

    /// @param mac the hardware address of an interface, empty text when unknown
    static List<Claim> claims(
            String file, byte[] content, List<Netplan.Port> ports, UnaryOperator<String> mac) {
        Object root;
        try {
            root =
                    new Load(LoadSettings.builder().setAllowDuplicateKeys(true).build())
                            .loadFromString(new String(content, StandardCharsets.UTF_8));
        } catch (YamlEngineException e) {
            String first =
                    e.getMessage() == null ? "" : e.getMessage().lines().findFirst().orElse("");
            return List.of(new Claim.Unreadable(file, "not YAML (" + first + ")"));
        } catch (StackOverflowError e) {
            return List.of(new Claim.Unreadable(file, "nested too deeply"));
        }
        List<Claim> claims = new ArrayList<>();
        for (String section : List.of("ethernets", "bonds", "bridges", "vlans")) {
            map(map(root).get("network"), section)
                    .forEach(
                            (id, definition) -> {
                                for (Netplan.Port p : ports) {
                                    if (speaksOf(
                                            String.valueOf(id), map(definition), p.link(), mac)) {
                                        judge(file, String.valueOf(id), map(definition), p)
                                                .ifPresent(claims::add);
                                    }
                                }
                            });
        }
        return claims;
    }

    private static Map<?, ?> map(@Nullable Object node) {
        return node instanceof Map<?, ?> m ? m : Map.of();
    }

    private static Map<?, ?> map(@Nullable Object node, String key) {
        return map(map(node).get(key));
    }

    private static boolean speaksOf(
            String id, Map<?, ?> definition, String link, UnaryOperator<String> mac) {
        if (String.valueOf(definition.get("set-name")).equals(link)) {
            return true;
        }
        Map<?, ?> match = map(definition.get("match"));
        if (match.isEmpty()) {
            return id.equals(link);
        }
        Object name = match.get("name");
        Object address = match.get("macaddress");
        boolean named = name == null || glob(String.valueOf(name), link);
        boolean addressed =
                address == null
                        || String.valueOf(address)
                                .toLowerCase(Locale.ROOT)
                                .equals(mac.apply(link).toLowerCase(Locale.ROOT));
        return named && addressed && (name != null || address != null);
    }

    /// Shell patterns with `*`, `?` and sets, as `match.name` has them.
    private static boolean glob(String pattern, String name) {
        return GLOB.matcher(pattern)
                .replaceAll(
                        part -> {
                            String p = part.group();
                            return Matcher.quoteReplacement(
                                    switch (p.charAt(0)) {
                                        case '*' -> ".*";
                                        case '?' -> ".";
                                        case '[' -> p.length() > 2 ? set(p) : Pattern.quote(p);
                                        default -> Pattern.quote(p);
                                    });
                        })
                .transform(regex -> name.matches(regex));
    }

    /// A set or one character of a shell pattern.
    private static final Pattern GLOB = Pattern.compile("(?s)\\[!?[^\\[\\]&^\\\\]+\\]|.");

    private static String set(String glob) {
        return glob.replaceFirst("^\\[!", "[^");
    }

    /// Empty when it says nothing that matters to the rail: netplan merges it with ours.
    private static Optional<Claim> judge(
            String file, String id, Map<?, ?> definition, Netplan.Port port) {
        List<String> addresses = new ArrayList<>();
        if (definition.get("addresses") instanceof Collection<?> list) {
            for (Object entry : list) {
                addresses.add(
                        entry instanceof Map<?, ?> m && !m.isEmpty()
                                ? String.valueOf(m.keySet().iterator().next())
                                : String.valueOf(entry));
            }
        }
        Object mtu = definition.get("mtu");
        boolean dhcp = truth(definition.get("dhcp4")) || truth(definition.get("dhcp6"));
        boolean mtuWanted = mtu != null && String.valueOf(mtu).equals(Integer.toString(port.mtu()));
        List<String> others = addresses.stream().filter(a -> !a.equals(port.cidr())).toList();
        if (!dhcp && others.isEmpty() && !addresses.isEmpty() && mtuWanted) {
            return Optional.of(new Claim.AsWanted(file, port.link()));
        }
        List<String> how = new ArrayList<>();
        if (dhcp) {
            how.add("DHCP");
        }
        if (!others.isEmpty()) {
            how.add("addresses " + String.join(", ", others));
        }
        if (mtu != null && !mtuWanted) {
            how.add("mtu " + mtu);
        }
        if (how.isEmpty() && !id.equals(port.link())) {
            how.add("under the name " + id);
        }
        return how.isEmpty()
                ? Optional.empty()
                : Optional.of(new Claim.Otherwise(file, port.link(), String.join(", ", how)));
    }

    private static boolean truth(@Nullable Object value) {
        return value != null
                && List.of("true", "yes", "on", "1", "y")
                        .contains(String.valueOf(value).toLowerCase(Locale.ROOT));
    }
}
