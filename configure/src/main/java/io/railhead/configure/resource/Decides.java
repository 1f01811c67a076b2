package io.railhead.configure.resource;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// What a file decides, by its path: whether anybody gets in, whether programs start, whether the
/// host is reached, whether it boots, what runs as root by itself. One table, so that a path stands
/// in one place with its reason.
enum Decides {
    /// A fault shows when the next login fails; the switch's fresh connection is such a login.
    LOGIN("decides who gets in"),
    /// sshd reads its settings when it starts, and the fresh connection is served by the old one;
    /// it is asked beforehand what it would then say: `sshd.sh`.
    SSHD_SETTINGS(
            "decides who gets in from sshd's next restart or reload on; the dead-man's switch does"
                    + " not guard that moment: sshd -T is asked whether this login would be let in"
                    + " again by key, and when not, the run is taken back"),
    /// Of these it cannot be asked.
    SSHD(
            "decides who gets in, and takes effect when sshd is restarted or reloaded: the"
                    + " dead-man's switch does not guard that moment"),
    PROGRAMS("decides whether programs start at all"),
    /// Netplan's files do nothing until netplan is told to read them.
    NETPLAN(
            "decides whether the host is reached, and takes effect with the next «netplan apply» or"
                    + " restart, not now: the dead-man's switch does not guard that moment"),
    NETWORK("decides whether the host is reached"),
    /// The switch waits for less than a restart: it guards what the file does at once, no more.
    BOOT("takes effect at the next boot, which the dead-man's switch does not wait for"),
    ROOT("is run as root by the machine itself");

    private final String reason;

    Decides(String reason) {
        this.reason = reason;
    }

    String reason() {
        return reason;
    }

    /// @param paths the paths, as a regular expression
    private record Rule(Decides what, Pattern paths) {}

    private static Rule rule(Decides what, String... paths) {
        return new Rule(what, Pattern.compile(String.join("|", paths)));
    }

    /// Names of programs that Railhead, a login or the boot calls without saying where they are.
    static final String TOOLS =
            "(ba|da|z|c|tc|k)?sh|\\[|test|true|false|env|printf|echo|cat|tac|cp|mv|rm|ln|ls|mkdir"
                    + "|rmdir|mktemp|touch|chmod|chown|chgrp|stat|readlink|realpath|dirname|basename"
                    + "|head|tail|cut|tr|sort|uniq|wc|tee|od|date|sleep|sync|dd|id|whoami|uname"
                    + "|getent|grep|[efz]grep|[gmn]?awk|sed|find|xargs|base64|sha256sum|md5sum"
                    + "|timeout|nohup|setsid|seq|kill|ps|pgrep|pkill|mount|umount|findmnt|lsblk"
                    + "|blkid|busybox|sudo|su|doas|login|visudo|sshd?|sftp|scp|ssh-.*|ip|ss|tc"
                    + "|bridge|rdma|ethtool|sysctl|modprobe|insmod|rmmod|depmod|lsmod|kmod|udevadm"
                    + "|systemctl|systemd.*|journalctl|loginctl|networkctl|resolvectl|hostnamectl"
                    + "|service|netplan|nmcli|ifup|ifdown|ifquery|dhclient|dhcpcd|nft|ip6?tables.*"
                    + "|cloud-init|restorecon|apt|apt-.*|dpkg|dpkg-.*|dnf|yum|rpm|python3?|perl"
                    + "|init|reboot|shutdown|update-.*|grub.*|dracut|mkinitramfs|nvidia-smi";

    /// The first that fits counts. By their manuals: passwd(5), shadow(5), sudoers(5), sshd(8),
    /// pam.d(5), pam_limits(8), pam_nologin(8), nsswitch.conf(5), bash(1), environment(5),
    /// hosts_access(5), ld.so(8), ldconfig(8), update-alternatives(1), selinux_config(5),
    /// resolver(5), netplan(5), interfaces(5), systemd.network(5), NetworkManager.conf(5),
    /// nftables(8), dhclient-script(8), fstab(5), crypttab(5), systemd.unit(5), udev(7),
    /// systemd-system.conf(5), modprobe.d(5), modules-load.d(5), sysctl.d(5), tmpfiles.d(5),
    /// inittab(5), crontab(5), at(1), update-motd(5), logrotate(8), apt.conf(5), polkit(8).
    private static final List<Rule> RULES =
            List.of(
                    rule(SSHD_SETTINGS, "/etc/ssh/sshd_config(\\.d/.*)?"),
                    rule(
                            SSHD,
                            "/etc/ssh/ssh_host_.*key(\\.pub|-cert\\.pub)?",
                            "/etc/(default/ssh|sysconfig/sshd)",
                            "/(etc|run|usr/local/lib|usr/lib|lib)/systemd/(.*/)?sshd?[.@].*"),
                    rule(
                            LOGIN,
                            "/etc/(g?shadow|passwd|group)-?",
                            // As long as it is there, no account can be made, changed or mended.
                            "/etc/(((g?shadow|passwd|group|subuid|subgid)\\.lock)|\\.pwd\\.lock)",
                            // Where sshd parts with its rights: it must be empty, and root's.
                            "/var/empty(/.*)?",
                            // Keys, and how root connects from here; sshd asks whose they are.
                            "/root/\\.ssh(/.*)?",
                            "/etc/(subuid|subgid|login\\.(defs|access)|securetty|shells)",
                            "(/etc|/(var/)?run)/nologin",
                            "/etc/(sudoers|sudo\\.conf|doas\\.conf)|/etc/sudoers\\.d/.*",
                            "/etc/polkit-1/.*|/etc/opasswd",
                            "/etc/ssh/(?!ssh_config|ssh_known_hosts).*",
                            "/etc/(default/ssh|sysconfig/sshd)|/etc/crypto-policies/.*",
                            "(/.*)?/\\.ssh/(authorized_keys.*|rc|environment)",
                            "/.*/authorized_keys2?",
                            "/etc/pam\\.conf|/etc/pam\\.d/.*|/etc/security/.*",
                            "/etc/(nsswitch|krb5|nscd|nslcd|ldap)\\.conf|/etc/sssd/.*",
                            "/etc/profile|/etc/profile\\.d/.*|/etc/environment(\\.d/.*)?",
                            "/etc/(bash\\.bashrc|bashrc|bash\\.bash_logout)",
                            "/etc/(t?csh.*|zprofile|zshenv|zshrc|zlogin|zlogout)|/etc/zsh/.*",
                            "/.*/\\.(profile|bashrc|bash_profile|bash_login|bash_logout|zshenv"
                                    + "|zprofile|zshrc|zlogin|cshrc|tcshrc|login|pam_environment)",
                            "/etc/hosts\\.(allow|deny)",
                            "/(etc|run|usr/local/lib|usr/lib|lib)/systemd/(.*/)?(sshd?[.@].*"
                                    + "|systemd-logind\\..*|logind\\.conf.*)"),
                    rule(
                            PROGRAMS,
                            "/etc/ld\\.so\\.(preload|conf|cache)|/etc/ld\\.so\\.conf\\.d/.*",
                            "/etc/alternatives/.*|/etc/ssl/openssl\\.cnf",
                            "/etc/(selinux|apparmor|apparmor\\.d)/.*|/etc/sysconfig/selinux",
                            // Found before the system's own of that name.
                            "/usr/local/s?bin/(" + TOOLS + ")",
                            "/(usr/)?s?bin/.*"),
                    rule(NETPLAN, "/(etc|run)/netplan/.*"),
                    rule(
                            NETWORK,
                            "/etc/(resolv|host|dhcpcd)\\.conf|/etc/resolvconf/.*",
                            // By it a DHCP server knows the host; names are looked up there first.
                            "/etc/(machine-id|hosts|hostname)",
                            "/etc/network/.*|/(etc|run)/systemd/network/.*",
                            "/etc/NetworkManager/.*|/etc/sysconfig/network.*",
                            "/etc/(dhcp|cloud|wireguard|wpa_supplicant)/.*",
                            "/etc/nftables\\.conf|/etc/nftables\\.d/.*|/etc/iptables/.*",
                            "/etc/sysconfig/ip6?tables.*|/etc/default/(ufw|networking|grub-ifnames)",
                            "/etc/ufw/.*|/etc/firewalld/.*",
                            "/(etc|run|usr/local/lib|usr/lib|lib)/systemd/(.*/)?(NetworkManager\\..*"
                                    + "|systemd-(networkd|resolved)\\..*|(networkd|resolved)\\.conf.*)"),
                    rule(
                            BOOT,
                            "/(boot|efi)/.*|/\\.autorelabel|/etc/(fstab|crypttab|inittab|rc\\.local|mdadm\\.conf)",
                            "/etc/(mdadm|lvm|multipath|iscsi|cryptsetup-initramfs)/.*",
                            "/etc/multipath\\.conf",
                            "/etc/default/(grub|grub\\.d/.*|kdump.*)|/etc/(grub|grub2|grub\\.d)(/.*)?",
                            "/etc/grub2?(-efi)?\\.cfg|/etc/(kernel|initramfs-tools|dracut\\.conf\\.d"
                                    + "|mkinitcpio\\.d|init\\.d|rc[0-9S]?\\.d|init)(/.*)?",
                            "/etc/(dracut|mkinitcpio|kernel-img)\\.conf",
                            "/(etc|run)/(modprobe\\.d|modules-load\\.d|udev|sysctl\\.d|tmpfiles\\.d"
                                    + "|sysusers\\.d|binfmt\\.d)/.*",
                            "/etc/(modprobe\\.conf|modules|sysctl\\.conf|sysconfig/modules/.*)",
                            "/etc/rdma/modules/.*|/etc/infiniband/.*",
                            "/(etc|run|usr/local/lib)/systemd/.*",
                            "/(usr/)?lib(64|exec)?/.*"),
                    rule(
                            ROOT,
                            "/etc/(crontab|anacrontab|cron\\..*)|/etc/cron.*/.*",
                            "/var/spool/(cron|at|anacron)(/.*)?",
                            "/etc/(update-motd\\.d|logrotate\\.d|apt/apt\\.conf\\.d|dpkg/dpkg\\.cfg\\.d"
                                    + "|needrestart|acpi|ppp|dbus-1|smartmontools)/.*",
                            "/etc/(logrotate|rsyslog)\\.conf|/etc/apt/apt\\.conf",
                            "/etc/slurm/(prolog|epilog).*",
                            // Services of runit; what a message on the bus starts; scripts of
                            // packages, which run when one is changed or taken back.
                            "/etc/sv/.*|/usr/share/dbus-1/.*|/var/lib/dpkg/.*",
                            "/root/\\.config/systemd/.*"));

    /// What a file at this path decides; empty where it is read only by what it was written for.
    static Optional<Decides> of(String path) {
        return RULES.stream()
                .filter(r -> r.paths.matcher(path).matches())
                .map(Rule::what)
                .findFirst();
    }
}
