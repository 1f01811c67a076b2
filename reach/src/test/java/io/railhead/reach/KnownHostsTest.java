package io.railhead.reach;

import static org.assertj.core.api.Assertions.assertThat;

import com.jcraft.jsch.HostKeyRepository;
import io.railhead.reach.KnownHosts.Verdict;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KnownHostsTest {
    @TempDir Path folder;

    private static byte[] key(String type, int content) {
        ByteArrayOutputStream key = new ByteArrayOutputStream();
        byte[] name = type.getBytes(StandardCharsets.US_ASCII);
        key.writeBytes(new byte[] {0, 0, 0, (byte) name.length});
        key.writeBytes(name);
        key.writeBytes(new byte[] {0, 0, 0, 4, 1, 2, 3, (byte) content});
        return key.toByteArray();
    }

    private static final byte[] ED = key("ssh-ed25519", 1);
    private static final byte[] OTHER_ED = key("ssh-ed25519", 2);
    private static final byte[] RSA = key("ssh-rsa", 3);

    private static String base64(byte[] key) {
        return Base64.getEncoder().encodeToString(key);
    }

    private KnownHosts of(String... lines) throws Exception {
        Path file = folder.resolve("known_hosts");
        Files.write(file, List.of(lines));
        return new KnownHosts.Cache().of(List.of(file));
    }

    private static String hashed(String name) {
        byte[] salt = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20};
        return "|1|" + base64(salt) + "|" + base64(KnownHosts.hmac(salt, name));
    }

    @Test
    void plainWildcardNegatedAndHashedNamesMatch() throws Exception {
        KnownHosts known =
                of(
                        "# a comment",
                        "gpu01,10.0.0.1 ssh-ed25519 " + base64(ED),
                        "*.rack1,!bad.rack1 ssh-ed25519 " + base64(ED) + " a comment",
                        hashed("[gpu09]:2222") + " ssh-ed25519 " + base64(ED),
                        "this line is broken");
        for (String name : List.of("gpu01", "GPU01", "10.0.0.1", "x.rack1", "[gpu09]:2222")) {
            assertThat(known.check(name, "ssh-ed25519", ED))
                    .as(name)
                    .isInstanceOf(Verdict.Known.class);
        }
        for (String name : List.of("gpu02", "bad.rack1", "gpu09", "[gpu09]:2223")) {
            assertThat(known.check(name, "ssh-ed25519", ED))
                    .as(name)
                    .isInstanceOf(Verdict.Unknown.class);
        }
    }

    @Test
    void aChangedKeyIsRefusedWithFileAndLine() throws Exception {
        KnownHosts known = of("# first line", "gpu01 ssh-ed25519 " + base64(ED));
        HostKeyCheck check = new HostKeyCheck(known, true, "gpu01");
        assertThat(check.check("gpu01", OTHER_ED)).isEqualTo(HostKeyRepository.CHANGED);
        assertThat(check.refusal().orElseThrow())
                .contains(folder.resolve("known_hosts") + " line 2")
                .contains(HostKeyCheck.fingerprint(ED))
                .contains(HostKeyCheck.fingerprint(OTHER_ED))
                .contains("ssh-keygen");
    }

    @Test
    void aKnownHostThatOffersOnlyAnotherTypeOfKeyIsNotTakenForNew() throws Exception {
        KnownHosts known = of("gpu01 ssh-ed25519 " + base64(ED));
        HostKeyCheck check = new HostKeyCheck(known, true, "gpu01");
        assertThat(check.check("gpu01", RSA)).isEqualTo(HostKeyRepository.CHANGED);
        assertThat(check.refusal().orElseThrow()).contains("another type");
    }

    @Test
    void aRevokedKeyIsRefusedEvenWhereItIsAlsoListed() throws Exception {
        KnownHosts known =
                of("gpu01 ssh-ed25519 " + base64(ED), "@revoked * ssh-ed25519 " + base64(ED));
        HostKeyCheck check = new HostKeyCheck(known, true, "gpu01");
        assertThat(check.check("gpu01", ED)).isNotEqualTo(HostKeyRepository.OK);
        assertThat(check.refusal().orElseThrow()).contains("revoked").contains("line 2");
    }

    @Test
    void aNewKeyIsStoredOnFirstContactOnlyWhenThatIsAccepted() throws Exception {
        Path file = folder.resolve("sub/known_hosts");
        KnownHosts known = new KnownHosts.Cache().of(List.of(file));
        HostKeyCheck strict = new HostKeyCheck(known, false, "gpu01");
        assertThat(strict.check("gpu01", ED)).isEqualTo(HostKeyRepository.NOT_INCLUDED);
        assertThat(strict.refusal().orElseThrow()).contains("--accept-new");
        assertThat(file).doesNotExist();

        HostKeyCheck accepting = new HostKeyCheck(known, true, "gpu01");
        assertThat(accepting.check("gpu01", ED)).isEqualTo(HostKeyRepository.OK);
        assertThat(Files.readString(file)).isEqualTo("gpu01 ssh-ed25519 " + base64(ED) + "\n");
        assertThat(strict.check("gpu01", ED)).isEqualTo(HostKeyRepository.OK);
        assertThat(accepting.check("gpu01", OTHER_ED)).isEqualTo(HostKeyRepository.CHANGED);
        assertThat(accepting.refusal().orElseThrow()).contains("line 1");
    }

    @Test
    void aFileWithoutNewlineAtItsEndIsNotSpoiledByTheNextKey() throws Exception {
        Path file = folder.resolve("known_hosts");
        Files.writeString(file, "gpu01 ssh-ed25519 " + base64(ED));
        KnownHosts known = new KnownHosts.Cache().of(List.of(file));
        known.add("gpu02", "ssh-ed25519", OTHER_ED);
        assertThat(Files.readAllLines(file))
                .containsExactly(
                        "gpu01 ssh-ed25519 " + base64(ED), "gpu02 ssh-ed25519 " + base64(OTHER_ED));
    }

    @Test
    void anyLineIsReadOrPassedOver() {
        Seeded.times(
                2000,
                random -> {
                    String line = Seeded.letters(random, "@|1=*?!,#ag \tssh-ed25519AAAA/+", 0, 80);
                    KnownHosts.parse(line, Path.of("f"), 1)
                            .ifPresent(e -> assertThat(e.matches("gpu01")).isIn(true, false));
                });
    }

    @Test
    void wildcardsMatchAsInOpenSsh() {
        assertThat(KnownHosts.wildcard("a*b*c", "axxbyyc")).isTrue();
        assertThat(KnownHosts.wildcard("a?c", "abc")).isTrue();
        assertThat(KnownHosts.wildcard("a?c", "ac")).isFalse();
        assertThat(KnownHosts.wildcard("*", "")).isTrue();
        assertThat(KnownHosts.wildcard("gpu*", "gp")).isFalse();
    }
}
