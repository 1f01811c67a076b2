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
import io.railhead.model.fact.HostName;
import io.railhead.model.fact.NameResolution;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A machine's name and what it resolves to: the name in the first line, then rows of
/// `getent ahosts` (`127.0.1.1  STREAM gpu01.example`), of which the first has the full name; or
/// what `hostnamectl` says, whose other rows tell of the system and not of the name.
@AutoService(Parser.class)
public final class HostNameParser implements Parser {
    private static final String COMMAND =
            "read -r n </proc/sys/kernel/hostname; echo \"$n\"; getent ahosts \"$n\"";
    private static final String SHOWN = "hostname; getent ahosts $(hostname)";
    private static final Pattern ROW =
            Pattern.compile("([0-9a-fA-F.:%\\w]+)\\s+(?:STREAM|DGRAM|RAW)(?:\\s+(\\S+))?");
    private static final Pattern STATIC =
            Pattern.compile("\\s*Static hostname: ([A-Za-z0-9_][A-Za-z0-9_.-]{0,252})\\s*");
    private static final Pattern OF_THE_SYSTEM =
            Pattern.compile(
                    "\\s*(?:Transient hostname|Pretty hostname|Icon name|Chassis|Deployment|Location"
                            + "|Machine ID|Boot ID|Virtualization|Operating System|CPE OS Name"
                            + "|OS Support End|OS Support Remaining|Kernel|Architecture"
                            + "|Hardware Vendor|Hardware Model|Hardware Serial"
                            + "|Firmware Version|Firmware Date|Firmware Age): .*");
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_.-]{0,252}");

    @Override
    public String name() {
        return "hostname";
    }

    @Override
    public List<Probe> probes() {
        return List.of(Probe.once(name(), COMMAND).cited(SHOWN));
    }

    @Override
    public Set<Class<? extends Fact>> gives() {
        return Set.of(HostName.class, NameResolution.class);
    }

    @Override
    public boolean readsCommand(String command) {
        CommandLine line = CommandLine.of(command);
        return command.contains("/proc/sys/kernel/hostname")
                || line.is("hostname")
                || line.is("hostnamectl")
                || line.is("getent", "ahosts", "ahostsv4");
    }

    @Override
    public boolean recognises(String text) {
        return text.lines()
                .filter(l -> l.length() < 400)
                .anyMatch(
                        l ->
                                (l.contains(" STREAM") && ROW.matcher(l.strip()).matches())
                                        || STATIC.matcher(l).matches());
    }

    @Override
    public Reading read(Transcript transcript) {
        Lines lines = Lines.of(transcript, "hostname", "getent");
        Optional<String> own = Optional.empty();
        Optional<Source> ownSource = Optional.empty();
        Optional<String> canonical = Optional.empty();
        Set<String> addresses = new LinkedHashSet<>();
        Optional<Source> rows = Optional.empty();
        for (Lines.Line line : lines) {
            if (!line.isLeft() || line.text().length() > 400) continue;
            Optional<Matcher> row = line.match(ROW);
            Optional<Matcher> named = line.match(STATIC);
            if (named.isPresent()) {
                own = Optional.of(named.get().group(1));
                ownSource = Optional.of(line.read().source());
            } else if (line.match(OF_THE_SYSTEM).isPresent()) {
                line.read();
            } else if (row.isPresent()) {
                addresses.add(row.get().group(1));
                if (canonical.isEmpty()) canonical = Optional.ofNullable(row.get().group(2));
                if (rows.isEmpty()) rows = Optional.of(line.source());
                line.read();
            } else if (own.isEmpty() && rows.isEmpty() && line.match(NAME).isPresent()) {
                own = Optional.of(line.stripped());
                ownSource = Optional.of(line.read().source());
            }
        }
        List<Fact> facts = new ArrayList<>();
        Optional<String> fqdn = canonical.filter(c -> c.indexOf('.') > 0);
        if (own.isPresent() && ownSource.isPresent()) {
            facts.add(new HostName(own.get(), fqdn, ownSource.get()));
        }
        Optional<String> asked =
                lines.command().is("getent") ? lines.command().lastOperand() : own.or(() -> fqdn);
        boolean askedAtAll = transcript.command().contains("getent") || !addresses.isEmpty();
        // getent: status 2 when the name is not found. It may also be missing (127).
        boolean answered = !addresses.isEmpty() || lines.status() == 2;
        if (asked.isPresent() && askedAtAll && answered) {
            Source source = rows.or(() -> Optional.of(lines.whole())).get();
            facts.add(new NameResolution(asked.get(), List.copyOf(addresses), source));
        } else if (askedAtAll) {
            lines.unavailable(lines.complaint().orElse("the name was not resolved in time"));
        }
        return lines.reading(facts);
    }
}
