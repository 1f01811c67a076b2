package io.railhead.cli.changes;

import io.railhead.cli.ChangeOptions;
import io.railhead.cli.Console;
import io.railhead.cli.Style;
import io.railhead.cli.Wrap;
import io.railhead.configure.Applied;
import io.railhead.configure.Drift;
import io.railhead.configure.Obstacle;
import io.railhead.configure.Plan;
import io.railhead.configure.PlannedChange;
import io.railhead.configure.TextDiff;
import io.railhead.configure.Unfinished;
import io.railhead.configure.Wave;
import io.railhead.intent.HostRanges;
import io.railhead.model.Change;
import io.railhead.model.Risk;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/// A plan for reading: what would change and why, hosts that change alike together.
public final class PlanText {
    private static final int CONTEXT = 2;

    /// IP addresses with or without prefix length: what differs from host to host by design.
    private static final Pattern ADDRESS =
            Pattern.compile(
                    "\\b\\d{1,3}(?:\\.\\d{1,3}){3}(?:/\\d{1,2})?\\b"
                            + "|\\b[0-9a-f]{0,4}(?::[0-9a-f]{0,4}){2,7}(?:/\\d{1,3})?\\b");

    private final Style style;
    private final int width;
    private final boolean everyHost;
    private final Predicate<String> dead;

    /// @param everyHost true to show each host's own text also where only addresses differ
    public PlanText(Console console, boolean everyHost) {
        this.style = new Style(console);
        this.width = console.width();
        this.everyHost = everyHost;
        this.dead = ChangeOptions.controller(console)::knowsDead;
    }

    public String of(Plan plan) {
        return of(plan, plan);
    }

    /// @param hosts what of the plan is of hosts; the rest is of switches
    public String of(Plan plan, Plan hosts) {
        StringBuilder text = new StringBuilder();
        text.append(style.bold(headline(plan, hosts))).append('\n');
        if (!plan.isEmpty()) {
            text.append(Wrap.labelled("risk  ", risks(plan), 0, width));
        }
        groups(plan).forEach((names, alike) -> group(text, names, alike));
        text.append(obstacles(plan));
        text.append(untried(plan));
        text.append(unfinished(plan.unfinished()));
        if (!plan.unreachable().isEmpty()) {
            text.append('\n').append(style.bold("Could not be looked at")).append('\n');
            plan.unreachable()
                    .forEach((h, why) -> text.append(Wrap.labelled(h + "  ", why, 2, width)));
        }
        return text.toString();
    }

    /// What was never seen at work; empty text when there is nothing of the kind.
    private String untried(Plan plan) {
        List<String> sentences = Untried.of(plan);
        if (sentences.isEmpty()) {
            return "";
        }
        StringBuilder text = new StringBuilder();
        text.append('\n').append(style.bold("Never tried on the real thing")).append('\n');
        sentences.forEach(s -> text.append(Wrap.labelled("", s, 2, width)));
        return text.toString();
    }

    /// Runs that have not come to an end, and what to do about each; empty text without any.
    public String unfinished(List<Unfinished> runs) {
        if (runs.isEmpty()) {
            return "";
        }
        StringBuilder text = new StringBuilder();
        text.append('\n').append(style.bold("Runs that have not come to an end")).append('\n');
        for (Unfinished run : runs) {
            text.append(Wrap.labelled(run.device() + "  ", run.words(dead), 2, width));
        }
        return text.toString();
    }

    private static String headline(Plan plan, Plan hosts) {
        Map<String, Integer> asked = new LinkedHashMap<>();
        Map<String, Integer> answered = new LinkedHashMap<>();
        Map<String, Integer> changed = new LinkedHashMap<>();
        int switchesAnswered = plan.hosts().size() - hosts.hosts().size();
        int switches = switchesAnswered + plan.unreachable().size() - hosts.unreachable().size();
        int hostsAsked = hosts.hosts().size() + hosts.unreachable().size();
        if (hostsAsked > 0 || switches == 0) {
            asked.put("host", hostsAsked);
            answered.put("host", hosts.hosts().size());
            changed.put("host", hosts.changed().size());
        }
        if (switches > 0) {
            asked.put("switch", switches);
            answered.put("switch", switchesAnswered);
            changed.put("switch", plan.changed().size() - hosts.changed().size());
        }
        if (!plan.isEmpty()) {
            return count(plan.changes().size(), "change") + " on " + among(changed, asked);
        }
        if (plan.unreachable().isEmpty()) {
            return "Nothing to change on " + among(Map.of(), asked) + ".";
        }
        return plan.hosts().isEmpty()
                ? "Not known: none of " + among(Map.of(), asked) + " answered."
                : "Nothing to change on " + among(answered, asked) + "; the others did not answer.";
    }

    /// `3 of 4 hosts and 1 of 2 switches`.
    private static String among(Map<String, Integer> some, Map<String, Integer> all) {
        List<String> words = new ArrayList<>();
        all.forEach(
                (what, n) ->
                        words.add(
                                (some.containsKey(what) ? some.get(what) + " of " : "")
                                        + n
                                        + " "
                                        + what
                                        + (n == 1 ? "" : what.endsWith("ch") ? "es" : "s")));
        return String.join(" and ", words);
    }

    /// How many changes there are of each risk, harmless first.
    private static String risks(Plan plan) {
        List<String> parts = new ArrayList<>();
        for (Risk risk : Risk.values()) {
            long n = plan.changes().stream().filter(c -> c.change().risk() == risk).count();
            if (n > 0) {
                parts.add(n + " " + risk.word());
            }
        }
        long guarded = plan.changes().stream().filter(PlannedChange::guarded).count();
        return String.join(", ", parts)
                + (guarded == 0 ? "" : "; " + guarded + " under a dead-man's switch");
    }

    /// In which order hosts are changed, and what happens when one fails.
    ///
    /// @param withinSeconds how long the dead-man's switch waits
    public String order(List<Wave> waves, int withinSeconds) {
        if (waves.isEmpty()) {
            return "";
        }
        StringBuilder text = new StringBuilder();
        text.append('\n').append(style.bold("Order of work")).append('\n');
        for (Wave wave : waves) {
            text.append(Wrap.labelled("", words(wave, waves.size()), 2, width));
        }
        String rule = waves.size() == 1 ? "" : "The first host that fails ends it after its wave. ";
        rule += "A host is changed whole or not at all.";
        if (waves.stream().anyMatch(w -> !w.guarded().isEmpty())) {
            rule +=
                    " What may cut the connection is taken back by the host itself unless it is"
                            + " confirmed over a fresh connection within "
                            + withinSeconds
                            + " s.";
        }
        return text.append(Wrap.labelled("", rule, 2, width)).toString();
    }

    /// `canary (wave 1 of 3): gpu01; 5 changes, at most disruptive`.
    static String words(Wave wave, int waves) {
        return (wave.isCanary() && waves > 1
                        ? "canary (wave 1 of " + waves + ")"
                        : "wave " + wave.number() + " of " + waves)
                + ": "
                + HostRanges.fold(wave.hosts())
                + "; "
                + count(wave.changes(), "change")
                + ", at most "
                + wave.worst().word()
                + guarded(wave);
    }

    private static String guarded(Wave wave) {
        if (wave.guarded().isEmpty()) {
            return "";
        }
        return wave.guarded().size() == wave.hosts().size()
                ? ", under a dead-man's switch"
                : ", " + HostRanges.fold(wave.guarded()) + " under a dead-man's switch";
    }

    private static String count(int n, String what) {
        return n + " " + what + (n == 1 ? "" : "s");
    }

    /// Changes of several hosts that read the same.
    private record Alike(PlannedChange first, List<String> hosts, boolean addressesDiffer) {}

    /// By the hosts they are for, in the order of the plan.
    private SequencedMap<List<String>, List<Alike>> groups(Plan plan) {
        Map<List<Object>, List<PlannedChange>> same = new LinkedHashMap<>();
        for (PlannedChange c : plan.changes()) {
            same.computeIfAbsent(shape(c), k -> new ArrayList<>()).add(c);
        }
        SequencedMap<List<String>, List<Alike>> groups = new LinkedHashMap<>();
        for (List<PlannedChange> changes : same.values()) {
            List<String> hosts = changes.stream().map(c -> c.change().device()).toList();
            boolean differ = changes.stream().map(c -> c.change().after()).distinct().count() > 1;
            groups.computeIfAbsent(hosts, h -> new ArrayList<>())
                    .add(new Alike(changes.getFirst(), hosts, differ));
        }
        return groups;
    }

    private List<Object> shape(PlannedChange planned) {
        Change c = planned.change();
        return List.of(
                plain(c.resource()),
                plain(c.before()),
                plain(c.after()),
                c.risk(),
                planned.guarded(),
                planned.drifted().map(Applied::run));
    }

    private String plain(String text) {
        return everyHost ? text : withoutAddresses(text);
    }

    /// The text with every IP address as `*`, for finding hosts that differ in nothing else.
    static String withoutAddresses(String text) {
        return ADDRESS.matcher(text).replaceAll("*");
    }

    private void group(StringBuilder text, List<String> hosts, List<Alike> alike) {
        text.append('\n').append(style.bold(HostRanges.fold(hosts)));
        if (hosts.size() > 1) {
            text.append("  (").append(hosts.size()).append(" hosts alike)");
        }
        text.append('\n');
        alike.forEach(a -> change(text, a));
    }

    private void change(StringBuilder text, Alike alike) {
        Change c = alike.first().change();
        boolean lines = c.before().lines().count() > 1 || c.after().lines().count() > 1;
        String before = c.before().isBlank() ? "absent" : c.before().strip();
        String after = c.after().isBlank() ? "absent" : c.after().strip();
        String how = lines ? (c.before().isEmpty() ? "(new)" : "") : before + " -> " + after;
        String what = (c.resource() + "  " + how).strip();
        if (what.length() + 2 <= width) {
            text.append("  ").append(style.bold(what)).append('\n');
        } else {
            text.append("  ").append(style.bold(c.resource())).append('\n');
            text.append(Wrap.labelled("", how, 4, width));
        }
        text.append(Wrap.labelled("risk  ", risk(alike.first()), 4, width));
        text.append(Wrap.labelled("why   ", c.why(), 4, width));
        alike.first()
                .drifted()
                .ifPresent(
                        a ->
                                text.append(
                                        Wrap.labelled(
                                                "drift ",
                                                "changed by other hands since "
                                                        + a.words()
                                                        + " made it",
                                                4,
                                                width)));
        if (alike.hosts().size() > 1 && alike.addressesDiffer()) {
            text.append(
                    Wrap.labelled(
                            "note  ",
                            "as on "
                                    + c.device()
                                    + "; the others alike, each with its own addresses"
                                    + " (-v shows all)",
                            4,
                            width));
        }
        if (lines) {
            for (String line : TextDiff.unified(c.before(), c.after(), CONTEXT)) {
                text.append("    ").append(coloured(line)).append('\n');
            }
        }
    }

    private String coloured(String line) {
        if (line.startsWith("+")) {
            return style.good(line);
        }
        return line.startsWith("-")
                ? style.bad(line)
                : line.startsWith("@") ? style.dim(line) : line;
    }

    private static String risk(PlannedChange planned) {
        String words =
                switch (planned.change().risk()) {
                    case NONE -> "none: nothing that runs notices";
                    case LOW -> "low: holds for new connections and processes";
                    case DISRUPTIVE -> "disruptive: traffic or a service pauses";
                    case MAY_DISCONNECT -> "may-disconnect: may cut the connection";
                };
        return planned.guarded() && planned.change().risk() != Risk.NONE
                ? words + "; under a dead-man's switch"
                : words;
    }

    /// What is wanted and cannot be had; empty text when there is nothing of the kind.
    public String obstacles(Plan plan) {
        if (plan.obstacles().isEmpty()) {
            return "";
        }
        StringBuilder text = new StringBuilder();
        text.append('\n').append(style.bold("Wanted, but not to be had")).append('\n');
        Map<List<String>, List<Obstacle>> same = new LinkedHashMap<>();
        for (Obstacle o : plan.obstacles()) {
            same.computeIfAbsent(
                            List.of(plain(o.resource()), plain(o.why()), plain(o.remedy())),
                            k -> new ArrayList<>())
                    .add(o);
        }
        for (List<Obstacle> alike : same.values()) {
            Obstacle o = alike.getFirst();
            text.append("  ")
                    .append(HostRanges.fold(alike.stream().map(Obstacle::device).toList()))
                    .append("  ")
                    .append(o.resource())
                    .append('\n');
            text.append(Wrap.labelled("why     ", o.why(), 4, width));
            text.append(Wrap.labelled("remedy  ", o.remedy(), 4, width));
        }
        return text.toString();
    }

    /// What of a kept plan is no longer so.
    public String of(List<Drift> drifts) {
        StringBuilder text = new StringBuilder();
        for (Drift d : drifts) {
            text.append("  ").append(style.bold(d.device() + "  " + d.resource())).append('\n');
            text.append(Wrap.labelled("", d.why(), 4, width));
            for (String line : TextDiff.unified(d.then(), d.now(), CONTEXT)) {
                text.append("    ").append(coloured(line)).append('\n');
            }
        }
        return text.toString();
    }
}
