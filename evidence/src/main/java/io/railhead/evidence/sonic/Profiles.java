package io.railhead.evidence.sonic;

import io.railhead.evidence.Lines;
import io.railhead.evidence.switching.Ports;
import io.railhead.model.Source;
import io.railhead.model.fact.Stated;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Profiles as SONiC lists them: `Profile: NAME`, then two columns between dashes.
final class Profiles {
    private static final Pattern HEAD =
            Pattern.compile("(?:Profile|Pool)(?: for namespace [\\w-]{0,40})?: ?(\\S{1,100})");
    private static final Pattern ROW = Pattern.compile("(\\w{2,40}) +(\\S.{0,200})");

    /// @param rows by name
    record Profile(String name, Map<String, Stated<String>> rows, Source source) {}

    private Profiles() {}

    /// The profiles that have a row of one's own kind; the lines of others stay as they are.
    static List<Profile> of(Lines lines, Pattern own) {
        List<Profile> profiles = new ArrayList<>();
        List<Lines.Line> taken = new ArrayList<>();
        Map<String, Stated<String>> rows = new LinkedHashMap<>();
        @Nullable String name = null;
        for (Lines.Line line : lines) {
            if (!line.isLeft() || line.text().length() > 1000) continue;
            Matcher head = HEAD.matcher(line.stripped());
            if (head.matches()) {
                close(name, rows, taken, own, profiles);
                name = head.group(1);
                rows = new LinkedHashMap<>();
                taken = new ArrayList<>(List.of(line));
            } else if (name != null && Ports.isRuler(line.text())) {
                taken.add(line);
            } else if (name != null) {
                Matcher row = ROW.matcher(line.text());
                if (!row.matches()) continue;
                String value = row.group(2).strip();
                rows.put(row.group(1), new Stated<>(value, value, line.source()));
                taken.add(line);
            }
        }
        close(name, rows, taken, own, profiles);
        return profiles;
    }

    private static void close(
            @Nullable String name,
            Map<String, Stated<String>> rows,
            List<Lines.Line> taken,
            Pattern own,
            List<Profile> profiles) {
        if (name == null || taken.isEmpty()) return;
        if (taken.stream().noneMatch(l -> own.matcher(l.text()).find())) return;
        taken.forEach(Lines.Line::read);
        profiles.add(new Profile(name, rows, taken.getFirst().to(taken.getLast())));
    }
}
