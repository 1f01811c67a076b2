package io.railhead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.railhead.lab.Readiness;
import java.util.List;
import org.junit.jupiter.api.Test;

class LabCommandTest {
    private final TestConsole terminal = TestConsole.create();

    @Test
    void withoutAVerbItShowsItsOwn() {
        assertThat(terminal.run("lab")).isEqualTo(Exit.USAGE);
        assertThat(terminal.err()).contains("up", "down", "status", "ssh");
    }

    @Test
    void helpListsFaultsAndProfiles() {
        assertThat(terminal.run("lab", "up", "--help")).isEqualTo(Exit.OK);
        assertThat(terminal.out()).contains("rail-mtu:HOST/IFACE[=MTU]", "mlx5", "rxe");
    }

    @Test
    void aFaultThatIsNoneIsRefusedBeforeAnythingIsMade() {
        assertThat(terminal.run("lab", "up", "--fault", "rail-mut:h1/eth1")).isEqualTo(Exit.USAGE);
        assertThat(terminal.err()).contains("rail-mut", "rail-mtu");
    }

    @Test
    void anUnknownFormatIsRefused() {
        assertThat(terminal.run("lab", "status", "--format", "sarif")).isEqualTo(Exit.USAGE);
    }

    @Test
    void removingALabThatIsNotThereIsNoFailure() {
        assertThat(terminal.run("lab", "down", "no-such-lab")).isEqualTo(Exit.OK);
        assertThat(terminal.out()).contains("there is no lab no-such-lab");
    }

    @Test
    void dashesBeforeTheCommandAreNoPartOfIt() {
        assertThat(LabCommand.Ssh.spoken(List.of("--", "ip", "--", "a")))
                .containsExactly("ip", "--", "a");
        assertThat(LabCommand.Ssh.spoken(List.of("ip", "a"))).containsExactly("ip", "a");
        assertThat(LabCommand.Ssh.spoken(List.of())).isEmpty();
    }

    @Test
    void whyThereIsNoLabIsOneLineWithWhatToDo() {
        assertThat(
                        LabUpCommand.unready(
                                new Readiness.Lacks(List.of("openssh-server"), List.of("iperf3"))))
                .contains("openssh-server", "iperf3")
                .doesNotContain("\n");
        assertThat(LabUpCommand.unready(new Readiness.Cannot("a lab needs root", "use sudo")))
                .isEqualTo("a lab needs root; use sudo");
    }
}
