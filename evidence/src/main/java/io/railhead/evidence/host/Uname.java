package io.railhead.evidence.host;

import com.google.auto.service.AutoService;
import io.railhead.evidence.CommandLine;
import io.railhead.evidence.Lines;
import io.railhead.evidence.Parser;
import io.railhead.evidence.Reading;
import io.railhead.model.Probe;
import io.railhead.model.Source;
import io.railhead.model.Transcript;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.Kernel;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// `uname -a`, `/proc/version` and `/proc/cmdline`.
@AutoService(Parser.class)
public final class Uname implements Parser {
    private static final String ARCHITECTURES =
            "x86_64|aarch64|arm64|ppc64le|riscv64|i[3-6]86|armv\\w+|loongarch64|s390x";

    /// `Linux gpu01 6.8.0-51-generic #52-Ubuntu SMP … x86_64 x86_64 x86_64 GNU/Linux`, or with
    /// fewer options `Linux 6.8.0-51-generic x86_64`. The machine name is the first such word.
    private static final Pattern ALL =
            Pattern.compile(
                    "Linux (?:\\S+ )?(\\d+\\.\\d+\\S*)(?: .*?)? (" + ARCHITECTURES + ")(?: .*)?");

    /// `/proc/version`, `uname -r`.
    private static final Pattern VERSION = Pattern.compile("Linux version (\\d+\\.\\d+\\S*) .*");

    private static final Pattern RELEASE = Pattern.compile("\\d+\\.\\d+\\.\\d+\\S*");
    private static final Pattern COMMAND_LINE =
            Pattern.compile("(?:.* )?(?:BOOT_IMAGE|root|ro|rw|console|initrd)(?:[= ].*|)");

    @Override
    public String name() {
        return "uname";
    }

    @Override
    public List<Probe> probes() {
        return List.of(
                Probe.once(name(), "uname -a; read -r l </proc/cmdline; printf '%s\\n' \"$l\"")
                        .cited("uname -a; cat /proc/cmdline")
                        .asPrompt());
    }

    @Override
    public Set<Class<? extends Fact>> gives() {
        return Set.of(Kernel.class);
    }

    @Override
    public boolean readsCommand(String command) {
        return CommandLine.of(command).is("uname")
                || Files.reads(command, "/proc/cmdline")
                || Files.reads(command, "/proc/version");
    }

    @Override
    public boolean recognises(String text) {
        List<String> lines = text.lines().filter(l -> !l.isBlank()).limit(8).toList();
        return !lines.isEmpty()
                && lines.size() < 8
                && lines.stream()
                        .filter(l -> l.length() < 4096)
                        .map(String::strip)
                        .anyMatch(
                                l ->
                                        ALL.matcher(l).matches()
                                                || VERSION.matcher(l).matches()
                                                || l.startsWith("BOOT_IMAGE="));
    }

    @Override
    public Reading read(Transcript transcript) {
        Lines lines = Lines.of(transcript, "uname");
        Optional<String> release = Optional.empty();
        String architecture = "";
        Optional<String> commandLine = Optional.empty();
        Optional<Source> source = Optional.empty();
        for (Lines.Line line : lines) {
            if (!line.isLeft() || line.text().length() > 8192) continue;
            Optional<Matcher> all = line.match(ALL);
            Optional<Matcher> version = line.match(VERSION);
            if (release.isEmpty() && all.isPresent()) {
                release = Optional.of(all.get().group(1));
                architecture = all.get().group(2);
            } else if (release.isEmpty() && version.isPresent()) {
                release = Optional.of(version.get().group(1));
            } else if (release.isEmpty() && line.match(RELEASE).isPresent()) {
                release = Optional.of(line.stripped());
            } else if (commandLine.isEmpty() && isCommandLine(line, transcript, release)) {
                commandLine = Optional.of(line.stripped());
            } else {
                continue;
            }
            line.read();
            if (source.isEmpty()) source = Optional.of(line.source());
        }
        if (source.isEmpty()) {
            lines.unavailable(lines.complaint().orElse("no kernel named"));
            return lines.reading(List.of());
        }
        return lines.reading(
                List.of(new Kernel(release.orElse(""), architecture, commandLine, source.get())));
    }

    private static boolean isCommandLine(Lines.Line line, Transcript t, Optional<String> release) {
        // The boot loader may have given anything at all: after uname's own line it can be nothing
        // else.
        return (release.isPresent() && t.command().contains("/proc/cmdline"))
                || line.match(COMMAND_LINE).isPresent();
    }
}
