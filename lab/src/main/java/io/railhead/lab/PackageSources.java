package io.railhead.lab;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Where this machine's distribution comes from, as apt is told in `/etc/apt`: both formats of
/// sources.list(5). Sources of others (drivers, tools) are left out: one that cannot be reached
/// would keep the hosts' root from being built.
///
/// @param codeName of the distribution's version, `bookworm`
/// @param oneLine `deb URI SUITE COMPONENT…` lines
/// @param stanzas deb822 stanzas
record PackageSources(String codeName, String oneLine, String stanzas) {

    /// Empty where the machine has no apt or does not say its version's name.
    ///
    /// @param root of the machine, `/`
    static Optional<PackageSources> read(Path root) throws IOException {
        Optional<String> codeName = codeName(root.resolve("etc/os-release"));
        if (codeName.isEmpty()) {
            return Optional.empty();
        }
        StringBuilder lines = new StringBuilder();
        StringBuilder stanzas = new StringBuilder();
        for (Path file : files(root.resolve("etc/apt"))) {
            String text = Files.readString(file);
            if (file.toString().endsWith(".sources")) {
                keptStanzas(text, codeName.get()).forEach(s -> stanzas.append(s).append("\n\n"));
            } else {
                keptLines(text, codeName.get()).forEach(l -> lines.append(l).append('\n'));
            }
        }
        return lines.isEmpty() && stanzas.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        new PackageSources(codeName.get(), lines.toString(), stanzas.toString()));
    }

    private static Optional<String> codeName(Path release) throws IOException {
        if (!Files.isReadable(release)) {
            return Optional.empty();
        }
        return Files.readAllLines(release).stream()
                .filter(l -> l.startsWith("VERSION_CODENAME="))
                .map(l -> l.substring(l.indexOf('=') + 1).replace("\"", "").strip())
                .filter(n -> n.matches("[a-z]+"))
                .findFirst();
    }

    private static List<Path> files(Path apt) throws IOException {
        List<Path> files = new ArrayList<>();
        if (Files.isReadable(apt.resolve("sources.list"))) {
            files.add(apt.resolve("sources.list"));
        }
        Path parts = apt.resolve("sources.list.d");
        if (Files.isDirectory(parts)) {
            try (Stream<Path> entries = Files.list(parts)) {
                entries.filter(e -> e.toString().matches(".*\\.(list|sources)"))
                        .filter(Files::isReadable)
                        .sorted()
                        .forEach(files::add);
            }
        }
        return files;
    }

    /// The version itself, its updates, its security updates.
    private static boolean own(String suite, String codeName) {
        return suite.matches(codeName + "([-/](updates|security|backports))?(/updates)?");
    }

    private static List<String> keptLines(String text, String codeName) {
        return text.lines()
                .map(String::strip)
                .filter(l -> l.startsWith("deb ") || l.startsWith("deb\t"))
                .filter(
                        l -> {
                            String[] words =
                                    l.replaceFirst("\\[[^]]*\\]", "").strip().split("\\s+");
                            return words.length > 3 && own(words[2], codeName);
                        })
                .toList();
    }

    private static List<String> keptStanzas(String text, String codeName) {
        return Arrays.stream(text.split("\\n[ \\t]*\\n"))
                .map(s -> String.join("\n", s.lines().filter(l -> !l.startsWith("#")).toList()))
                .filter(s -> !s.isBlank())
                .filter(s -> !field(s, "Enabled").equalsIgnoreCase("no"))
                .filter(s -> List.of(field(s, "Types").split("\\s+")).contains("deb"))
                .filter(
                        s ->
                                Arrays.stream(field(s, "Suites").split("\\s+"))
                                        .allMatch(suite -> own(suite, codeName)))
                .toList();
    }

    private static String field(String stanza, String name) {
        return stanza.lines()
                .filter(l -> l.regionMatches(true, 0, name + ":", 0, name.length() + 1))
                .map(l -> l.substring(name.length() + 1).strip())
                .findFirst()
                .orElse("");
    }
}
