package io.railhead.evidence.eos;

import static org.assertj.core.api.Assertions.assertThat;

import io.railhead.model.Transcript;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.PfcState;
import io.railhead.model.fact.PfcWatchdog;
import io.railhead.model.fact.PortTrust;
import io.railhead.model.fact.QueueEcn;
import io.railhead.model.fact.Stated;
import io.railhead.model.fact.SwitchPort;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class EosRunningConfigTest {
    @Test
    void whatCountsMarksMakesNone() {
        String marks =
                "      random-detect ecn minimum-threshold 98 kbytes maximum-threshold 977 kbytes"
                        + " max-mark-probability 10 weight 0\n";
        String counts = "      random-detect ecn count\n";
        assertThat(marks(counts + marks)).isTrue();
        assertThat(marks(marks + counts)).isTrue();
        assertThat(marks(counts)).isFalse();
    }

    @Test
    void theOlderWordForPfcIsRead() {
        PfcState pfc =
                one(
                        """
                        interface Ethernet1
                           priority-flow-control mode on
                           priority-flow-control priority 3 no-drop
                        """,
                        PfcState.class);
        assertThat(pfc.lossless()).isEqualTo(Optional.of(Set.of(3)));
    }

    /// A port with PFC of which nothing else is said.
    private static final String PFC =
            "interface Ethernet1\n   priority-flow-control on\n"
                    + "   priority-flow-control priority 3 no-drop\n";

    @Test
    void aSwitchedPortThatNamesNoTrustTrustsTheTag() {
        PortTrust trust = one(PFC, PortTrust.class);
        assertThat(trust.fields()).containsExactly(PortTrust.Field.PCP);
        assertThat(trust.isAsShipped()).isTrue();
    }

    @Test
    void aRoutedPortThatNamesNoTrustTrustsTheDscp() {
        assertThat(one(PFC + "   no switchport\n", PortTrust.class).fields())
                .containsExactly(PortTrust.Field.DSCP);
        assertThat(one("switchport default mode routed\n" + PFC, PortTrust.class).fields())
                .containsExactly(PortTrust.Field.DSCP);
    }

    @Test
    void aMemberOfAPortChannelTrustsWhatTheChannelDoes() {
        assertThat(all(PFC + "   channel-group 1 mode active\n", PortTrust.class)).isEmpty();
    }

    @Test
    void aPortWithoutAnyPfcHasItOffWhereOthersHaveIt() {
        assertThat(all(PFC + "interface Ethernet2\n   mtu 9214\n", PfcState.class))
                .filteredOn(p -> p.port().equals("Ethernet2"))
                .singleElement()
                .satisfies(p -> assertThat(p.lossless()).isEqualTo(Optional.of(Set.of())))
                .satisfies(p -> assertThat(p.isAsShipped()).isTrue());
        assertThat(all("interface Ethernet2\n   mtu 9214\n", PfcState.class)).isEmpty();
        assertThat(all(PFC + "interface Ethernet2\n   shutdown\n", PfcState.class)).hasSize(1);
    }

    @Test
    void aRoutedPortThatNamesNoMtuTakesFifteenHundredBytes() {
        assertThat(mtu(PFC + "   no switchport\n")).contains(1500);
        assertThat(mtu(PFC)).isEmpty();
        assertThat(mtu(PFC + "   no switchport\n   mtu 9000\n")).contains(9000);
        assertThat(mtu("interface defaults\n   mtu 9214\n" + PFC + "   no switchport\n")).isEmpty();
    }

    @Test
    void whatAWatchdogWithATimeoutOfZeroDoesIsNotKnown() {
        assertThat(watchdogs("0")).isEmpty();
        assertThat(watchdogs("0.00 recovery-time 1")).isEmpty();
        assertThat(watchdogs("0.01")).containsExactly(Optional.of(true));
        assertThat(watchdogs("0.2")).containsExactly(Optional.of(true));
        assertThat(watchdogs("10")).containsExactly(Optional.of(true));
        assertThat(all("hostname leaf3\n" + PFC, PfcWatchdog.class))
                .as("a whole configuration without one")
                .extracting(PfcWatchdog::isOn)
                .containsExactly(Optional.of(false));
    }

    private static List<Optional<Boolean>> watchdogs(String timeout) {
        String line = "priority-flow-control pause watchdog default timeout " + timeout + "\n";
        return all(line + PFC, PfcWatchdog.class).stream().map(PfcWatchdog::isOn).toList();
    }

    private static Optional<Integer> mtu(String text) {
        return one(text, SwitchPort.class).mtu().map(Stated::value);
    }

    private static boolean marks(String lines) {
        return one("interface Ethernet1\n   uc-tx-queue 3\n" + lines, QueueEcn.class).enabled();
    }

    private static <F extends Fact> F one(String text, Class<F> type) {
        return all(text, type).getFirst();
    }

    private static <F extends Fact> List<F> all(String text, Class<F> type) {
        List<Fact> facts =
                new EosRunningConfig()
                        .read(
                                new Transcript(
                                        "leaf1",
                                        "show running-config",
                                        "hostname leaf1\n" + text,
                                        "",
                                        0,
                                        Instant.EPOCH,
                                        Duration.ZERO,
                                        false))
                        .facts();
        return facts.stream().filter(type::isInstance).map(type::cast).toList();
    }
}
