package io.railhead.switches.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.railhead.configure.HostOutcome;
import io.railhead.configure.HostOutcome.State;
import io.railhead.model.intent.SwitchSystem;
import io.railhead.reach.SwitchSession;
import io.railhead.reach.Unreachable;
import io.railhead.twin.Behaviour;
import io.railhead.twin.EmulatedSwitch.Cut;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Switches that behave badly, and people who come in between.
class SwitchTroubleTest {
    @TempDir Path folder;

    @ParameterizedTest
    @EnumSource(
            value = SwitchSystem.class,
            names = {"NXOS", "EOS", "SONIC", "NVUE"})
    void whenNobodyComesBackTheSwitchTakesTheRunBackByItself(SwitchSystem system) throws Exception {
        try (Site site =
                new Site(system, Behaviour.USUAL.withSecond(Duration.ofMillis(100)), folder)) {
            String before = site.box.running();
            int entered = committed(site);
            SwitchPlan again = site.plan();
            site.box.cutAt(entered, Cut.AFTER);
            String run = site.newRun();
            assertThatThrownBy(() -> site.applyMortal(again, run)).isInstanceOf(Site.Killed.class);
            assertThat(site.box.timers()).isNotEmpty();
            long deadline = System.nanoTime() + Duration.ofSeconds(120).toNanos();
            while (!site.box.timers().isEmpty() && System.nanoTime() < deadline) {
                Thread.sleep(100);
            }
            assertThat(site.box.running()).isEqualTo(before);
            assertThat(site.box.startup()).isEqualTo(before);
            assertThat(site.apply(site.newRun()).state()).isEqualTo(State.DONE);
        }
    }

    /// The number of the line after which everything runs and nothing is confirmed, from 1; found
    /// by a run that is taken back.
    private static int committed(Site site) {
        SwitchPlan plan = site.plan();
        site.box.cutAt(-1, Cut.AFTER);
        String run = site.newRun();
        assertThat(site.apply(plan, run).state()).isEqualTo(State.DONE);
        List<String> lines = site.box.entered();
        int number = 1;
        while (!lines.get(number - 1).matches(committing(site.system))) number++;
        assertThat(site.rollback(run).state()).isEqualTo(State.ROLLED_BACK);
        return number;
    }

    private static String committing(SwitchSystem system) {
        return switch (system) {
            case NXOS -> "service-policy type qos input RAILHEAD-IN";
            case EOS -> "commit timer .*";
            case SONIC -> "config apply-patch .*";
            case NVUE -> "nv config apply --assume-yes .*";
            case ONYX -> throw new AssertionError("is not emulated");
        };
    }

    @ParameterizedTest
    @EnumSource(
            value = SwitchSystem.class,
            names = {"NXOS", "EOS", "SONIC", "NVUE"})
    void aStatementThatIsRefusedIsNamedAndNothingOfTheRunStays(SwitchSystem system)
            throws IOException {
        String refused =
                switch (system) {
                    case NXOS -> "class type network-qos c-8q-nq3";
                    case EOS -> "uc-tx-queue 6";
                    case SONIC -> "WRED_PROFILE";
                    case NVUE -> "nv set qos pfc default-global tx";
                    case ONYX -> throw new AssertionError("is not emulated");
                };
        try (Site site = new Site(system, Behaviour.USUAL.refusing(refused), folder)) {
            String before = site.box.running();
            HostOutcome outcome = site.apply(site.newRun());
            assertThat(outcome.state()).isEqualTo(State.REVERTED);
            assertThat(outcome.why()).contains(refused).contains("refused");
            assertThat(site.box.running()).isEqualTo(before);
            assertThat(site.box.checkpoints()).isEmpty();
            assertThat(site.box.timers()).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = SwitchSystem.class,
            names = {"NXOS", "EOS"})
    void pagersEchoesAndSilencesAreKnown(SwitchSystem system) throws Exception {
        try (Site site = new Site(system, Behaviour.USUAL, folder);
                SwitchSession session = site.session()) {
            session.enter("enable", Duration.ofSeconds(20));
            // Nobody switched the pager off.
            String paged = session.enter("show running-config", Duration.ofSeconds(20));
            assertThat(paged.lines().map(String::strip)).contains("hostname leaf1");
            assertThat(paged).doesNotContain("--More--").doesNotContain("show running-config\r");
            assertThat(paged.lines().filter(l -> l.contains("odd text"))).hasSize(1);
        }
        try (Site site = new Site(system, Behaviour.USUAL.withoutEcho(), folder.resolve("quiet"));
                SwitchSession session = site.session()) {
            assertThat(session.enter("show version", Duration.ofSeconds(20))).contains("emulated");
        }
        try (Site site =
                        new Site(
                                system,
                                Behaviour.USUAL.answeringAfter(Duration.ofSeconds(3)),
                                folder.resolve("slow"));
                SwitchSession session = site.session()) {
            assertThatThrownBy(() -> session.enter("show version", Duration.ofMillis(700)))
                    .isInstanceOf(Unreachable.class)
                    .hasMessageContaining("no prompt within")
                    .hasMessageContaining("show version");
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = SwitchSystem.class,
            names = {"NXOS", "EOS"})
    void whatSomebodyChangedInBetweenIsNotOverwritten(SwitchSystem system) throws IOException {
        try (Site site = new Site(system, Behaviour.USUAL, folder)) {
            String before = site.box.running();
            String port = site.cluster.switches().getFirst().ports().getFirst().name();
            String indent = system == SwitchSystem.NXOS ? "  " : "   ";
            SwitchPlan plan = site.plan();
            site.box.enterByHand("interface " + port, indent + "mtu 4200");
            HostOutcome stale = site.apply(plan, site.newRun());
            assertThat(stale.state()).isEqualTo(State.REFUSED);
            assertThat(stale.why()).contains("interface " + port + " / mtu").contains("plan again");

            String run = site.newRun();
            assertThat(site.apply(run).state()).isEqualTo(State.DONE);
            site.box.enterByHand("interface " + port, indent + "mtu 1400");
            HostOutcome kept = site.rollback(run);
            assertThat(kept.state()).isEqualTo(State.REFUSED);
            assertThat(kept.why()).contains("changed since the run");
            HostOutcome forced = site.rollbackByForce(run);
            assertThat(forced.state()).as(forced.why()).isEqualTo(State.ROLLED_BACK);
            assertThat(site.box.running()).contains("mtu 4200").isNotEqualTo(before);
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = SwitchSystem.class,
            names = {"NXOS", "EOS", "SONIC", "NVUE"})
    void aRestartBeforeTheConfirmationGivesBackWhatWasSaved(SwitchSystem system)
            throws IOException {
        try (Site site =
                new Site(system, Behaviour.USUAL.withSecond(Duration.ofMinutes(1)), folder)) {
            String before = site.box.running();
            int entered = committed(site);
            SwitchPlan plan = site.plan();
            site.box.cutAt(entered, Cut.AFTER);
            String run = site.newRun();
            assertThatThrownBy(() -> site.applyMortal(plan, run)).isInstanceOf(Site.Killed.class);
            site.box.restart();
            assertThat(site.apply(site.newRun()).state()).isEqualTo(State.DONE);
            site.journal.last("c", "leaf1").ifPresent(r -> site.rollback(r.run()));
            assertThat(site.box.running()).isEqualTo(before);
        }
    }
}
