package io.railhead.checks.link;

import static io.railhead.checks.Case.fires;
import static io.railhead.checks.Case.notChecked;
import static io.railhead.checks.Case.quiet;
import static io.railhead.checks.Seen.nic;
import static io.railhead.checks.SeenLinks.sshLogin;
import static org.assertj.core.api.Assertions.assertThat;

import io.railhead.checks.Case;
import io.railhead.checks.Check;
import io.railhead.checks.CheckCases;
import io.railhead.checks.Outcomes;
import io.railhead.checks.World;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class DuplicateAddressTest implements CheckCases {

    @Override
    public Check check() {
        return new DuplicateAddress();
    }

    @Override
    public Stream<Case> cases() {
        return Stream.of(
                fires(
                                "a network file copied without a change",
                                World.pair().with("gpu02", nic("eth1").address("10.10.0.1/24")),
                                "gpu01 <-> gpu02 10.10.0.1")
                        .saying("gpu01 eth1 and on gpu02 eth1", "it is gpu01's"),
                quiet("each its own", World.pair()),
                quiet(
                        "container bridges have the same address everywhere",
                        World.pair().everywhere(nic("docker0").address("172.17.0.1/16"))),
                notChecked("no interfaces read", World.pair().without("gpu01", "ip -j addr")));
    }

    @Test
    void aLoginThatFailsToTheAddressFollowsAndOneToAnotherDoesNot() {
        assertThat(explained("10.10.0.1")).contains("ssh-passwordless-missing");
        assertThat(explained("10.10.0.9")).doesNotContain("ssh-passwordless-missing");
    }

    private Set<String> explained(String target) {
        Outcomes out = new Outcomes();
        check().run(
                        World.pair()
                                .with("gpu02", nic("eth1").address("10.10.0.1/24"))
                                .with("gpu02", sshLogin(target, "Host key verification failed."))
                                .situation(),
                        out);
        assertThat(out.findings()).hasSize(1);
        return out.findings().getFirst().explains();
    }
}
