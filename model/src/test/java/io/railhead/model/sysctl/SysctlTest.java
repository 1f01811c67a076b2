package io.railhead.model.sysctl;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class SysctlTest {
    @Test
    void bothSpellingsOfAKeyAreOne() {
        for (String key :
                List.of(
                        "net.ipv4.conf.eth0/100.mtu",
                        "net/ipv4/conf/eth0.100/mtu",
                        "-net/ipv4/conf/eth0.100/mtu")) {
            assertThat(SysctlKey.dotted(key)).isEqualTo("net.ipv4.conf.eth0/100.mtu");
            assertThat(SysctlKey.path(key)).isEqualTo("net/ipv4/conf/eth0.100/mtu");
        }
        assertThat(SysctlKey.ofPath("abi")).isEqualTo("abi");
        assertThat(SysctlKey.folded(" 4096\t87380  6291456\n")).isEqualTo("4096 87380 6291456");
    }

    @Test
    void aDropInHidesOneOfItsNameInALaterFolderAndTheLastTwoComeLast() {
        assertThat(
                        SysctlOrder.of(
                                List.of(
                                        "/etc/ufw/sysctl.conf",
                                        "/etc/sysctl.conf",
                                        "/usr/lib/sysctl.d/50-rdma.conf",
                                        "/usr/lib/sysctl.d/10-first.conf",
                                        "/srv/mine.conf",
                                        "/etc/sysctl.d/50-rdma.conf")))
                .containsExactly(
                        "/usr/lib/sysctl.d/10-first.conf",
                        "/etc/sysctl.d/50-rdma.conf",
                        "/srv/mine.conf",
                        "/etc/sysctl.conf",
                        "/etc/ufw/sysctl.conf");
    }

    @Test
    void dropInsGoByTheirNameWhateverTheirFolder() {
        assertThat(SysctlOrder.isNamedAfter("/usr/lib/sysctl.d/99-zzz.conf", SysctlOrder.OURS))
                .isTrue();
        assertThat(SysctlOrder.isNamedAfter("/etc/sysctl.d/99-sysctl.conf", SysctlOrder.OURS))
                .isFalse();
    }
}
