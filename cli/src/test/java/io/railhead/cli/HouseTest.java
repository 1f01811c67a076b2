package io.railhead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// The house rules that a compiler does not keep.
class HouseTest {
    private static final Path ROOT = root();

    private static Path root() {
        Path directory = Path.of("").toAbsolutePath();
        while (!Files.exists(directory.resolve("mvnw"))) {
            directory = directory.getParent();
        }
        return directory;
    }

    private static List<Path> mainSources() throws IOException {
        try (Stream<Path> files = Files.walk(ROOT)) {
            return files.filter(f -> f.toString().endsWith(".java"))
                    .filter(f -> f.toString().contains("/src/main/java/"))
                    .toList();
        }
    }

    private static List<String> offending(Pattern pattern, boolean cliToo) throws IOException {
        return mainSources().stream()
                .filter(f -> cliToo || !f.startsWith(ROOT.resolve("cli")))
                .flatMap(
                        f ->
                                read(f).lines()
                                        .filter(l -> pattern.matcher(l).find())
                                        .map(l -> f + ": " + l))
                .toList();
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    /// What a user names may be a device or a pipe: only [io.railhead.reach.NamedFile] opens it.
    @Test
    void whatTheUserNamesIsReadThroughOneDoor() throws IOException {
        List<String> own =
                List.of(
                        "Quickstart",
                        "LabUpCommand",
                        "/proc/sys/kernel/hostname",
                        "FileDescriptor.in)");
        Pattern past =
                Pattern.compile(
                        "Files\\.(read(String|AllBytes|AllLines)|lines|newInputStream"
                                + "|newBufferedReader|newByteChannel)\\(|FileInputStream\\(");
        assertThat(mainSources().stream().filter(f -> f.startsWith(ROOT.resolve("cli"))))
                .isNotEmpty()
                .allSatisfy(
                        f ->
                                assertThat(
                                                read(f).lines()
                                                        .map(l -> f + ": " + l)
                                                        .filter(l -> past.matcher(l).find())
                                                        .filter(
                                                                l ->
                                                                        own.stream()
                                                                                .noneMatch(
                                                                                        l
                                                                                                ::contains)))
                                        .isEmpty());
    }

    @Test
    void onlyTheCommandLinePrints() throws IOException {
        assertThat(offending(Pattern.compile("System\\.(out|err)\\b"), false)).isEmpty();
    }

    /// Whatever else wrote escape sequences or to the descriptors would go past [Screen].
    @Test
    void onlyTheScreenWritesToTheTerminal() throws IOException {
        Pattern past =
                Pattern.compile(
                        "System\\.(out|err)\\b|FileDescriptor\\.(out|err)\\b|\\\\033|\\\\u001[bB]");
        assertThat(offending(past, true))
                .allMatch(
                        l ->
                                // What recordings hold of it is left out there.
                                l.startsWith(ROOT.resolve("evidence").toString())
                                        // What switches print of it is left out there.
                                        || l.contains("/PromptReader.java: ")
                                                && l.contains("Pattern.compile(")
                                        || l.contains("/Screen.java: ")
                                        || l.contains("/Console.java: ")
                                                && l.contains("Screen.over(")
                                        || l.contains("/Railhead.java: ")
                                                && l.contains("new ResultStream("));
    }

    @Test
    void noDrawersForEverything() throws IOException {
        assertThat(mainSources())
                .extracting(f -> f.getFileName().toString())
                .noneMatch(n -> n.matches(".*(Manager|Helper|Utils?|Impl)\\.java"));
    }

    @Test
    void checksNameTheFilesThatApplyWrites() throws IOException {
        Pattern own =
                Pattern.compile("(?:/etc/[a-z.]+/)?[0-9]{2}-(?:[a-z]+-)*railhead[a-z-]*\\.\\w+");
        List<String> written =
                mainSources().stream()
                        .filter(f -> f.startsWith(ROOT.resolve("configure")))
                        .flatMap(f -> own.matcher(read(f)).results())
                        .map(m -> m.group())
                        .toList();
        assertThat(mainSources().stream().filter(f -> f.startsWith(ROOT.resolve("checks"))))
                .flatMap(f -> own.matcher(read(f)).results().map(m -> m.group()).toList())
                .isNotEmpty()
                .allSatisfy(n -> assertThat(written).anyMatch(w -> w.endsWith(n)));
    }

    @Test
    void aFileIsOneIdea() throws IOException {
        assertThat(mainSources().stream().filter(f -> read(f).lines().count() > 500).toList())
                .isEmpty();
    }

    @Test
    void everyPackageSaysWhatItIsFor() throws IOException {
        assertThat(
                        mainSources().stream()
                                .map(f -> f.resolveSibling("package-info.java"))
                                .distinct()
                                .filter(f -> !Files.exists(f))
                                .toList())
                .isEmpty();
    }

    @Test
    void everyCommandHasHelpWithAnExample() {
        Console console = TestConsole.create().console();
        var root = Railhead.commandLine(console);
        assertThat(withoutExample(root)).isEmpty();
    }

    @Test
    void aCommandLineThatBeginsWithACommandHasThatOneAlone() {
        Console console = TestConsole.create().console();
        var all = Railhead.commandLine(console).getSubcommands();
        assertThat(all)
                .allSatisfy((name, c) -> assertThat(c.getCommandSpec().name()).isEqualTo(name));
        for (String name : all.keySet()) {
            var line = Railhead.commandLine(console, name, "x").getSubcommands();
            if (name.equals("help")) assertThat(line).containsOnlyKeys(all.keySet());
            else assertThat(line).containsOnlyKeys(name);
        }
        assertThat(Railhead.commandLine(console, "--help").getSubcommands())
                .containsOnlyKeys(all.keySet());
    }

    private static List<String> withoutExample(picocli.CommandLine line) {
        return line.getSubcommands().values().stream()
                .distinct()
                .filter(c -> !c.getCommandName().equals("help"))
                .flatMap(
                        c ->
                                Stream.concat(
                                        c.getUsageMessage().contains("Example")
                                                ? Stream.empty()
                                                : Stream.of(c.getCommandSpec().qualifiedName()),
                                        withoutExample(c).stream()))
                .toList();
    }
}
