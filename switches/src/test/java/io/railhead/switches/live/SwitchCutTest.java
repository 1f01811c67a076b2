package io.railhead.switches.live;

import static org.assertj.core.api.Assertions.assertThat;

import io.railhead.configure.HostOutcome;
import io.railhead.configure.HostOutcome.State;
import io.railhead.model.intent.SwitchSystem;
import io.railhead.switches.Difference;
import io.railhead.twin.Behaviour;
import io.railhead.twin.EmulatedSwitch.Cut;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// The connection to a switch is cut at every line that is entered there, and its controller is
/// killed with it or not. Whatever comes next ends right.
class SwitchCutTest {
    /// Timers so slow that they never come in between: whoever comes next must do it.
    private static final Behaviour SLOW_CLOCK = Behaviour.USUAL.withSecond(Duration.ofMinutes(1));

    @TempDir Path folder;

    private final Map<String, Integer> table = new LinkedHashMap<>();
    private final List<String> wrong = new ArrayList<>();

    /// Every system, cut before and after each line.
    static Stream<Arguments> systemsAndCuts() {
        return Stream.of(SwitchSystem.NXOS, SwitchSystem.EOS, SwitchSystem.SONIC, SwitchSystem.NVUE)
                .flatMap(s -> Stream.of(Cut.values()).map(c -> Arguments.of(s, c)));
    }

    @Execution(ExecutionMode.CONCURRENT)
    @ParameterizedTest
    @MethodSource("systemsAndCuts")
    void afterACutAtAnyLineApplyAndRollbackEndRight(SwitchSystem system, Cut cut)
            throws IOException {
        try (Site site = new Site(system, SLOW_CLOCK, folder)) {
            String before = site.box.running();
            // Once without a cut, for the lines there are.
            SwitchPlan plan = site.plan();
            Set<String> bulk = bulk(plan);
            String run = site.newRun();
            site.box.cutAt(-1, Cut.BEFORE);
            assertThat(site.apply(plan, run).state()).isEqualTo(State.DONE);
            List<Integer> making = cuts(site.box.entered(), bulk);
            site.box.cutAt(-1, Cut.BEFORE);
            assertThat(site.rollback(run).state()).isEqualTo(State.ROLLED_BACK);
            List<Integer> back = cuts(site.box.entered(), bulk);
            assertThat(making.size()).isGreaterThan(8);
            turn = cut.ordinal();
            making.forEach(line -> cut(site, before, line, cut, MAKING));
            back.forEach(line -> cut(site, before, line, cut, BACK));
            System.out.println(report(system, cut, making.size(), back.size()));
            assertThat(wrong).isEmpty();
        }
    }

    private static final List<Then> MAKING =
            List.of(Then.GOES_ON, Then.APPLY_AGAIN, Then.ROLL_BACK);
    private static final List<Then> BACK = List.of(Then.BACK_GOES_ON, Then.BACK_AGAIN);

    /// Lines of configuration are many and alike.
    private static Set<String> bulk(SwitchPlan plan) {
        SwitchPlan.Look look = plan.looks().getFirst();
        Set<String> bulk = new HashSet<>();
        for (Difference d : look.differences()) {
            d.wanted().section().forEach(h -> bulk.add(h.strip()));
            d.wanted().line().ifPresent(bulk::add);
            d.wanted().line().ifPresent(l -> bulk.add("no " + l));
            d.is().ifPresent(bulk::add);
            d.is().ifPresent(l -> bulk.add("no " + l));
        }
        return bulk;
    }

    /// Numbers of lines to cut at, from 1: every step, and of lines of configuration that
    /// follow one another the first two and the last; all with `-Drailhead.cuts=all`.
    private static List<Integer> cuts(List<String> entered, Set<String> bulk) {
        List<Integer> cuts = new ArrayList<>();
        for (int i = 0; i < entered.size(); i++) {
            boolean inside =
                    i > 1
                            && i + 1 < entered.size()
                            && isBulk(entered.get(i - 2), bulk)
                            && isBulk(entered.get(i), bulk)
                            && isBulk(entered.get(i + 1), bulk);
            if (!inside || ALL) cuts.add(i + 1);
        }
        return cuts;
    }

    private static boolean isBulk(String line, Set<String> bulk) {
        return bulk.contains(line.strip())
                || line.startsWith("nv set")
                || line.startsWith("nv unset");
    }

    private static final boolean ALL = "all".equals(System.getProperty("railhead.cuts"));
    private int turn;

    /// What comes next takes turns, or is all of it with `-Drailhead.cuts=all`.
    private void cut(Site site, String before, int line, Cut cut, List<Then> kinds) {
        List<Then> now =
                ALL || "steps".equals(System.getProperty("railhead.cuts"))
                        ? kinds
                        : List.of(kinds.get(turn++ % kinds.size()));
        for (Then then : now) {
            String where = cut + " line " + line + ", " + then;
            SwitchPlan plan = site.plan();
            String run = site.newRun();
            site.box.cutAt(line, cut);
            String end;
            try {
                end = then.first(site, plan, run);
            } catch (Site.Killed e) {
                end = "killed";
            }
            boolean wasCut = site.box.wasCut();
            String entered = wasCut ? site.box.entered().get(line - 1) : "";
            site.box.cutAt(-1, cut);
            if (wasCut) {
                String flaw = then.next(site, run, end);
                count(then, end);
                if (!flaw.isEmpty()) {
                    wrong.add(where + " («" + entered + "», " + end + "): " + flaw);
                    System.out.println(wrong.getLast());
                }
            } else {
                wrong.add(where + ": no cut");
            }
            clean(site, before, where);
        }
    }

    private void count(Then then, String end) {
        table.merge(then.words + ": " + end, 1, Integer::sum);
    }

    /// Back to the start for the next line; what hinders it is a fault of its own.
    private void clean(Site site, String before, String where) {
        site.settle();
        site.journal.last("c", "leaf1").ifPresent(r -> site.rollback(r.run()));
        if (!site.box.running().equals(before)) wrong.add(where + ": could not be cleaned");
        if (!site.box.timers().isEmpty()) wrong.add(where + ": timers " + site.box.timers());
        if (!site.box.checkpoints().isEmpty()) {
            wrong.add(where + ": checkpoints " + site.box.checkpoints());
        }
    }

    /// What is cut, and what comes next.
    private enum Then {
        GOES_ON("apply, its controller lives"),
        APPLY_AGAIN("apply, controller killed, apply again"),
        ROLL_BACK("apply, controller killed, rollback"),
        BACK_GOES_ON("rollback, its controller lives"),
        BACK_AGAIN("rollback, controller killed, rollback again");

        private final String words;

        Then(String words) {
            this.words = words;
        }

        /// @return how it ended
        String first(Site site, SwitchPlan plan, String run) {
            HostOutcome outcome =
                    switch (this) {
                        case GOES_ON -> site.apply(plan, run);
                        case APPLY_AGAIN, ROLL_BACK -> site.applyMortal(plan, run);
                        case BACK_GOES_ON -> {
                            made(site, plan, run);
                            yield site.rollback(run);
                        }
                        case BACK_AGAIN -> {
                            made(site, plan, run);
                            yield site.rollbackMortal(run);
                        }
                    };
            return outcome.state().word();
        }

        /// Made without a cut, which is for what follows.
        private static void made(Site site, SwitchPlan plan, String run) {
            site.box.hold();
            try {
                assertThat(site.apply(plan, run).state()).isEqualTo(State.DONE);
            } finally {
                site.box.release();
            }
        }

        /// @return what is wrong afterwards; empty when all is well
        String next(Site site, String run, String end) {
            return switch (this) {
                case GOES_ON -> {
                    boolean made = end.equals("done");
                    if (made != site.plan().isEmpty()) {
                        yield "said " + end + ", and the plan is otherwise";
                    }
                    yield made || end.equals("reverted") || end.equals("refused")
                            ? applied(site)
                            : "not an end";
                }
                case APPLY_AGAIN -> applied(site);
                case ROLL_BACK -> {
                    if (site.journal.reports("c", "leaf1").stream()
                            .noneMatch(r -> r.id().equals(run))) {
                        // Killed before anything was entered.
                        yield "";
                    }
                    yield rolledBack(site.rollback(run), site);
                }
                case BACK_GOES_ON, BACK_AGAIN ->
                        end.equals("rolled-back") ? "" : rolledBack(site.rollback(run), site);
            };
        }

        private static String applied(Site site) {
            HostOutcome again = site.apply(site.newRun());
            if (again.state() != State.DONE && again.state() != State.NOTHING_TO_DO) {
                return "then " + again.state() + ": " + again.why();
            }
            if (!site.box.running().equals(site.box.startup())) return "not saved";
            return site.plan().isEmpty() ? "" : "the second plan is not empty";
        }

        private static String rolledBack(HostOutcome back, Site site) {
            if (back.state() != State.ROLLED_BACK && back.state() != State.NOTHING_TO_DO) {
                return "then " + back.state() + ": " + back.why();
            }
            return site.plan().isEmpty() ? "still made" : "";
        }
    }

    private String report(SwitchSystem system, Cut cut, int making, int back) {
        StringBuilder out = new StringBuilder();
        out.append(system.word())
                .append(" (emulated): cut ")
                .append(cut.name().toLowerCase(Locale.ROOT))
                .append(" each of ")
                .append(making)
                .append(" lines of apply, ")
                .append(back)
                .append(" of rollback\n");
        table.forEach((what, n) -> out.append(String.format("  %4d  %s%n", n, what)));
        out.append(String.format("  %4d  ended wrong%n", wrong.size()));
        return out.toString();
    }
}
