package io.railhead.switches;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Statements under headings, written down in order.
public final class StatementList {
    private final Sections sections;
    private final List<Statement> statements = new ArrayList<>();

    public StatementList(Sections sections) {
        this.sections = sections;
    }

    /// A line, the last part, under its headings; headings become statements where they are new.
    public StatementList want(String why, String... parts) {
        List<String> section = new ArrayList<>();
        for (String part : parts) {
            if (!section.isEmpty() || !sections.isGiven(part)) {
                add(section, part, Optional.of(part), why);
            }
            section.add(part);
        }
        return this;
    }

    /// Nothing in the slot of a line, the last part; the headings are only where it is looked for.
    public StatementList refuse(String why, String... parts) {
        List<String> section = List.of(parts).subList(0, parts.length - 1);
        add(section, parts[parts.length - 1], Optional.empty(), why);
        return this;
    }

    public List<Statement> all() {
        return List.copyOf(statements);
    }

    private void add(List<String> section, String line, Optional<String> wanted, String why) {
        String slot = sections.slot(section, line);
        if (statements.stream().noneMatch(s -> s.slot().equals(slot))) {
            statements.add(new Statement(section, slot, wanted, why));
        }
    }
}
