package io.railhead.configure.resource;

import static org.assertj.core.api.Assertions.assertThat;

import io.railhead.configure.Observed;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class SshdSettingsTest {

    private static String why(String user, String... notes) {
        TreeMap<String, String> all = new TreeMap<>();
        all.put("home", user.equals("root") ? "/root" : "/home/" + user);
        all.put("home-access", "755 1000");
        all.put("uid", "1000");
        all.put("groups", "users video");
        for (String n : notes) {
            all.put(n.substring(0, n.indexOf('=')), n.substring(n.indexOf('=') + 1));
        }
        Observed is = new Observed(Map.of(), new LinkedHashMap<>(), all);
        return SshdSettings.of(user, is).fault(is).map(SshdSettings.Fault::why).orElse("");
    }

    @Test
    void defaultsLetAKeyIn() {
        assertThat(why("ann")).isEmpty();
        assertThat(
                        why(
                                "root",
                                "sshd:permitrootlogin=without-password",
                                "sshd:authorizedkeysfile=.ssh/authorized_keys .ssh/keys2",
                                "sshd:authenticationmethods=any",
                                "sshd:pubkeyauthentication=yes",
                                "sshd:strictmodes=yes"))
                .isEmpty();
    }

    @Test
    void whatForbidsTheLoginIsNamed() {
        assertThat(why("ann", "sshd:pubkeyauthentication=no"))
                .contains("PubkeyAuthentication is no");
        assertThat(why("root", "sshd:permitrootlogin=no")).contains("PermitRootLogin is no");
        assertThat(why("root", "sshd:permitrootlogin=forced-commands-only"))
                .contains("PermitRootLogin");
        assertThat(why("ann", "sshd:permitrootlogin=no")).isEmpty();
        assertThat(why("ann", "sshd:authenticationmethods=publickey,password"))
                .contains("AuthenticationMethods");
        assertThat(why("ann", "sshd:authenticationmethods=publickey,password publickey")).isEmpty();
        assertThat(why("ann", "sshd:pubkeyacceptedalgorithms=rsa-sha2-512"))
                .contains("without ssh-ed25519");
        assertThat(why("ann", "sshd:authorizedkeysfile=/etc/keys/%u"))
                .contains("AuthorizedKeysFile");
        assertThat(why("ann", "sshd:authorizedkeysfile=none")).contains("AuthorizedKeysFile");
        assertThat(why("ann", "sshd:authorizedkeysfile=%h/.ssh/authorized_keys")).isEmpty();
        assertThat(why("ann", "sshd:authorizedkeysfile=/home/%u/.ssh/authorized_keys")).isEmpty();
        assertThat(why("ann", "sshd=is not installed")).isEqualTo("sshd is not installed");
    }

    @Test
    void listsOfAccountsCount() {
        assertThat(why("ann", "sshd:allowusers:1=bob")).contains("AllowUsers");
        assertThat(why("ann", "sshd:allowusers:1=bob", "sshd:allowusers:2=a?n@10.*")).isEmpty();
        assertThat(why("ann", "sshd:denyusers:1=a*")).contains("DenyUsers");
        assertThat(why("ann", "sshd:denyusers:1=ann@192.0.2.1")).isEmpty();
        assertThat(why("ann", "sshd:allowgroups:1=wheel")).contains("AllowGroups");
        assertThat(why("ann", "sshd:allowgroups:1=vid*")).isEmpty();
        assertThat(why("ann", "sshd:denygroups:1=video")).contains("DenyGroups");
    }

    @Test
    void aHomeThatOthersMayWriteToIsNoPlaceForKeys() {
        assertThat(why("ann", "home-access=775 1000")).contains("may be written by others");
        assertThat(why("ann", "home-access=775 1000", "sshd:strictmodes=no")).isEmpty();
        assertThat(why("ann", "home-access=755 0")).isEmpty();
        assertThat(why("ann", "home-access=755 1001")).contains("belongs to another user");
    }
}
