package io.railhead.evidence.nxos;

import static org.assertj.core.api.Assertions.assertThat;

import io.railhead.model.Transcript;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.PfcState;
import io.railhead.model.fact.PortBuffer;
import io.railhead.model.fact.Stated;
import io.railhead.model.fact.SwitchPort;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class NxosRunningConfigTest {
    private static final String PORTS =
            """
            interface Ethernet1/1
              service-policy type qos input ROCE
            interface Ethernet1/2
              mtu 9216
            """;

    @Test
    void aPortOfTheClassThatSaysNothingOfPfcLeavesItToDcbx() {
        List<PfcState> whole = pfc("version 10.4(3)\n" + PORTS);
        assertThat(whole).extracting(PfcState::port).containsExactly("Ethernet1/1");
        assertThat(whole.getFirst().mode()).isEqualTo(Optional.of(PfcState.Mode.AUTO));
        assertThat(pfc(PORTS)).as("a part may leave it out").isEmpty();
    }

    /// Beside a port that names one, so that ports of this system can.
    @Test
    void aPortThatNamesNoMtuTakesFifteenHundredBytes() {
        String version = "version 10.4(3)\n";
        assertThat(mtu(version + PORTS)).containsExactly(1500, 9216);
        assertThat(mtu(PORTS)).as("a part may leave it out").containsExactly(9216);
        String member = "  service-policy type qos input ROCE\n  channel-group 5 mode active";
        assertThat(mtu(version + PORTS.replace("  service-policy type qos input ROCE", member)))
                .as("a member has its channel's")
                .containsExactly(9216);
    }

    @Test
    void aSwitchedPortWhereNoneNamesAnMtuMayHaveItFromItsClass() {
        String port = "version 7.3(8)N1(1)\ninterface Ethernet1/1\n  switchport mode trunk\n";
        assertThat(mtu(port)).isEmpty();
        assertThat(mtu(port + "interface Ethernet1/2\n  no switchport\n  mtu 9216\n"))
                .containsExactly(9216);
        assertThat(mtu(port + "interface Ethernet1/2\n  no switchport\n")).containsExactly(1500);
    }

    @Test
    void anIngressPolicyTellsWhatIsKeptAfterAPause() {
        String policy =
                """
                policy-map type queuing IN
                  class type queuing c-in-q3
                    pause buffer-size 147456 pause-threshold 114688 resume-threshold 107688
                  class type queuing c-in-q-default
                    queue-limit dynamic 3
                """;
        String switchWide = "system qos\n  service-policy type queuing input IN\n";
        assertThat(ingress(policy))
                .as("a part that does not show who applies it")
                .extracting(PortBuffer::port)
                .containsExactly("");
        PortBuffer kept = ingress(policy + switchWide).getFirst();
        assertThat(kept.port()).isEmpty();
        assertThat(kept.index()).hasValue(3);
        assertThat(kept.bytes()).hasValue(147456);
        assertThat(kept.xoff()).hasValue(114688);
        assertThat(kept.xon()).hasValue(107688);
        String eight = policy.replace("c-in-q3", "c-in-8q-q3");
        assertThat(
                        ingress(
                                eight
                                        + "interface Ethernet1/7\n"
                                        + "  service-policy type queuing input IN\n"))
                .extracting(PortBuffer::port)
                .containsExactly("Ethernet1/7");
    }

    private static List<PortBuffer> ingress(String text) {
        return all(text, PortBuffer.class).stream().filter(b -> b.xon().isPresent()).toList();
    }

    @Test
    void theSmallestClassWithoutLossOfTheAppliedPolicyHasItsMtu() {
        String text =
                """
                policy-map type network-qos OLD
                  class type network-qos c-8q-nq3
                    pause pfc-cos 3
                    mtu 1500
                policy-map type network-qos NEW
                  class type network-qos c-8q-nq3
                    pause pfc-cos 3
                    mtu 4200
                  class type network-qos c-8q-nq-default
                    mtu 2000
                system qos
                  service-policy type network-qos NEW
                """;
        assertThat(all(text + PORTS, SwitchPort.class))
                .extracting(p -> p.setting(SwitchPort.CLASS_MTU))
                .containsOnly(Optional.of("4200"));
    }

    private static List<Integer> mtu(String text) {
        return all(text, SwitchPort.class).stream()
                .flatMap(p -> p.mtu().stream())
                .map(Stated::value)
                .toList();
    }

    private static List<PfcState> pfc(String text) {
        return all(text, PfcState.class);
    }

    private static <F extends Fact> List<F> all(String text, Class<F> type) {
        return new NxosRunningConfig()
                        .read(
                                new Transcript(
                                        "leaf1",
                                        "show running-config",
                                        text,
                                        "",
                                        0,
                                        Instant.EPOCH,
                                        Duration.ZERO,
                                        false))
                        .facts()
                        .stream()
                        .filter(type::isInstance)
                        .map(type::cast)
                        .toList();
    }
}
