package io.railhead.evidence;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The first simple command of a shell line, freed of what may stand before it: a path, `sudo -n`,
/// `env`, `timeout 5`, assignments, `sh -c`. Pipes, redirections and what follows them are cut.
///
/// @param program base name, empty when there is none
public record CommandLine(String program, List<String> arguments) {

    private static final Set<String> WRAPPERS =
            Set.of("sudo", "env", "timeout", "nice", "exec", "command", "stdbuf", "time", "nohup");
    private static final Set<String> SHELLS = Set.of("sh", "bash", "dash");

    public CommandLine {
        arguments = List.copyOf(arguments);
    }

    public static CommandLine of(String line) {
        List<String> words = split(line);
        int i = 0;
        while (i < words.size()) {
            String word = words.get(i);
            String name = base(word);
            if (isAssignment(word)) {
                i++;
            } else if (WRAPPERS.contains(name)) {
                i++;
                while (i < words.size() && isWrapperArgument(words.get(i))) i++;
            } else if (SHELLS.contains(name)
                    && i + 2 < words.size()
                    && words.get(i + 1).matches("-l?c")) {
                // Pasted `bash -c ulimit -a` has lost its quotes: all that follows is the command.
                String rest = String.join(" ", words.subList(i + 2, words.size()));
                return rest.length() < line.length() ? of(rest) : new CommandLine(name, List.of());
            } else {
                return new CommandLine(name, words.subList(i + 1, words.size()));
            }
        }
        return new CommandLine("", List.of());
    }

    private static boolean isAssignment(String word) {
        int eq = word.indexOf('=');
        return eq > 0 && word.substring(0, eq).chars().allMatch(c -> c == '_' || isAlnum(c));
    }

    private static boolean isWrapperArgument(String word) {
        return word.startsWith("-")
                || (!word.isEmpty() && word.chars().allMatch(c -> isDigit(c) || c == '.'))
                || isAssignment(word);
    }

    private static boolean isDigit(int c) {
        return c >= '0' && c <= '9';
    }

    private static boolean isAlnum(int c) {
        return isDigit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    }

    private static String base(String word) {
        return word.substring(word.lastIndexOf('/') + 1);
    }

    /// Words of the first simple command; quotes group and are removed.
    private static List<String> split(String line) {
        List<String> words = new ArrayList<>();
        StringBuilder word = new StringBuilder();
        boolean inWord = false;
        char quote = 0;
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            if (quote != 0) {
                if (c == quote) quote = 0;
                else word.append(c);
            } else if (c == '\'' || c == '"') {
                quote = c;
                inWord = true;
            } else if (c == '|' || c == ';' || c == '&' || c == '>' || c == '<' || c == '\n') {
                // `2>/dev/null`: the digit is part of the redirection.
                if (c == '>' && word.toString().equals("2")) {
                    inWord = false;
                }
                break;
            } else if (Character.isWhitespace(c)) {
                if (inWord) words.add(word.toString());
                word.setLength(0);
                inWord = false;
            } else {
                word.append(c);
                inWord = true;
            }
        }
        if (inWord) words.add(word.toString());
        return words;
    }

    public boolean is(String name) {
        return program.equals(name);
    }

    /// Whether the program is this one and the first option, if any, is one of these: for
    /// `ethtool -S eth1` the option `-S`.
    public boolean is(String name, String... firstOptions) {
        return program.equals(name)
                && !arguments.isEmpty()
                && List.of(firstOptions).contains(arguments.getFirst());
    }

    public boolean has(String argument) {
        return arguments.contains(argument);
    }

    /// What follows an option: `eth1` of `-i eth1`, `--interface=eth1`.
    public Optional<String> option(String... names) {
        for (int i = 0; i < arguments.size(); i++) {
            for (String name : names) {
                String a = arguments.get(i);
                if (a.equals(name) && i + 1 < arguments.size()) {
                    return Optional.of(arguments.get(i + 1));
                }
                if (a.startsWith(name + "=")) return Optional.of(a.substring(name.length() + 1));
            }
        }
        return Optional.empty();
    }

    /// The last argument that is no option.
    public Optional<String> lastOperand() {
        return arguments.reversed().stream().filter(a -> !a.startsWith("-")).findFirst();
    }

    /// Arguments that are no options.
    public List<String> operands() {
        return arguments.stream().filter(a -> !a.startsWith("-")).toList();
    }
}
