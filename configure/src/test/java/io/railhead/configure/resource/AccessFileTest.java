package io.railhead.configure.resource;

import static org.assertj.core.api.Assertions.assertThat;

import io.railhead.model.Risk;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AccessFileTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/etc/passwd",
                "/etc/shadow",
                "/etc/group",
                "/etc/sudoers",
                "/etc/sudoers.d/90-ops",
                "/etc/ssh/sshd_config",
                "/etc/ssh/sshd_config.d/50-local.conf",
                "/etc/ssh/ssh_host_ed25519_key",
                "/etc/ssh/authorized_keys/ann",
                "/root/.ssh/authorized_keys",
                "/home/ann/.ssh/authorized_keys2",
                "/home/ann/.bashrc",
                "/etc/pam.d/sshd",
                "/etc/security/access.conf",
                "/etc/nsswitch.conf",
                "/etc/fstab",
                "/etc/nologin",
                "/etc/hosts.deny",
                "/etc/ld.so.preload",
                "/etc/netplan/10-site.yaml",
                "/etc/nftables.conf",
                "/etc/systemd/network/10-eth0.network",
                "/etc/systemd/system/ssh.service.d/limits.conf",
                "/etc/systemd/system/ssh@.service",
                "/usr/sbin/sshd",
                "/bin/sh"
            })
    void whatDecidesWhoGetsInMayDisconnect(String path) {
        assertThat(AccessFile.risk(path)).isEqualTo(Risk.MAY_DISCONNECT);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/etc/exports",
                "/etc/hosts",
                "/etc/security/limits.conf",
                "/etc/security/limits.d/95-rdma.conf",
                "/etc/ssh/ssh_config",
                "/etc/ssh/ssh_known_hosts",
                "/root/.ssh/config",
                "/home/ann/.ssh/known_hosts",
                "/etc/passwd.d/x",
                "/srv/etc/passwd",
                "/etc/profile.d/nccl.sh",
                "/etc/systemd/system/roce-qos.service",
                "/usr/local/bin/tool",
                "/etc/modprobe.d/mlx4.conf"
            })
    void otherFilesDoNot(String path) {
        assertThat(AccessFile.risk(path)).isEqualTo(Risk.LOW);
    }

    @org.junit.jupiter.api.Test
    void theProgramThatReadsAFileHasItsSay() {
        assertThat(AccessFile.verify("/etc/ssh/sshd_config.d/x.conf", "v")).contains("-t", "v || ");
        assertThat(AccessFile.verify("/etc/sudoers", "v")).contains("visudo -c");
        assertThat(AccessFile.verify("/etc/exports", "v")).isEqualTo("v");
    }
}
