package io.railhead.evidence.log;

import com.google.auto.service.AutoService;
import io.railhead.evidence.CommandLine;
import io.railhead.evidence.Lines;
import io.railhead.evidence.Parser;
import io.railhead.evidence.Reading;
import io.railhead.model.Probe;
import io.railhead.model.Source;
import io.railhead.model.Transcript;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.LogEvent;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/// Kernel log, journal of this boot and the state of Secure Boot: the events that their lines tell.
///
/// A log may be of any size. It is cut on the machine: the beginning, where devices start, and the
/// end, where things go wrong, with a line between them that tells how many were left out.
@AutoService(Parser.class)
public final class SystemLog implements Parser {
    /// Lines kept from the beginning of a log.
    public static final int HEAD = 800;

    /// Lines kept from its end.
    public static final int TAIL = 1200;

    /// Characters kept of a line.
    public static final int WIDTH = 400;

    private static final String CUT =
            ("awk 'NR<=%1$d{print substr($0,1,%3$d);next}{r[NR%%%2$d]=substr($0,1,%3$d)}"
                            + "END{s=NR-%2$d+1;if(s<=%1$d)s=%1$d+1;"
                            + "if(s>%1$d+1)print \"railhead: \" s-%1$d-1 \" lines left out here\";"
                            + "for(i=s;i<=NR;i++)print r[i%%%2$d]}'")
                    .formatted(HEAD, TAIL, WIDTH);

    private static final String KEPT_LONG =
            "[ -d /var/log/journal ] || { echo 'No journal files were found.' >&2; exit 1; }; ";

    private static final String KEPT = "[ -d /run/log/journal ] || " + KEPT_LONG;

    private static final Duration LIMIT = Duration.ofSeconds(8);

    @Override
    public String name() {
        return "system-log";
    }

    @Override
    public List<Probe> probes() {
        return List.of(
                log("dmesg", ""),
                log("journalctl -b -p warning --no-pager -q -o short-iso -n 4000", KEPT),
                log(
                        "journalctl -b --no-pager -q -o short-iso -n 300 -u nvidia-fabricmanager"
                                + " -u lldpad -u opensm -u opensmd -u docker -u slurmd",
                        KEPT),
                // What the kernel said before it was restarted, which a crash is known by.
                log("journalctl -k -b -1 -p warning --no-pager -q -o short-iso -n 2000", KEPT_LONG),
                Probe.once(name(), "mokutil --sb-state"));
    }

    /// @param only before the command, and not run where there is nothing to read: journalctl takes
    ///     ten times as long to find that out
    private Probe log(String command, String only) {
        String limited = only.isEmpty() ? command : only + "timeout -k 1 6 " + command;
        Probe probe =
                Probe.once(name(), limited + " | " + CUT)
                        .cited(command)
                        .asRoot()
                        .expectLarge()
                        .within(LIMIT);
        return only.isEmpty() ? probe : probe.asPrompt();
    }

    @Override
    public Set<Class<? extends Fact>> gives() {
        return Set.of(LogEvent.class);
    }

    @Override
    public boolean readsCommand(String command) {
        return reads(command) && !HostState.reads(command);
    }

    /// Whether the output of a command is a log, read line by line.
    public static boolean reads(String command) {
        if (HostState.reads(command)) return true;
        CommandLine line = CommandLine.of(command);
        return command.contains(" journalctl -")
                || line.is("dmesg")
                || line.is("journalctl")
                || line.is("mokutil");
    }

    @Override
    public boolean recognises(String text) {
        return false; // Every text is scanned for events, whatever else it is.
    }

    @Override
    public Reading read(Transcript transcript) {
        Lines lines = Lines.of(transcript);
        lines.ignoreAll();
        lines.complaint().filter(c -> transcript.stdout().isBlank()).ifPresent(lines::unavailable);
        return lines.reading(events(transcript));
    }

    /// The events that a command's output tells. A machine's own evidence is that machine's,
    /// whatever name its log has for it.
    public static List<LogEvent> events(Transcript transcript) {
        if (transcript.stdout().isBlank()) return List.of();
        byte[] utf8 = transcript.stdout().getBytes(StandardCharsets.UTF_8);
        return new LogScanner(Catalogue.installed())
                .scan(transcript.document(), utf8).events().stream()
                        .map(e -> placed(e, transcript))
                        .toList();
    }

    /// An event with the lines of the document that its text is a part of.
    private static LogEvent placed(LogEvent e, Transcript part) {
        int above = part.firstLine() - 1;
        Source source = e.source();
        return new LogEvent(
                e.kind(),
                part.machine().isEmpty() ? e.host() : "",
                e.values(),
                e.text(),
                e.count(),
                e.last() + above,
                new Source(
                        source.document(), source.firstLine() + above, source.lastLine() + above));
    }
}
