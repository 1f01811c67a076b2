package io.railhead.configure;

import static org.assertj.core.api.Assertions.assertThat;

import io.railhead.model.Change;
import io.railhead.model.Risk;
import io.railhead.model.Transcript;
import io.railhead.model.intent.Cluster;
import io.railhead.model.intent.Host;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What needs no machine.
class PlanningTest {

    /// A resource that is only asked for its place.
    private record Placed(String kind, int order) implements Resource {
        @Override
        public List<Item> wanted(Cluster cluster, Host host) {
            return List.of();
        }

        @Override
        public String observe(Item item) {
            return "";
        }

        @Override
        public Optional<Change> diff(Item item, Observed is) {
            return Optional.empty();
        }

        @Override
        public Steps steps(Item item, Observed is) {
            return new Steps("", "", "", "");
        }
    }

    private static Work work(String name, int order, boolean guarded, String... needs) {
        Change change =
                new Change("h", "x:" + name, "", "", Risk.LOW, "", Set.of(needs), List.of());
        return new Work(
                new PlannedChange(change, guarded, "", ""),
                new Item("h", "x", name, new TreeMap<>(), ""),
                new Placed("x", order),
                new Steps("", "", "", ""));
    }

    private static List<String> order(Work... works) {
        return Order.of(List.of(works)).stream().map(w -> w.item().name()).toList();
    }

    @Test
    void changesComeAfterWhatTheyNeedAndGuardedOnesLast() {
        assertThat(
                        order(
                                work("a", 10, true),
                                work("b", 90, false),
                                work("c", 20, false, "x:b"),
                                work("d", 20, false)))
                .containsExactly("d", "b", "c", "a");
    }

    @Test
    void whatAnUnguardedChangeNeedsComesFirstEvenIfGuarded() {
        assertThat(order(work("a", 10, true), work("b", 10, false, "x:a")))
                .containsExactly("a", "b");
    }

    @Test
    void aCircleOfNeedsIsNoEndlessLoop() {
        assertThat(order(work("a", 10, false, "x:b"), work("b", 10, false, "x:a"))).hasSize(2);
    }

    @Test
    void oneCanaryThenBatches() {
        assertThat(Wave.split(List.of("a", "b", "c", "d", "e"), 3, List.of()))
                .containsExactly(List.of("a"), List.of("b", "c", "d"), List.of("e"));
        assertThat(Wave.split(List.of(), 3, List.of())).isEmpty();
        assertThat(Wave.split(List.of("a", "b", "c", "d"), 2, List.of("d", "b", "x")))
                .containsExactly(List.of("b", "d"), List.of("a", "c"));
    }

    @Test
    void aWordIsOneWordForTheShellWhateverItHolds() throws Exception {
        Random random = new Random(1);
        List<String> pieces =
                List.of("a", "'", "\"", "$HOME", "`id`", "\n", " ", "\\", "*", "é", "-", "#", "!");
        List<String> words = new ArrayList<>(List.of("", "-n", "--", "plain"));
        for (int i = 0; i < 200; i++) {
            StringBuilder word = new StringBuilder();
            for (int n = random.nextInt(8); n >= 0; n--) {
                word.append(pieces.get(random.nextInt(pieces.size())));
            }
            words.add(word.toString());
        }
        StringBuilder script = new StringBuilder();
        words.forEach(w -> script.append("printf '%s\\001' ").append(Sh.quote(w)).append('\n'));
        assertThat(sh(script.toString())).isEqualTo(String.join("\1", words) + "\1");
        for (String w : words) {
            assertThat(sh(Sh.feed("cat", w + "\nRH_END\nRH_END_0")))
                    .isEqualTo(w + "\nRH_END\nRH_END_0\n");
        }
    }

    private static String sh(String script) throws IOException, InterruptedException {
        Process p = new ProcessBuilder("sh").redirectErrorStream(true).start();
        try (var in = p.getOutputStream()) {
            in.write(script.getBytes(StandardCharsets.UTF_8));
        }
        String out = new String(p.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(p.waitFor(10, TimeUnit.SECONDS)).isTrue();
        return out;
    }

    /// The later one would be taken, also by those that mean the other.
    @Test
    void noFunctionOfTheLibraryStandsTwice() {
        List<String> names =
                Pattern.compile("(?m)^(rh_\\w+)\\(\\)")
                        .matcher(Sh.script(Sh.part("applied.sh")))
                        .results()
                        .map(r -> r.group(1))
                        .toList();
        assertThat(names).hasSizeGreaterThan(100).doesNotHaveDuplicates();
    }

    @Test
    void aScriptCutOnItsWayDoesNothing() throws Exception {
        String script = Sh.script("echo it ran");
        assertThat(sh(script)).contains("it ran");
        for (int length = script.length() - 2; length > 0; length -= 97) {
            assertThat(sh(script.substring(0, length))).doesNotContain("it ran");
        }
    }

    @Test
    void theFingerprintHereIsTheOneMadeThere() throws Exception {
        Map<String, String> state = new LinkedHashMap<>();
        state.put("type", "file");
        state.put("live:net.ipv4.tcp_rmem", "= 4096 5 6");
        state.put("empty", "");
        Observed is = new Observed(Map.of(), new LinkedHashMap<>(state), Map.of("note", "x"));
        String script =
                Sh.script(
                        "S=$(mktemp -d)\n"
                                + Sh.feed(
                                        "cat >\"$S/observe.sh\"",
                                        "rh_o type file; rh_n note x;"
                                                + " rh_o live:net.ipv4.tcp_rmem '= 4096 5 6';"
                                                + " rh_o empty ''")
                                + "\nrh_fingerprint; rm -r \"$S\"");
        assertThat(sh(script)).startsWith(is.fingerprint());
    }

    @Test
    void everyRefusalOfAMachineHasWords() throws IOException {
        Path scripts = Path.of("src/main/resources/io/railhead/configure");
        String text =
                Files.readString(scripts.resolve("journal.sh"))
                        + Files.readString(scripts.resolve("begin.sh"));
        var found = Pattern.compile("rh_refuse \"([a-z-]+)").matcher(text);
        List<String> codes = new ArrayList<>();
        while (found.find()) {
            codes.add(found.group(1));
        }
        assertThat(codes).contains("locked", "moved", "unwritable", "busy");
        for (String code : codes) {
            assertThat(Refusals.words(new Reply.Refusal(code, "R words")))
                    .as(code)
                    .contains("words")
                    .doesNotStartWith(code + ":");
        }
    }

    @Test
    void whateverAMachinePrintsIsReadWithoutThrowing() {
        List<String> pieces =
                List.of(
                        "rh:item 0",
                        "rh:o type=file",
                        "rh:o =",
                        "rh:n content=%%%",
                        "rh:run ",
                        "rh:state done",
                        "rh:state",
                        "rh:step",
                        "rh:about a",
                        "rh:host x=y",
                        "rh:refused",
                        "rh:moved",
                        "rh:complete",
                        "rh:",
                        "noise",
                        "rh:failed",
                        "rh:settled",
                        "rh:o live:net.core.rmem_max=read-only");
        Random random = new Random(3);
        Resources resources = Resources.installed();
        Cluster cluster =
                World.cluster(
                        """
                        rail rail0 eth1 10.78.0.1/24 9000
                        sysctl net.core.rmem_max 5
                        file /srv/a 0644 root root x
                        """);
        for (int i = 0; i < 2000; i++) {
            StringBuilder out = new StringBuilder();
            for (int n = random.nextInt(12); n >= 0; n--) {
                out.append(pieces.get(random.nextInt(pieces.size()))).append('\n');
            }
            Reply reply = Reply.read(Transcript.ofFile("x", out.toString()));
            for (Resource r : resources.all()) {
                for (Item item : r.wanted(cluster, cluster.hosts().getFirst())) {
                    for (Observed is : reply.items()) {
                        r.obstacles(item, is);
                        if (r.diff(item, is).isPresent()) {
                            assertThat(r.steps(item, is).undo()).isNotEmpty();
                        }
                    }
                }
            }
        }
    }

    @Test
    void aControllerKnowsItsOwnDeadOnly() {
        Controller self = Controller.ofThisProcess("admin", "ann", "1");
        assertThat(self.knowsDead(run(self.about()))).isFalse();
        Map<String, String> dead = self.about();
        dead.put("pid", "999999999");
        assertThat(self.knowsDead(run(dead))).isTrue();
        Map<String, String> reborn = self.about();
        reborn.put("born", "1");
        assertThat(self.knowsDead(run(reborn))).isTrue();
        dead.put("controller", "elsewhere");
        assertThat(self.knowsDead(run(dead))).isFalse();
        assertThat(self.knowsDead(run(Map.of("controller", "admin")))).isFalse();
    }

    private static RunReport run(Map<String, String> about) {
        return new RunReport(
                "r", RunReport.State.APPLIED, "", false, Optional.empty(), about, List.of());
    }

    @Test
    void theLocalJournalTellsHowFarEachHostCame(@TempDir Path directory) throws IOException {
        LocalJournal journal = new LocalJournal(directory.resolve("deep/er"));
        assertThat(journal.known("lab")).isEmpty();
        LocalJournal.Entry entry =
                new LocalJournal.Entry("20260101T000000.000Z-0001", "lab", "c.yaml", "ann");
        assertThat(journal.note(entry, List.of("h1", "h2"), "planned")).isEmpty();
        assertThat(journal.note(entry, List.of("h1"), "done")).isEmpty();
        Files.writeString(directory.resolve("deep/er/x.json"), "{");
        LocalJournal later = new LocalJournal(directory.resolve("deep/er"));
        assertThat(later.known("lab"))
                .containsExactly(
                        new LocalJournal.Known(entry, Map.of("h1", "done", "h2", "planned")));
        assertThat(later.known("other")).isEmpty();
        assertThat(later.leftOpen("lab")).isEmpty();
        assertThat(later.note(entry, List.of("h2", "h3"), "started")).isEmpty();
        assertThat(later.leftOpen("lab").getFirst().hosts()).containsOnlyKeys("h2", "h3");
        later.update(entry.run(), List.of("h2"), "reverted");
        assertThat(later.leftOpen("lab").getFirst().hosts()).containsOnlyKeys("h3");
        LocalJournal.Entry next =
                new LocalJournal.Entry("20260102T000000.000Z-0001", "lab", "c.yaml", "ann");
        assertThat(later.note(next, List.of("h3"), "done")).isEmpty();
        assertThat(later.leftOpen("lab")).isEmpty();
        Files.writeString(directory.resolve("file"), "");
        assertThat(new LocalJournal(directory.resolve("file")).note(entry, List.of("h"), "x"))
                .isPresent();
    }

    @Test
    void anOlderRunHasThoseOnTopOfItThatTouchTheSame() {
        LinkedHashMap<String, List<RunReport>> runs = new LinkedHashMap<>();
        runs.put(
                "h",
                List.of(
                        report("1", RunReport.State.DONE, "file:/a"),
                        report("2", RunReport.State.DONE, "file:/b"),
                        report("3", RunReport.State.ROLLED_BACK, "file:/a"),
                        report("4", RunReport.State.DONE, "file:/a")));
        Rollback.Journals journals = new Rollback.Journals(runs, new LinkedHashMap<>());
        assertThat(journals.ids()).containsExactly("4", "3", "2", "1");
        assertThat(journals.above("h", runs.get("h").getFirst())).containsExactly("4");
    }

    private static RunReport report(String id, RunReport.State state, String resource) {
        return new RunReport(
                id,
                state,
                "",
                false,
                Optional.empty(),
                Map.of(),
                List.of(new RunReport.Step(resource, "done")));
    }
}
