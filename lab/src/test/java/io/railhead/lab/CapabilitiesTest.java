package io.railhead.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.railhead.lab.Capabilities.Row;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class CapabilitiesTest {
    /// Capabilities of linux/capability.h up to Linux 6.x: 0 to 40.
    private static final int KNOWN = 41;

    @Test
    void everyCapabilityOfTheKernelIsDecidedOnceWithAReason() {
        List<Row> table = Capabilities.table();
        assertThat(table).hasSize(KNOWN);
        assertThat(table.stream().map(Row::name).distinct()).hasSize(KNOWN);
        assertThat(table).allMatch(r -> r.reason().length() > 5);
    }

    @Test
    void nothingThatReachesTheMachineIsKept() {
        assertThat(Capabilities.table().stream().filter(Row::keep).map(Row::name))
                .doesNotContain(
                        "sys_time",
                        "sys_module",
                        "sys_rawio",
                        "sys_boot",
                        "sys_admin",
                        "mknod",
                        "dac_read_search",
                        "syslog",
                        "bpf",
                        "sys_ptrace");
    }

    @Test
    void newCapabilitiesAreDroppedUnasked() {
        assertThat(Capabilities.boundingSet()).startsWith("-all,+").contains("+net_admin");
    }

    @Test
    void thisKernelHasNoCapabilityThatTheTableLacks() throws Exception {
        Path last = Path.of("/proc/sys/kernel/cap_last_cap");
        assumeTrue(Files.exists(last), "no Linux /proc here");
        assertThat(Integer.parseInt(Files.readString(last).strip())).isLessThan(KNOWN);
    }
}
