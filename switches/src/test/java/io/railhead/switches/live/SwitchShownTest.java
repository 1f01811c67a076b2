package io.railhead.switches.live;

import static org.assertj.core.api.Assertions.assertThat;

import io.railhead.configure.HostOutcome;
import io.railhead.configure.HostOutcome.State;
import io.railhead.model.intent.SwitchSystem;
import io.railhead.twin.Behaviour;
import io.railhead.twin.Fault;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// A run stays only when the switch shows that it works, or does not show anything of it.
class SwitchShownTest {
    @TempDir Path folder;

    @ParameterizedTest
    @EnumSource(
            value = SwitchSystem.class,
            names = {"NXOS", "EOS", "SONIC", "NVUE"})
    void whatTheSwitchShowsOfTheClassIsToldWithTheRun(SwitchSystem system) throws IOException {
        try (Site site = new Site(system, Behaviour.USUAL, folder)) {
            HostOutcome made = site.apply(site.newRun());
            assertThat(made.state()).as(made.why()).isEqualTo(State.DONE);
            assertThat(made.why()).contains("shown: PFC on priority 3 on");
            assertThat(made.why()).contains("no-drop class on").contains("ECN on");
            if (system == SwitchSystem.SONIC) {
                assertThat(made.why()).contains("not shown: its queue on");
            } else {
                assertThat(made.why()).contains("its queue on").doesNotContain("not shown");
            }
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = SwitchSystem.class,
            names = {"NXOS", "EOS", "SONIC", "NVUE"})
    void linesThatWereTakenWhilePfcDoesNotComeUpAreTakenBack(SwitchSystem system)
            throws IOException {
        assertTakenBack(system, Fault.PFC_STAYS_DOWN, "PFC does not run for priority 3");
    }

    @ParameterizedTest
    @EnumSource(
            value = SwitchSystem.class,
            names = {"NXOS", "EOS", "SONIC", "NVUE"})
    void linesThatWereTakenWhileTheQueueDoesNotMarkAreTakenBack(SwitchSystem system)
            throws IOException {
        assertTakenBack(system, Fault.QUEUE_DOES_NOT_MARK, "does not mark");
    }

    private void assertTakenBack(SwitchSystem system, Fault fault, String said) throws IOException {
        try (Site site = new Site(system, Behaviour.USUAL.with(fault), folder)) {
            String before = site.box.running();
            HostOutcome made = site.apply(site.newRun());
            assertThat(made.state()).as(made.why()).isEqualTo(State.REVERTED);
            assertThat(made.why()).contains("lines were taken").contains(said).contains("says «");
            assertThat(site.box.running()).isEqualTo(before);
            assertThat(site.box.startup()).isEqualTo(before);
            assertThat(site.box.checkpoints()).isEmpty();
            assertThat(site.box.timers()).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = SwitchSystem.class,
            names = {"NXOS", "EOS"})
    void aPortWithoutLinkIsNoFaultOfTheRun(SwitchSystem system) throws IOException {
        try (Site site = new Site(system, Behaviour.USUAL.with(Fault.PORTS_WITHOUT_LINK), folder)) {
            HostOutcome made = site.apply(site.newRun());
            assertThat(made.state()).as(made.why()).isEqualTo(State.DONE);
            assertThat(made.why()).contains("which has no link");
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = SwitchSystem.class,
            names = {"NXOS", "EOS", "SONIC", "NVUE"})
    void whereTheSwitchDoesNotAnswerItIsSetAndNotShown(SwitchSystem system) throws IOException {
        try (Site site = new Site(system, Behaviour.USUAL.with(Fault.SHOWS_NO_CLASSES), folder)) {
            HostOutcome made = site.apply(site.newRun());
            assertThat(made.state()).as(made.why()).isEqualTo(State.DONE);
            assertThat(made.why()).startsWith("set, not shown: PFC on priority 3 on");
        }
    }
}
