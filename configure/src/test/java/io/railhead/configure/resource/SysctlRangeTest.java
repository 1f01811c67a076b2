package io.railhead.configure.resource;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SysctlRangeTest {
    @ParameterizedTest
    @CsvSource({
        "net.ipv4.ip_default_ttl, 300, 64, takes 1 to 255",
        "net.ipv4.ip_default_ttl, 0, 64, takes 1 to 255",
        "net.ipv4.tcp_keepalive_time, soon, 7200, 'takes a number, in decimal digits'",
        "net.ipv4.tcp_keepalive_time, 0x10, 7200, 'takes a number, in decimal digits'",
        "net.ipv4.tcp_keepalive_time, 1 2, 7200, takes a number",
        "net.ipv4.tcp_rmem, 4096 99999999999 6291456, 4096 131072 6291456, takes 1 to 2147483647",
        "net.ipv4.tcp_rmem, 4096, 4096 131072 6291456, takes 3 numbers",
        "net.core.rmem_max, 99999999999, 212992, takes 2048 to 2147483647",
        "net.ipv4.conf.eth0.rp_filter, 3, 0, takes 0 to 2",
        "net.ipv4.conf.eth0.arp_ignore, 8, 0, takes 0 to 3",
        "net.unheard.of, 99999999999, 1, takes -2147483648 to 4294967295",
        "kernel.shmmax, 99999999999999999999999, 1,"
                + " takes -9223372036854775808 to 18446744073709551615"
    })
    void whatTheKernelWouldNotTakeIsRefused(String key, String value, String live, String why) {
        assertThat(SysctlRange.refusal(key, value, live)).contains(why);
    }

    @ParameterizedTest
    @CsvSource({
        "net.ipv4.ip_default_ttl, 255, 64",
        "net.ipv4.tcp_rmem, 4096 131072 67108864, 4096 131072 6291456",
        "net.ipv4.tcp_mem, 99999999999 99999999999 99999999999, 1 2 3",
        "net.core.flow_limit_cpu_bitmap, ff, 00",
        "net.ipv4.ip_local_reserved_ports, '8080,9148-9150', 8080",
        "net.ipv4.tcp_congestion_control, bbr, cubic",
        "kernel.core_pattern, core, 1",
        "kernel.shmmax, 18446744073692774399, 1",
        "net.ipv4.tcp_keepalive_time, soon, ''"
    })
    void whatItMayTakeIsNot(String key, String value, String live) {
        assertThat(SysctlRange.refusal(key, value, live)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "net.ipv4.tcp_congestion_control, $(id), cubic, reno cubic, takes one of reno cubic",
        "net.ipv4.ip_local_port_range, 5 4, 32768 60999, '', takes the lower port first",
        "net.ipv4.ip_local_port_range, 5 70000, 32768 60999, '', takes 1 to 65535",
        "vm.dirty_bytes, 5, 16384, '', takes 8192 to"
    })
    void whatOnlyTheMachineCanTellIsRefused(
            String key, String value, String live, String available, String why) {
        assertThat(SysctlRange.refusal(key, value, live, available).orElseThrow()).startsWith(why);
        assertThat(SysctlRange.refusal(key, live, live, available)).isEmpty();
    }
}
