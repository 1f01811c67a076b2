package io.railhead.checks.config;

import com.google.auto.service.AutoService;
import io.railhead.checks.Check;
import io.railhead.checks.Draft;
import io.railhead.checks.Explanation;
import io.railhead.checks.Outcomes;
import io.railhead.checks.Situation;
import io.railhead.checks.Survey;
import io.railhead.checks.Wishes;
import io.railhead.model.Evidence;
import io.railhead.model.fact.AppliedResource;
import io.railhead.model.fact.ConfigJournal;
import io.railhead.model.fact.Fact;
import io.railhead.model.intent.Host;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/// Something that Railhead applied was changed by other hands since.
@AutoService(Check.class)
public final class ConfigDrift implements Check {
    /// Changed lines that are quoted; the rest is counted.
    private static final int QUOTED = 6;

    /// Longest value that is shown whole.
    private static final int LONGEST = 100;

    /// Digits of a checksum that are shown; enough to tell two apart.
    private static final int DIGEST = 12;

    /// Findings that a change of such a resource brings about.
    private static final Map<String, Set<String>> EXPLAINS =
            Map.of(
                    "sysctl",
                    Set.of("sysctl-not-as-intended", "sysctl-not-persistent", "sysctl-overridden"),
                    "link-mtu",
                    Set.of("mtu-mismatch", "mtu-not-persistent", "link-mtu-differs"),
                    "address",
                    Set.of("address-missing", "address-prefix-wrong", "rail-peer-unreachable"),
                    "netplan",
                    Set.of("address-not-persistent", "mtu-not-persistent", "netplan-two-files"));

    @Override
    public String code() {
        return "config-drift";
    }

    @Override
    public Explanation explanation() {
        return new Explanation(
                """
                Something that `railhead apply` made on a machine is no longer as it left it, and
                not as the intent wants it either.
                """,
                """
                A file of Railhead's own was edited, a kernel setting or an MTU was set by hand,
                an address is gone. The evidence has the changed lines and values, and which run
                applied them, when, and who ran it.
                """,
                """
                Somebody changed it on the machine, or another tool did (a package, cloud-init,
                NetworkManager, another configuration tool), or it did not last over a reboot.
                What a rollback put back is not drift, nor is a change that the intent has
                followed since.
                """,
                """
                If the intent is right:
                  railhead plan        # shows what apply would put back
                  railhead apply
                If the machine is right, write it into cluster.yaml; then it is no drift.
                """,
                """
                  railhead check --only config-drift
                  railhead rollback --list
                """);
    }

    @Override
    public Set<Class<? extends Fact>> needs() {
        return Set.of(ConfigJournal.class, AppliedResource.class);
    }

    @Override
    public void run(Situation situation, Outcomes out) {
        Survey survey = new Survey(this, situation, out);
        for (String machine : survey.machines(ConfigJournal.class)) {
            Optional<Host> host = survey.host(machine);
            for (AppliedResource a : survey.facts().of(machine, AppliedResource.class)) {
                switch (a.state()) {
                    case SAME -> {}
                    case UNREADABLE ->
                            survey.notChecked(
                                    machine + " " + a.resource(),
                                    "what run " + a.run() + " made could not be read");
                    case CHANGED -> {
                        if (wish(situation, host, a) == Wishes.Wish.UNMET) {
                            report(
                                    survey,
                                    machine,
                                    a,
                                    situation.wishes().cannotBeHad(machine, a.resource()));
                        }
                    }
                }
            }
        }
    }

    private static Wishes.Wish wish(
            Situation situation, Optional<Host> host, AppliedResource applied) {
        if (situation.wanted().isEmpty()) {
            return Wishes.Wish.UNMET;
        }
        return host.map(h -> situation.wishes().of(situation.wanted().get(), h, applied))
                .orElse(Wishes.Wish.NOT_ASKED);
    }

    private static void report(
            Survey survey, String machine, AppliedResource a, Optional<Wishes.Unmet> inTheWay) {
        List<String> keys = changed(a);
        Draft draft =
                survey.error(machine + " " + a.resource())
                        .says(
                                "changed since it was applied"
                                        + (keys.isEmpty() ? "" : ": ")
                                        + String.join(", ", keys))
                        .because(
                                "by other hands than Railhead's: run "
                                        + a.run()
                                        + (a.by().isEmpty() ? "" : " of " + a.by())
                                        + (a.at().isEmpty() ? "" : " at " + a.at())
                                        + " left it otherwise")
                        .fix(
                                inTheWay.map(u -> u.why() + ": " + u.remedy() + "; then ")
                                                .orElse("")
                                        + "`railhead plan`, then `railhead apply`; or write into"
                                        + " cluster.yaml how it is now")
                        .cites(a)
                        .explains(EXPLAINS.getOrDefault(a.kind(), Set.of()).toArray(new String[0]));
        for (AppliedResource.Edit e : a.edits().stream().limit(QUOTED).toList()) {
            draft.cites(new Evidence(machine + ":" + a.path(), e.line(), words(e)));
        }
        if (a.edits().size() > QUOTED) {
            draft.cites(
                    new Evidence(
                            machine + ":" + a.path(),
                            0,
                            (a.edits().size() - QUOTED) + " more changed lines"));
        }
        states(a).forEach(draft::cites);
        draft.report();
    }

    /// What the host reads now against what it read when it was applied, a line each.
    private static List<Evidence> states(AppliedResource a) {
        TreeMap<String, String> keys = new TreeMap<>(a.was());
        keys.putAll(a.now());
        // Said by others: a checksum by the lines of its file, numbers by their names.
        if (!a.edits().isEmpty()) {
            List.of("sha256", "block").forEach(keys::remove);
        }
        List.of("size", "uid", "gid").forEach(keys::remove);
        return keys.keySet().stream()
                .filter(k -> !Objects.equals(a.was().get(k), a.now().get(k)))
                .map(
                        k ->
                                new Evidence(
                                        a.source().document(),
                                        a.source().firstLine(),
                                        key(k)
                                                + " is "
                                                + read(a.now(), k)
                                                + ", was "
                                                + read(a.was(), k)
                                                + " when it was applied"))
                .toList();
    }

    private static String read(Map<String, String> state, String key) {
        String value = state.get(key);
        if (value == null) {
            return "not there";
        }
        return key.equals("sha256") && value.length() > DIGEST
                ? value.substring(0, DIGEST) + "…"
                : value(value);
    }

    private static String words(AppliedResource.Edit e) {
        if (e.is().isEmpty()) {
            return "gone: " + e.was();
        }
        return e.was().isEmpty() ? "new: " + e.is() : e.is() + "  (applied: " + e.was() + ")";
    }

    /// What is otherwise, in words: `mtu 1500 instead of 9000`.
    private static List<String> changed(AppliedResource a) {
        if (a.was().isEmpty()) {
            return List.of();
        }
        List<String> words = new ArrayList<>();
        Map<String, String> was = new TreeMap<>(a.was());
        Map<String, String> now = new TreeMap<>(a.now());
        String type = now.getOrDefault("type", "");
        if (was.containsKey("type") && !type.equals(was.get("type")) && !type.isEmpty()) {
            // What else there was to see went with it.
            String before = was.get("type");
            if (before.equals("absent")) {
                return List.of("there is a " + type + " now, and was none");
            }
            return List.of(
                    "the "
                            + before
                            + (type.equals("absent")
                                    ? " is gone"
                                    : " is gone, and there is a "
                                            + (type.equals("special") ? "special file" : type)
                                            + " in its place"));
        }
        if (!was.getOrDefault("sha256", "").equals(now.getOrDefault("sha256", ""))
                && now.containsKey("sha256")) {
            words.add("content");
        }
        String block = now.getOrDefault("block", "");
        if (was.containsKey("block") && !was.getOrDefault("block", "").equals(block)) {
            words.add(
                    switch (block) {
                        case "absent" -> "its lines are gone";
                        case "torn" -> "the marks of its lines no longer match";
                        default -> "its lines";
                    });
        }
        // Said by others already: `content`, `owner` and `group`.
        List.of("sha256", "size", "uid", "gid", "block").forEach(was::remove);
        List.of("sha256", "size", "uid", "gid", "block").forEach(now::remove);
        was.forEach(
                (key, before) -> {
                    String after = now.remove(key);
                    if (after == null) {
                        words.add("no " + key(key) + " any more");
                    } else if (!after.equals(before)) {
                        words.add(key(key) + " " + value(after) + " instead of " + value(before));
                    }
                });
        now.forEach((key, after) -> words.add(key(key) + " " + value(after)));
        return words;
    }

    private static String key(String key) {
        return key.replaceFirst("^live:", "");
    }

    /// Paths are carried in base64, since a name may hold anything: told as they are.
    private static String decoded(String value) {
        if (value.length() < 8
                || !value.matches(
                        "([A-Za-z0-9+/]{4})*[A-Za-z0-9+/]{2}[A-Za-z0-9+/=]=|([A-Za-z0-9+/]{4})+")) {
            return value;
        }
        String text = new String(Base64.getDecoder().decode(value), StandardCharsets.UTF_8).strip();
        return text.contains("/") && text.chars().allMatch(c -> c >= 32 && c != 0xfffd || c == 10)
                ? text.replace("\n", ", ")
                : value;
    }

    /// Live settings carry a sign before the value: whether it can be set.
    private static String value(String value) {
        String plain = decoded(value.replaceFirst("^= ", ""));
        return plain.length() <= LONGEST ? plain : plain.substring(0, LONGEST - 3) + "...";
    }
}
