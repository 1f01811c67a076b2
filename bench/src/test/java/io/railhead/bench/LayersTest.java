package io.railhead.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// The packages of this room stand one upon another: none is used by one that it uses.
class LayersTest {
    private static final Path ROOT = Path.of("src/main/java/io/railhead/bench");
    private static final Pattern USED =
            Pattern.compile("io\\.railhead\\.bench\\.(?:([a-z]+)\\.)?[A-Z]\\w*");

    private static Map<String, Set<String>> uses() throws IOException {
        Map<String, Set<String>> uses = new TreeMap<>();
        try (Stream<Path> files = Files.walk(ROOT)) {
            for (Path file : files.filter(f -> f.toString().endsWith(".java")).toList()) {
                String own = ROOT.relativize(file.getParent()).toString();
                Set<String> used = uses.computeIfAbsent(own, p -> new TreeSet<>());
                for (String line : Files.readAllLines(file)) {
                    if (!line.strip().startsWith("//")) {
                        USED.matcher(line)
                                .results()
                                .map(m -> m.group(1) == null ? "" : m.group(1))
                                .filter(p -> !p.equals(own))
                                .forEach(used::add);
                    }
                }
            }
        }
        return uses;
    }

    @Test
    void packagesUseOnlyThoseBelowThem() throws IOException {
        Map<String, Set<String>> uses = uses();
        assertThat(uses).hasSizeGreaterThan(5);
        Set<String> placed = new HashSet<>();
        List<String> left = new ArrayList<>(uses.keySet());
        while (left.removeIf(
                p -> placed.containsAll(uses.getOrDefault(p, Set.of())) && placed.add(p))) {
            // Until nothing more can be placed.
        }
        assertThat(left).as("packages that use each other: %s", uses).isEmpty();
    }
}
