package io.railhead.lab;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What `lab up` writes down about a lab: one fact a line, words separated by tabs.
///
/// @param id drawn for this lab; marks its processes
/// @param kind what its hosts are; namespaces where an older record says nothing
/// @param complete false while `lab up` is at work, and for ever if it was killed
/// @param recorded names of the recorded samples its tools answer from; empty when none
record LabRecord(
        String name,
        String id,
        HostKind kind,
        boolean complete,
        List<HostRecord> hosts,
        List<String> faults,
        Optional<String> recorded) {

    private static final String FORMAT = "railhead-lab/1";

    LabRecord {
        hosts = List.copyOf(hosts);
        faults = List.copyOf(faults);
    }

    /// @param addresses management first, then the rails
    /// @param first the host's first process; [FirstProcess#NONE] before it runs. A booted host has
    /// another after each boot
    record HostRecord(String name, List<String> addresses, FirstProcess first) {}

    /// @param pid its number on the machine
    /// @param started see [Processes#startOf]
    record FirstProcess(long pid, long started) {
        static final FirstProcess NONE = new FirstProcess(0, 0);

        static FirstProcess of(long pid) {
            return new FirstProcess(pid, Processes.startOf(pid));
        }

        boolean runs() {
            return started != 0 && Processes.startOf(pid) == started;
        }
    }

    void write(Path file) throws IOException {
        StringBuilder text = new StringBuilder();
        line(text, "format", FORMAT);
        line(text, "name", name);
        line(text, "id", id);
        line(text, "kind", kind.word());
        for (HostRecord host : hosts) {
            line(
                    text,
                    "host",
                    host.name(),
                    String.valueOf(host.first().pid()),
                    String.valueOf(host.first().started()),
                    String.join(" ", host.addresses()));
        }
        faults.forEach(f -> line(text, "fault", f));
        recorded.ifPresent(r -> line(text, "recorded", r));
        if (complete) {
            line(text, "complete");
        }
        Path written = file.resolveSibling(file.getFileName() + ".new");
        Files.writeString(written, text);
        Files.move(written, file, StandardCopyOption.REPLACE_EXISTING);
    }

    private static void line(StringBuilder text, String... words) {
        text.append(String.join("\t", words)).append('\n');
    }

    /// Empty when there is none or it is not whole.
    static Optional<LabRecord> read(Path file) {
        List<String> lines;
        try {
            lines = Files.readAllLines(file, StandardCharsets.UTF_8);
        } catch (IOException e) {
            return Optional.empty();
        }
        Optional<String> format = Optional.empty();
        Optional<String> name = Optional.empty();
        Optional<String> id = Optional.empty();
        Optional<String> recorded = Optional.empty();
        List<HostRecord> hosts = new ArrayList<>();
        List<String> faults = new ArrayList<>();
        boolean complete = false;
        HostKind kind = HostKind.NAMESPACE;
        for (String line : lines) {
            String[] words = line.split("\t");
            switch (words.length == 0 ? "" : words[0]) {
                case "format" -> format = second(words);
                case "name" -> name = second(words);
                case "id" -> id = second(words);
                case "recorded" -> recorded = second(words);
                case "fault" -> second(words).ifPresent(faults::add);
                case "kind" -> kind = second(words).flatMap(HostKind::of).orElse(kind);
                case "complete" -> complete = true;
                case "host" -> host(words).ifPresent(hosts::add);
                default -> {
                    // a line of a later version
                }
            }
        }
        if (!format.equals(Optional.of(FORMAT)) || name.isEmpty() || id.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(
                new LabRecord(name.get(), id.get(), kind, complete, hosts, faults, recorded));
    }

    private static Optional<String> second(String[] words) {
        return words.length > 1 ? Optional.of(words[1]) : Optional.empty();
    }

    private static Optional<HostRecord> host(String[] words) {
        if (words.length != 5) {
            return Optional.empty();
        }
        try {
            return Optional.of(
                    new HostRecord(
                            words[1],
                            List.of(words[4].split(" ")),
                            new FirstProcess(Long.parseLong(words[2]), Long.parseLong(words[3]))));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }
}
