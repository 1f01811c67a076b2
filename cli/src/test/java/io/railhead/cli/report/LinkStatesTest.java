package io.railhead.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.railhead.cli.report.LinkStates.PortState;
import io.railhead.cli.report.LinkStates.State;
import io.railhead.model.intent.Cluster;
import io.railhead.model.intent.Host;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LinkStatesTest {

    /// Of four hosts the test from the first to the last gave no value, all others did.
    @Test
    void aPortWhoseTestsFailedIsNotSaidToBeUp() {
        ReportData data = SampleReport.fleet(4, 1);
        Cluster cluster = data.cluster().orElseThrow();
        LinkStates states = LinkStates.of(data, cluster);
        assertThat(of(states, cluster, "gpu001"))
                .isEqualTo(
                        new PortState(State.DIFFERS, "traffic passed, but 1 test gave no value"));
        assertThat(of(states, cluster, "gpu004").state()).isEqualTo(State.DIFFERS);
        assertThat(of(states, cluster, "gpu003"))
                .isEqualTo(new PortState(State.UP, "traffic passed"));
    }

    private static PortState of(LinkStates states, Cluster cluster, String name) {
        Optional<Host> host = cluster.host(name);
        return states.of(host.orElseThrow(), host.orElseThrow().rails().getFirst());
    }

    @Test
    void numbersEndWithADigit() {
        assertThat(Words.number(6.004)).isEqualTo("6");
        assertThat(Words.number(30.04)).isEqualTo("30");
        assertThat(Words.number(0.5)).isEqualTo("0.5");
        assertThat(Words.number(1.25)).isEqualTo("1.25");
    }

    @Test
    void aRunWithFailuresIsNotPraisedWhole() {
        ReportData whole = SampleReport.fleet(4, 1);
        assertThat(Headline.of(whole)).doesNotContain("every expectation was met");
        assertThat(Headline.of(whole)).contains("1 test gave no value.");
    }
}
