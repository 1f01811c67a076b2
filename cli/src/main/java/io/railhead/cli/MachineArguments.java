package io.railhead.cli;

import io.railhead.intent.HostRanges;
import io.railhead.intent.Imported;
import io.railhead.intent.ImportedHost;
import io.railhead.model.intent.Subnet;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Machines named on a command line: `[user@]host[:port]`, and ranges of such.
///
/// @param user logged in as, where a machine does not say
/// @param key private key file
/// @param jump bastion
record MachineArguments(
        Optional<String> user, Optional<String> key, Optional<String> jump, boolean sudo) {
    private static final Pattern MACHINE =
            Pattern.compile(
                    "(?:([A-Za-z0-9_][A-Za-z0-9_.-]*)@)?"
                            + "(\\[[0-9A-Fa-f:.]+]|[^\\s@:]+|[0-9A-Fa-f]*:[0-9A-Fa-f:.]+)"
                            + "(?::([0-9]{1,5}))?");

    /// The machines, each once.
    ///
    /// @throws UserError when one is not a machine, or named twice
    Imported read(List<String> all) {
        List<ImportedHost> found = new ArrayList<>();
        for (String one : all) {
            for (String machine : expanded(one)) {
                ImportedHost host = machine(machine);
                boolean again = found.stream().anyMatch(f -> f.name().equals(host.name()));
                if (again) {
                    throw new UserError(host.name() + " is named twice");
                }
                found.add(host);
            }
        }
        return new Imported(found, List.of());
    }

    private static List<String> expanded(String text) {
        if (Subnet.isAddress(text) || MACHINE.matcher(text).matches() && !text.contains("[")) {
            return List.of(text.split(","));
        }
        int at = text.indexOf('@');
        String login = text.substring(0, at + 1);
        Matcher port = Pattern.compile("(.*[^:]):([0-9]{1,5})").matcher(text.substring(at + 1));
        boolean six = text.substring(at + 1).startsWith("[");
        if (six) {
            return List.of(text);
        }
        String names = port.matches() ? port.group(1) : text.substring(at + 1);
        String suffix = port.matches() ? ":" + port.group(2) : "";
        return switch (HostRanges.expand(names)) {
            case HostRanges.Expansion.Names expansion ->
                    expansion.names().stream().map(n -> login + n + suffix).toList();
            case HostRanges.Expansion.Bad bad ->
                    throw new UserError(text + ": " + bad.message() + "; " + bad.remedy());
        };
    }

    private ImportedHost machine(String text) {
        Matcher matcher = MACHINE.matcher(text);
        boolean bare = Subnet.isAddress(text);
        if (!bare && !matcher.matches()) {
            throw new UserError(text + ": write [user@]host[:port]");
        }
        String address = bare ? text : matcher.group(2).replaceAll("[\\[\\]]", "");
        String port = bare ? null : matcher.group(3);
        if (!Subnet.isAddress(address)
                && !(HostRanges.expand(address) instanceof HostRanges.Expansion.Names)) {
            throw new UserError(text + ": \"" + address + "\" is not a host name or address");
        }
        OptionalInt number = port == null ? OptionalInt.empty() : OptionalInt.of(port(text, port));
        String own = bare ? null : matcher.group(1);
        return new ImportedHost(
                // Two ways into one address are two machines.
                Subnet.isAddress(address)
                        ? "addr-" + address.replace(':', '-') + (port == null ? "" : "-" + port)
                        : address,
                address,
                Optional.ofNullable(own).or(() -> user),
                number,
                key,
                jump,
                sudo,
                Optional.empty(),
                List.of(),
                Optional.empty(),
                0);
    }

    private static int port(String text, String port) {
        int number = Integer.parseInt(port);
        if (number < 1 || number > 65_535) {
            throw new UserError(text + ": " + port + " is no port");
        }
        return number;
    }
}
