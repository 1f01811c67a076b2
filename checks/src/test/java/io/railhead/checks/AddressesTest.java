package io.railhead.checks;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class AddressesTest {

    @Test
    void anIpv6AddressIsTheSameHoweverItIsWritten() {
        assertThat(Addresses.same("fd00:1::1", "FD00:0001:0:0::0001")).isTrue();
        assertThat(Addresses.same("fd00:1::1", "fd00:1::2")).isFalse();
    }

    @Test
    void anIpv4AddressIsItsText() {
        assertThat(Addresses.same("10.0.0.1", "10.0.0.1")).isTrue();
        assertThat(Addresses.same("10.0.0.1", "10.0.0.10")).isFalse();
        assertThat(Addresses.same("10.0.0.1", "::ffff:10.0.0.1")).isFalse();
    }
}
