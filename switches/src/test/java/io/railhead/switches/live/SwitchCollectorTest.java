package io.railhead.switches.live;

import static org.assertj.core.api.Assertions.assertThat;

import io.railhead.model.Transcript;
import io.railhead.model.intent.SwitchSystem;
import io.railhead.reach.Collected;
import io.railhead.twin.Behaviour;
import io.railhead.twin.EmulatedSwitch;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// What is read of a switch, where it does not answer all of it.
class SwitchCollectorTest {
    @TempDir private Path folder;

    @ParameterizedTest
    @EnumSource(
            value = SwitchSystem.class,
            names = {"NXOS", "EOS", "SONIC", "NVUE"})
    void aCommandThatASwitchDoesNotKnowIsEvidenceThatIsMissingAndNoOutput(SwitchSystem system)
            throws IOException {
        try (Site site = new Site(system, Behaviour.USUAL, folder)) {
            Collected read = site.collect();
            assertThat(read.unreachable()).isEmpty();
            assertThat(read.transcripts().getFirst().exitCode()).isZero();
            assertThat(read.transcripts().getFirst().stdout()).contains("1");
            assertThat(read.transcripts())
                    .as("none of them is known to every emulated system")
                    .anyMatch(t -> t.exitCode() != 0);
            assertThat(read.transcripts())
                    .filteredOn(t -> t.exitCode() != 0)
                    .allSatisfy(
                            t -> {
                                assertThat(t.stdout()).isEmpty();
                                assertThat(t.stderr()).isNotBlank();
                            });
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = SwitchSystem.class,
            names = {"NXOS", "EOS", "SONIC", "NVUE"})
    void whatWasReadBeforeAConnectionEndedIsKeptAndTheEndIsTold(SwitchSystem system)
            throws IOException {
        try (Site site = new Site(system, Behaviour.USUAL, folder)) {
            int lines = system == SwitchSystem.NXOS || system == SwitchSystem.EOS ? 6 : 2;
            site.box.cutAt(lines, EmulatedSwitch.Cut.BEFORE);
            Collected read = site.collect();
            assertThat(site.box.wasCut()).isTrue();
            assertThat(read.unreachable()).isPresent();
            assertThat(read.unreachable().orElse("")).contains("leaf1");
            assertThat(read.transcripts())
                    .extracting(Transcript::exitCode)
                    .as("what was answered before")
                    .contains(0);
        }
    }
}
