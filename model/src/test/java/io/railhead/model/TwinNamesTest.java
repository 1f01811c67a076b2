package io.railhead.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TwinNamesTest {
    @Test
    void onePortInTwoDomainsIsATwin() {
        assertThat(TwinNames.areTwins("enp1s0f0np0", "enP2p1s0f0np0")).isTrue();
        assertThat(TwinNames.areTwins("enP2p1s0f1np1", "enp1s0f1np1")).isTrue();
        assertThat(TwinNames.inDomainZero("enP2p1s0f0np0")).contains("enp1s0f0np0");
    }

    @Test
    void otherPortsAndOtherNamesAreNot() {
        assertThat(TwinNames.areTwins("enp1s0f0np0", "enP2p1s0f1np1")).isFalse();
        assertThat(TwinNames.areTwins("enp1s0f0np0", "enp1s0f0np0")).isFalse();
        assertThat(TwinNames.areTwins("enp1s0f0", "enP2p1s0f0")).isFalse();
        assertThat(TwinNames.areTwins("eth0", "eth1")).isFalse();
        assertThat(TwinNames.inDomainZero("enp1s0f0np0")).isEmpty();
        assertThat(TwinNames.inDomainZero("")).isEmpty();
    }
}
