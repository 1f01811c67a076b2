package io.railhead.intent;

import io.railhead.model.intent.Subnet;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The groups of an inventory and what their hosts come to.
final class AnsibleGroups {
    private static final Pattern JUMP =
            Pattern.compile("(?:-J\\s*|ProxyJump[= ]\\s*)[\"']?([^\\s\"']+)");

    private static final List<String> SECRETS =
            List.of(
                    "ansible_password",
                    "ansible_ssh_pass",
                    "ansible_ssh_password",
                    "ansible_become_password",
                    "ansible_become_pass",
                    "ansible_sudo_pass");

    private final Problems problems;
    private final Filling paths;
    private final Map<String, Group> groups = new LinkedHashMap<>();
    private final Map<String, Host> hosts = new LinkedHashMap<>();

    AnsibleGroups(Problems problems) {
        this.problems = problems;
        this.paths = new Filling(problems, System.getProperty("user.home", "/"));
    }

    /// A variable and where it was set.
    record Variable(String value, Spot at) {}

    private static final class Group {
        final Map<String, Variable> variables = new LinkedHashMap<>();
        final Set<String> children = new LinkedHashSet<>();
        final Set<String> members = new LinkedHashSet<>();
        Optional<Spot> declared = Optional.empty();
        Optional<Spot> wanted = Optional.empty();
    }

    private static final class Host {
        final Map<String, Variable> variables = new LinkedHashMap<>();
        final Spot at;

        Host(Spot at) {
            this.at = at;
        }
    }

    private Group group(String name) {
        return groups.computeIfAbsent(name, n -> new Group());
    }

    void declare(String group, Spot at) {
        Group known = group(group);
        known.declared = known.declared.or(() -> Optional.of(at));
    }

    void child(String group, String child, Spot at) {
        group(group).children.add(child);
        Group known = group(child);
        known.wanted = known.wanted.or(() -> Optional.of(at));
    }

    void variable(String group, String name, String value, Spot at) {
        group(group).variables.put(name, new Variable(value, at));
    }

    /// @param pattern a name or a range of names, with a port after a colon where one is given
    /// @return the hosts it names
    List<String> host(String group, String pattern, Spot at) {
        List<String> names = new ArrayList<>();
        switch (AnsibleRanges.expand(pattern)) {
            case AnsibleRanges.Bad bad -> problems.error(at, bad.message(), bad.remedy());
            case AnsibleRanges.Good good -> {
                for (String name : good.names()) {
                    hosts.computeIfAbsent(name, n -> new Host(at));
                    group(group).members.add(name);
                    names.add(name);
                }
                good.port()
                        .ifPresent(p -> names.forEach(n -> hostVariable(n, "ansible_port", p, at)));
            }
        }
        return hosts.size() > HostRanges.MOST ? List.of() : names;
    }

    void hostVariable(String host, String name, String value, Spot at) {
        Host known = hosts.get(host);
        if (known != null) {
            known.variables.put(name, new Variable(value, at));
        }
    }

    Imported imported() {
        List<ImportedHost> imported = new ArrayList<>();
        groups.forEach(
                (name, group) -> {
                    if (group.declared.isEmpty() && group.wanted.isPresent()) {
                        problems.error(
                                group.wanted.get(),
                                "the group " + Ranges.shortened(name) + " is not defined",
                                NearestName.remedy(name, declared(), "groups"));
                    }
                });
        Map<String, Integer> depths = depths();
        Map<String, List<String>> parentsOf = parents();
        Map<String, Set<String>> groupsOf = new HashMap<>();
        groups.forEach(
                (name, group) ->
                        group.members.forEach(
                                m ->
                                        groupsOf.computeIfAbsent(m, h -> new LinkedHashSet<>())
                                                .addAll(ancestors(name, parentsOf))));
        if (hosts.size() > HostRanges.MOST) {
            problems.error(
                    new Spot(0, 0, ""),
                    "more than " + HostRanges.MOST + " hosts",
                    "give the inventory of one cluster");
            return new Imported(List.of(), problems.all());
        }
        hosts.forEach(
                (name, host) -> {
                    Set<String> own = groupsOf.getOrDefault(name, Set.of());
                    one(name, host, inherited(own, depths), own).ifPresent(imported::add);
                });
        if (imported.isEmpty() && !problems.anyError()) {
            problems.error(
                    new Spot(0, 0, ""),
                    "names no host that is reached over SSH",
                    "give an inventory in INI or YAML");
        }
        return new Imported(imported, problems.all());
    }

    private List<String> declared() {
        return groups.entrySet().stream()
                .filter(e -> e.getValue().declared.isPresent())
                .map(Map.Entry::getKey)
                .toList();
    }

    private Map<String, List<String>> parents() {
        Map<String, List<String>> parents = new HashMap<>();
        groups.forEach(
                (name, group) ->
                        group.children.forEach(
                                c -> parents.computeIfAbsent(c, k -> new ArrayList<>()).add(name)));
        return parents;
    }

    private static Set<String> ancestors(String name, Map<String, List<String>> parents) {
        Set<String> all = new LinkedHashSet<>();
        List<String> open = new ArrayList<>(List.of(name));
        while (!open.isEmpty()) {
            String next = open.removeLast();
            if (all.add(next)) {
                open.addAll(parents.getOrDefault(next, List.of()));
            }
        }
        return all;
    }

    /// Longest way from a group without parents; a loop is a problem and ends the count.
    private Map<String, Integer> depths() {
        Map<String, Integer> depths = new HashMap<>();
        groups.keySet().forEach(name -> depths.put(name, name.equals("all") ? 0 : 1));
        boolean changed = true;
        for (int round = 0; changed; round++) {
            changed = false;
            for (Map.Entry<String, Group> entry : groups.entrySet()) {
                int below = depths.getOrDefault(entry.getKey(), 1) + 1;
                for (String child : entry.getValue().children) {
                    if (depths.getOrDefault(child, 1) < below) {
                        depths.put(child, below);
                        changed = true;
                    }
                }
            }
            if (round > groups.size() || round > 200) {
                problems.error(
                        new Spot(0, 0, ""),
                        "groups are children of each other",
                        "remove the loop from the :children sections");
                return depths;
            }
        }
        return depths;
    }

    /// The variables of the groups, the deepest last, so that it wins.
    private Map<String, Variable> inherited(Set<String> own, Map<String, Integer> depths) {
        Set<String> all = new HashSet<>(own);
        all.add("all");
        Map<String, Variable> variables = new LinkedHashMap<>();
        all.stream()
                .sorted(
                        Comparator.comparingInt((String g) -> depths.getOrDefault(g, 0))
                                .thenComparing(g -> g))
                .map(groups::get)
                .filter(g -> g != null)
                .forEach(g -> variables.putAll(g.variables));
        return variables;
    }

    private Optional<ImportedHost> one(
            String name, Host host, Map<String, Variable> inherited, Set<String> own) {
        Map<String, Variable> variables = new LinkedHashMap<>(inherited);
        variables.putAll(host.variables);
        for (String secret : SECRETS) {
            Variable variable = variables.get(secret);
            if (variable != null) {
                problems.perHostWarning(
                        variable.at,
                        secret,
                        secret + " is a password and not carried over",
                        "log in by key, and allow sudo without a password for that user");
            }
        }
        Optional<String> connection = value(variables, "ansible_connection");
        if (connection.isPresent()
                && !List.of("ssh", "smart", "paramiko", "ssh2").contains(connection.get())) {
            problems.perHostWarning(
                    host.at,
                    "connection",
                    name
                            + " is not reached over SSH ("
                            + Ranges.shortened(connection.get())
                            + ") and left out",
                    "add it by hand; switches belong under switches:");
            return Optional.empty();
        }
        Optional<String> address =
                fitting(
                        variables,
                        "an address or name",
                        a -> Subnet.isAddress(a) || HostRanges.isHostName(a),
                        "ansible_host",
                        "ansible_ssh_host");
        return Optional.of(
                new ImportedHost(
                        name.indexOf(':') < 0 ? name : "node-" + name.replace(':', '-'),
                        address.orElse(name),
                        fitting(
                                variables,
                                "a user name",
                                Logins::isUser,
                                "ansible_user",
                                "ansible_ssh_user"),
                        port(variables),
                        value(variables, "ansible_ssh_private_key_file", "ansible_private_key_file")
                                .map(paths::path),
                        jump(variables),
                        value(variables, "ansible_become")
                                .filter(AnsibleGroups::isTrue)
                                .isPresent(),
                        Optional.empty(),
                        own.stream()
                                .filter(g -> !g.equals("all") && !g.equals("ungrouped"))
                                .toList(),
                        Optional.empty(),
                        host.at.line()));
    }

    private static boolean isTrue(String text) {
        return List.of("true", "yes", "on", "1", "y", "t").contains(text.toLowerCase(Locale.ROOT));
    }

    private OptionalInt port(Map<String, Variable> variables) {
        Optional<String> text = value(variables, "ansible_port", "ansible_ssh_port");
        if (text.isEmpty()) {
            return OptionalInt.empty();
        }
        if (text.get().matches("[0-9]{1,5}")) {
            int port = Integer.parseInt(text.get());
            if (port >= 1 && port <= 65_535) {
                return OptionalInt.of(port);
            }
        }
        Variable variable =
                Optional.ofNullable(variables.get("ansible_port"))
                        .orElse(variables.get("ansible_ssh_port"));
        problems.perHost(
                variable == null ? new Spot(0, 0, "") : variable.at,
                "port",
                "the port \"" + Ranges.shortened(text.get()) + "\" is not a number from 1 to 65535",
                "correct it");
        return OptionalInt.empty();
    }

    private Optional<String> jump(Map<String, Variable> variables) {
        for (String key : List.of("ansible_ssh_common_args", "ansible_ssh_extra_args")) {
            Optional<String> arguments = value(variables, key);
            if (arguments.isPresent()) {
                Matcher matcher = JUMP.matcher(arguments.get());
                if (matcher.find() && Logins.isJump(matcher.group(1))) {
                    return Optional.of(matcher.group(1));
                }
                Variable variable = variables.get(key);
                problems.perHostWarning(
                        variable == null ? new Spot(0, 0, "") : variable.at,
                        key,
                        key + " is not carried over",
                        "set what it does in ~/.ssh/config, or use jump:");
            }
        }
        return Optional.empty();
    }

    /// The same where the value has to be of some form.
    private Optional<String> fitting(
            Map<String, Variable> variables, String what, Predicate<String> fits, String... names) {
        Optional<String> value = value(variables, names);
        if (value.isEmpty() || fits.test(value.get())) {
            return value;
        }
        for (String name : names) {
            Variable variable = variables.get(name);
            if (variable != null && variable.value.equals(value.get())) {
                problems.perHost(
                        variable.at,
                        name,
                        name + " \"" + Ranges.shortened(value.get()) + "\" is not " + what,
                        "correct it");
            }
        }
        return Optional.empty();
    }

    /// The first of some variables that is set to something known.
    private Optional<String> value(Map<String, Variable> variables, String... names) {
        for (String name : names) {
            Variable variable = variables.get(name);
            if (variable == null || variable.value.isBlank()) {
                continue;
            }
            if (variable.value.contains("{{") || variable.value.contains("{%")) {
                problems.perHostWarning(
                        variable.at,
                        name,
                        name + " is computed by Ansible and not known here",
                        "write the value into the cluster.yaml");
                continue;
            }
            return Optional.of(variable.value);
        }
        return Optional.empty();
    }
}
