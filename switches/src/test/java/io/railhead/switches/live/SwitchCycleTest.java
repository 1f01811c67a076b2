package io.railhead.switches.live;

import static org.assertj.core.api.Assertions.assertThat;

import io.railhead.configure.HostOutcome;
import io.railhead.configure.HostOutcome.State;
import io.railhead.model.intent.SwitchSystem;
import io.railhead.twin.Behaviour;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Plan, apply and rollback of an emulated switch over real SSH.
class SwitchCycleTest {
    /// Fast enough to wait for, slow enough not to come in between.
    private static final Behaviour USUAL = Behaviour.USUAL.withSecond(Duration.ofMillis(200));

    @TempDir Path folder;

    @ParameterizedTest
    @EnumSource(
            value = SwitchSystem.class,
            names = {"NXOS", "EOS", "SONIC", "NVUE"})
    void whatIsPlannedIsMadeSavedAndTakenBackToTheByte(SwitchSystem system) throws IOException {
        try (Site site = new Site(system, USUAL, folder)) {
            String before = site.box.running();
            SwitchPlan plan = site.plan();
            assertThat(plan.looks().getFirst().unreachable()).isEmpty();
            assertThat(plan.changes()).isNotEmpty();

            String run = site.newRun();
            HostOutcome made = site.apply(run);
            assertThat(made.state()).as(made.why()).isEqualTo(State.DONE);
            assertThat(site.box.startup()).isEqualTo(site.box.running()).isNotEqualTo(before);
            assertThat(site.box.checkpoints()).isEmpty();
            assertThat(site.box.timers()).isEmpty();
            assertThat(site.plan().isEmpty()).isTrue();
            assertThat(site.apply(site.newRun()).state()).isEqualTo(State.NOTHING_TO_DO);

            HostOutcome back = site.rollback(run);
            assertThat(back.state()).as(back.why()).isEqualTo(State.ROLLED_BACK);
            assertThat(back.why()).contains("byte for byte");
            assertThat(site.box.running()).isEqualTo(before);
            assertThat(site.box.startup()).isEqualTo(before);
            assertThat(site.box.checkpoints()).isEmpty();
            assertThat(site.box.timers()).isEmpty();
            assertThat(site.rollback(run).state()).isEqualTo(State.NOTHING_TO_DO);
            noSecrets(site);
        }
    }

    private static void noSecrets(Site site) throws IOException {
        assertThat(site.box.running()).contains(Site.SECRET);
        try (Stream<Path> files = Files.list(site.state)) {
            for (Path f : files.toList()) {
                assertThat(Files.readString(f)).as(f.toString()).doesNotContain(Site.SECRET);
            }
        }
    }
}
