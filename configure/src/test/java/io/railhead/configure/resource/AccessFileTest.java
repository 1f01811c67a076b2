package io.railhead.configure.resource;

import static org.assertj.core.api.Assertions.assertThat;

import io.railhead.model.Risk;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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
    @CsvSource({
        "SSHD_SETTINGS, /etc/ssh/sshd_config /etc/ssh/sshd_config.d/50-x.conf",
        "SSHD, /etc/default/ssh",
        "SSHD, /etc/systemd/system/ssh.service.d/limits.conf /etc/ssh/ssh_host_rsa_key",
        "LOGIN, /etc/ssh/sshrc /root/.ssh/authorized_keys",
        "LOGIN, /run/nologin /var/run/nologin /etc/nologin /etc/profile /etc/bash.bashrc",
        "LOGIN, /etc/profile.d/site.sh /etc/zsh/zshenv /etc/security/limits.d/95-rdma.conf",
        "LOGIN, /etc/security/limits.conf /etc/systemd/logind.conf.d/x.conf /etc/environment",
        "PROGRAMS, /etc/ld.so.cache /etc/ld.so.conf /etc/ld.so.conf.d/cuda.conf",
        "PROGRAMS, /etc/ld.so.preload /etc/selinux/config /etc/alternatives/editor",
        "NETPLAN, /etc/netplan/x.yaml /run/netplan/x.yaml",
        "NETWORK, /etc/resolv.conf /etc/cloud/cloud.cfg.d/9.cfg",
        "NETWORK, /run/systemd/network/70-eth0.network /etc/systemd/resolved.conf",
        "BOOT, /etc/fstab /etc/crypttab /etc/inittab /etc/default/grub /boot/grub/grub.cfg",
        "BOOT, /etc/default/grub.d/iommu.cfg /etc/modprobe.d/mlx4.conf /etc/modules",
        "BOOT, /etc/modules-load.d/rdma.conf /etc/udev/rules.d/70-net.rules /etc/rc.local",
        "BOOT, /run/udev/rules.d/1.rules /etc/sysctl.conf /etc/sysctl.d/9.conf",
        "BOOT, /etc/tmpfiles.d/x.conf /etc/systemd/system/roce-qos.service",
        "BOOT, /etc/systemd/system.conf /usr/local/lib/systemd/system/a.service",
        "BOOT, /etc/initramfs-tools/modules /etc/init.d/openibd",
        "ROOT, /etc/crontab /etc/cron.d/site /etc/cron.daily/x /var/spool/cron/crontabs/root",
        "ROOT, /var/spool/cron/root /etc/anacrontab /etc/update-motd.d/50-x /etc/logrotate.d/x",
        "ROOT, /etc/apt/apt.conf.d/50-hook /etc/cron.allow",
        "ROOT, /root/.config/systemd/user/a.service /var/lib/dpkg/status /etc/sv/sshd/run",
        "ROOT, /usr/share/dbus-1/system-services/org.x.service",
        "LOGIN, /etc/passwd.lock /etc/shadow.lock /etc/.pwd.lock /var/empty /var/empty/sshd",
        "LOGIN, /etc/csh.cshrc /etc/csh.login /etc/tcsh.cshrc /root/.zlogin /root/.login",
        "LOGIN, /root/.pam_environment /root/.ssh/config /root/.ssh/id_ed25519",
        "PROGRAMS, /usr/local/bin/mv /usr/local/sbin/ip /usr/local/bin/systemctl",
        "PROGRAMS, /etc/sysconfig/selinux",
        "NETWORK, /etc/machine-id /etc/hosts /etc/hostname",
        "BOOT, /.autorelabel /efi/loader/loader.conf /boot/efi/x"
    })
    void whatAFileDecidesStandsInOneTableWithItsReason(Decides what, String paths) {
        for (String path : paths.split(" ")) {
            assertThat(Decides.of(path)).as(path).contains(what);
            assertThat(AccessFile.risk(path)).as(path).isEqualTo(Risk.MAY_DISCONNECT);
            assertThat(AccessFile.why(path, "asked")).isEqualTo("asked; it " + what.reason());
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/etc/exports",
                "/etc/ssh/ssh_config",
                "/etc/ssh/ssh_known_hosts",
                "/home/ann/.ssh/config",
                "/home/ann/.config/systemd/user/a.service",
                "/usr/local/bin/mvn",
                "/usr/local/lib/mv",
                "/var/lib/dpkg-site",
                "/etc/hosts.site",
                "/home/ann/.ssh/known_hosts",
                "/etc/passwd.d/x",
                "/srv/etc/passwd",
                "/usr/local/bin/tool",
                "/etc/motd",
                "/etc/chrony/chrony.conf",
                "/etc/nccl.conf",
                "/etc/crontabs.txt",
                "/srv/boot/x",
                "/etc/systemd.conf"
            })
    void otherFilesDoNot(String path) {
        assertThat(AccessFile.risk(path)).isEqualTo(Risk.LOW);
    }

    @org.junit.jupiter.api.Test
    void theProgramThatReadsAFileHasItsSay() {
        assertThat(AccessFile.verify("/etc/ssh/sshd_config.d/x.conf", "v")).contains("-t", "v || ");
        assertThat(AccessFile.verify("/etc/sudoers", "v")).contains("visudo -c");
        assertThat(AccessFile.verify("/etc/profile.d/a.sh", "v")).contains("-l -c");
        assertThat(AccessFile.verify("/etc/fstab", "v")).contains("findmnt --verify");
        assertThat(AccessFile.verify("/etc/exports", "v")).isEqualTo("v");
    }
}
