package io.railhead.configure.resource;

import io.railhead.model.Risk;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// Files that decide whether anybody can still log in, become root, or reach the machine: accounts,
/// sudo, sshd and its keys, PAM, name services, mounts at boot, network and packet filters. A fault
/// in one of them shows only when the next login fails, so a change of one is made under a
/// dead-man's switch, whose fresh connection is that login.
final class AccessFile {
    /// passwd(5), shadow(5), group(5), sudoers(5), sshd_config(5), sshd(8) AUTHORIZED_KEYS FILE
    /// FORMAT, pam.d(5), pam_access(8) and its fellows, nsswitch.conf(5), fstab(5), nologin(5),
    /// hosts_access(5), ld.so(8), netplan(5), interfaces(5), systemd.network(5),
    /// NetworkManager.conf(5), nftables(8).
    private static final Pattern PATHS =
            Pattern.compile(
                    "/etc/(g?shadow|passwd|group)-?"
                            + "|/etc/(subuid|subgid|login\\.defs|nologin|securetty|shells)"
                            + "|/etc/(sudoers|sudo\\.conf|doas\\.conf)|/etc/sudoers\\.d/.*"
                            + "|/etc/polkit-1/.*"
                            + "|/etc/ssh/(?!ssh_config|ssh_known_hosts).*"
                            + "|/etc/default/ssh|/etc/sysconfig/sshd"
                            + "|(/.*)?/\\.ssh/(authorized_keys.*|rc|environment)"
                            + "|/.*/authorized_keys2?"
                            + "|/etc/pam\\.conf|/etc/pam\\.d/.*|/etc/security/(?!limits\\.).*"
                            + "|/etc/(nsswitch|krb5|nscd|nslcd|ldap)\\.conf|/etc/sssd/.*"
                            + "|/etc/(fstab|crypttab)|/etc/(profile|environment|bash\\.bashrc)"
                            + "|/.*/\\.(profile|bashrc|bash_profile|bash_login|zshenv|cshrc)"
                            + "|/etc/hosts\\.(allow|deny)|/etc/ld\\.so\\.(preload|conf)"
                            + "|/etc/ld\\.so\\.conf\\.d/.*"
                            + "|/etc/netplan/.*|/etc/network/.*|/etc/systemd/network/.*"
                            + "|/etc/NetworkManager/.*|/etc/sysconfig/network-scripts/.*"
                            + "|/etc/nftables\\.conf|/etc/nftables\\.d/.*|/etc/iptables/.*"
                            + "|/etc/ufw/.*|/etc/firewalld/.*|/etc/default/ufw"
                            + "|/(etc|run|usr/lib|lib)/systemd/system/(.*/)?(sshd?[.@].*"
                            + "|NetworkManager\\..*|systemd-(networkd|logind|resolved)\\..*)"
                            + "|/(usr/)?s?bin/.*|/(usr/)?lib(64|exec)?/.*|/boot/.*");

    /// Programs that know whether such a file is sound, by the path it is for.
    private enum Judge {
        SSHD(
                "/etc/ssh/sshd_config(\\.d/.*)?",
                "sshd=$(command -v sshd || echo /usr/sbin/sshd)\n"
                        + "if [ -x \"$sshd\" ]; then\n"
                        // It also fails for want of host keys, or of its directory.
                        + "    said=$(\"$sshd\" -t 2>&1) || case $said in"
                        + " */etc/ssh/sshd_config*)\n"
                        + "        rh_fail \"sshd -t does not take it:"
                        + " $(printf %s \"$said\" | head -n 1)\" || exit 1 ;; esac\n"
                        + "fi\n"),
        SUDO(
                "/etc/sudoers(\\.d/.*)?",
                "if rh_have visudo; then\n"
                        + "    said=$(visudo -c 2>&1) || rh_fail \"visudo -c does not take it:"
                        + " $(printf %s \"$said\" | grep -v ': parsed OK$' | head -n 1)\""
                        + " || exit 1\n"
                        + "fi\n");

        private final Pattern paths;
        private final String script;

        Judge(String paths, String script) {
            this.paths = Pattern.compile(paths);
            this.script = script;
        }
    }

    private AccessFile() {}

    static boolean is(String path) {
        return PATHS.matcher(path).matches();
    }

    /// The risk of writing a file at a path that none of Railhead's own resources knows about.
    static Risk risk(String path) {
        return is(path) ? Risk.MAY_DISCONNECT : Risk.LOW;
    }

    /// @param verify shell that reads the file back
    /// @return the same, and then what the program that reads the file says of it
    static String verify(String path, String verify) {
        Optional<Judge> judge =
                List.of(Judge.values()).stream()
                        .filter(j -> j.paths.matcher(path).matches())
                        .findFirst();
        return judge.map(j -> verify + " || exit 1\n" + j.script).orElse(verify);
    }
}
