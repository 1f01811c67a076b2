package io.railhead.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import io.railhead.model.Facts;
import io.railhead.model.Probe;
import io.railhead.model.Transcript;
import io.railhead.model.Unavailable;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.HostName;
import io.railhead.model.fact.LogEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class ParsersTest {

    private static Transcript run(String command, String out, String err, int exit) {
        return new Transcript(
                "gpu01", command, out, err, exit, Instant.EPOCH, Duration.ofMillis(1500), false);
    }

    @Test
    void aMissingToolIsUnavailableByName() {
        Facts facts =
                Parsers.installed()
                        .read(List.of(run("sudo -n /usr/sbin/ethtool -i eth1", "", "", 127)));
        assertThat(facts.unavailable())
                .extracting(Unavailable::why)
                .containsExactly("ethtool not installed");
        assertThat(facts.machines()).containsExactly("gpu01");
    }

    @Test
    void whatASwitchDoesNotKnowIsNoErrorOfIts() {
        for (Transcript t :
                List.of(
                        run("nv show interface counters", "Error: Invalid config\n", "", 2),
                        run(
                                "show priority-flow-control",
                                "                ^\n% Invalid input detected at '^' marker.\n",
                                "",
                                0),
                        run(
                                "show buffer information",
                                "Usage: show [OPTIONS] COMMAND\n\nError: No such command \"buffer\".",
                                "",
                                2))) {
            Facts facts = Parsers.installed().read(List.of(t));
            assertThat(facts.unavailable())
                    .as(t.command())
                    .extracting(Unavailable::why)
                    .singleElement()
                    .asString()
                    .startsWith("the switch does not know the command: ");
            assertThat(facts.of("gpu01", LogEvent.class)).as(t.command()).isEmpty();
        }
    }

    @Test
    void aCommandKilledAtItsLimitIsUnavailable() {
        Facts facts = Parsers.installed().read(List.of(run("ethtool -i eth1", "", "", -1)));
        assertThat(facts.unavailable())
                .extracting(Unavailable::why)
                .containsExactly("timed out after 1.5 s without output");
    }

    @Test
    void outputOfAnUnknownCommandIsSaidToBeUnrecognised() {
        Facts facts = Parsers.installed().read(List.of(run("frobnicate", "x y z\n", "", 0)));
        assertThat(facts.unavailable())
                .extracting(Unavailable::why)
                .containsExactly("not recognised: no parser reads it");
    }

    @Test
    void recordedOutputIsMarked() {
        Facts facts =
                Parsers.installed()
                        .read(
                                List.of(
                                        run(
                                                "ethtool -i eth1",
                                                "driver: mlx5_core\n",
                                                "railhead-lab: recorded from ethtool-i/mlx5.txt\n",
                                                0)));
        assertThat(facts.recorded()).containsExactly("gpu01: ethtool -i eth1");
    }

    @Test
    void aParserThatThrowsInSpiteOfAllIsCaught() {
        Parsers parsers = Parsers.of(List.of(new Broken()));
        Facts facts = parsers.read(List.of(run("broken", "text", "", 0)));
        assertThat(facts.unavailable())
                .singleElement()
                .extracting(Unavailable::why)
                .asString()
                .contains("broken", "boom");
        assertThat(parsers.recognise("text")).isEmpty();
    }

    @Test
    void aPastedFileIsReadByWhatItHolds() {
        Facts facts =
                Parsers.installed()
                        .read(
                                List.of(
                                        Transcript.ofFile(
                                                "output.txt",
                                                "# ethtool -i eth7\n"
                                                        + "driver: ice\n"
                                                        + "firmware-version: 4.40\n")));
        assertThat(facts.all("").toList()).hasSize(1);
    }

    private static final class Broken implements Parser {
        @Override
        public String name() {
            return "broken";
        }

        @Override
        public List<Probe> probes() {
            return List.of();
        }

        @Override
        public Set<Class<? extends Fact>> gives() {
            return Set.of(HostName.class);
        }

        @Override
        public boolean readsCommand(String command) {
            return command.equals("broken");
        }

        @Override
        public boolean recognises(String text) {
            throw new IllegalStateException("boom");
        }

        @Override
        public Reading read(Transcript transcript) {
            throw new IllegalStateException("boom");
        }
    }

    @Test
    void probesAreThoseOfTheWantedKindsOnly() {
        assertThat(Parsers.installed().probes(Set.of())).isEmpty();
        assertThat(Optional.of(Parsers.installed().probes(Parsers.installed().kinds())))
                .get(org.assertj.core.api.InstanceOfAssertFactories.LIST)
                .isNotEmpty();
    }
}
