package io.railhead.reach;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SecretsTest {
    private static final String ALNUM =
            "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

    /// `@` is where the secret goes.
    private static final String[] PLACES = {
        "password: @",
        "  password: \"@\"",
        "{\"password\":\"@\",\"mtu\":9000}",
        "DB_PASSWORD=@",
        "export HF_TOKEN='@'",
        "api_key = @",
        "psk=\"@\"",
        "            password: '@'",
        "curl --password @ host",
        "sshpass -p @ ssh gpu01",
        "root 1 ipmitool -I lanplus -H 10.0.0.1 -U admin -P @ sdr",
        "snmp-server community @ ro",
        "rocommunity @ 10.0.0.0/8",
        "username admin secret 5 @",
        "enable password 7 @",
        "neighbor 10.0.0.1 password 7 @",
        "Authorization: Bearer @",
        "authorization: Basic @",
        "wget https://user:@@mirror.example/apt",
        "deb https://bearer:@@10.0.0.2/ubuntu jammy main",
        "aws_secret_access_key = @",
        "X-Api-Key: @",
        "root:$6$saltsalt$@:19000:0:99999:7:::",
        "-----BEGIN OPENSSH PRIVATE KEY-----\n@\n@\n-----END OPENSSH PRIVATE KEY-----",
        "key: |\n  -----BEGIN RSA PRIVATE KEY-----\n  @\n\n  @\n  -----END RSA PRIVATE KEY-----",
        "-----BEGIN EC PRIVATE KEY-----\n@\ncut here",
        "{\"key\":\"-----BEGIN PRIVATE KEY-----\\n@\\n-----END PRIVATE KEY-----\\n\"}",
        "PuTTY-User-Key-File-3: ssh-ed25519\nPrivate-Lines: 2\n@\n@\nPrivate-MAC: 00",
    };

    private static final String[] PLAIN = {
        "net.ipv4.tcp_rmem = 4096 131072 6291456",
        "2: eth1: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 9000 qdisc mq state UP",
        "PasswordAuthentication no",
        "passwd:         files systemd",
        "rx_prio3_pause: 17",
        "link/ether 52:54:00:77:00:01 brd ff:ff:ff:ff:ff:ff",
        "GPU-5f2b1c9e-1111-2222-3333-444455556666",
        "",
        "\tkey mgmt: none",
        "driver: mlx5_core",
    };

    @Test
    void noPlantedSecretSurvivesAndNoLineIsLostOrAdded() {
        Seeded.times(
                2000,
                random -> {
                    String secret = Seeded.letters(random, ALNUM, 12, 40);
                    StringBuilder text = new StringBuilder();
                    lines(random, text);
                    text.append(
                                    Seeded.one(random, PLACES)
                                            .replace("@@", "@\0")
                                            .replace("@", secret)
                                            .replace("\0", "@"))
                            .append('\n');
                    lines(random, text);
                    String masked = Secrets.mask(text.toString());
                    assertThat(masked).doesNotContain(secret).contains(Secrets.MASK);
                    assertThat(masked.lines().count()).isEqualTo(text.toString().lines().count());
                    assertThat(Secrets.mask(masked)).isEqualTo(masked);
                });
    }

    private static void lines(Random random, StringBuilder text) {
        for (int i = random.nextInt(6); i > 0; i--) {
            text.append(Seeded.one(random, PLAIN)).append('\n');
        }
    }

    @Test
    void secretsInLinesOfAnyLengthAreFound() {
        Seeded.times(
                200,
                random -> {
                    String secret = Seeded.letters(random, ALNUM, 12, 9000);
                    String filler = "{\"ifname\":\"eth1\",\"mtu\":9000,\"key\":1},";
                    String line =
                            filler.repeat(random.nextInt(600))
                                    + "{\"password\":\""
                                    + secret
                                    + "\"},"
                                    + filler.repeat(random.nextInt(600));
                    String masked = Secrets.mask(line);
                    assertThat(masked).isEqualTo(line.replace(secret, Secrets.MASK));
                });
    }

    @Test
    void aLineMadeToBeSlowIsMaskedWholeOrPassedQuickly() {
        for (String piece :
                List.of("password ", "-", "username ", "password=\"\\", "\\\"", "://", "key")) {
            String line = piece.repeat((1 << 20) / piece.length()) + " password=secretsecret";
            assertThat(Secrets.mask(line)).doesNotContain("secretsecret");
        }
        assertThat(Secrets.mask("password=\"" + "a\\\"".repeat(300_000))).hasSizeLessThan(900_000);
    }

    @Test
    void ordinaryEvidenceStaysAsItIs() {
        for (String line : PLAIN) {
            assertThat(Secrets.mask(line)).isEqualTo(line);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "password: { file: ~/.bmc }",
                "password: ~",
                "    password: null",
                "token: ${HF_TOKEN}",
                "git clone ssh://git@host/path",
                "P_Key: 0xffff",
                "Community: 65000:100",
                "secret: [masked]",
                "Host key verification failed.",
                "root@gpu01: Host key verification failed.",
                "host gpu01: password prompt timed out",
                "server said: key exchange failed",
                "Failed: user root password authentication",
                "enable this host key first",
                "line 12: token missing",
                "host refused bearer authentication",
                "server rejected the user key for this login",
            })
    void whatOnlyNamesASecretStays(String line) {
        assertThat(Secrets.mask(line)).isEqualTo(line);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "enable password @cisco",
                "leaf1(config)# enable secret @cisco",
                "neighbor 10.0.0.1 password @underlay",
                " username admin privilege 15 secret @letmein",
                "username admin password @letmein role network-admin",
                "radius-server host 10.0.0.9 key @shared",
                "tacacs server one key 7 @shared",
                "server 10.0.0.9 key @Sh4red",
                "ip ospf message-digest-key 1 md5 @ring",
            })
    void settingsOfNetworkSystemsHoldSecretsThatAreWords(String line) {
        String secret = line.substring(line.indexOf('@') + 1).split(" ")[0];
        assertThat(Secrets.mask(line.replace("@", "")))
                .isEqualTo(line.replace("@" + secret, Secrets.MASK));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "AKIAIOSFODNN7EXAMPLE",
                "ghp_abcdefghijklmnopqrstuvwxyz0123456789",
                "hf_abcdefghijklmnopqrstuvwxyzABCDEF",
                "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJlc2ln",
                "$y$j9T$abcdefghijklmnop$ABCDEFGHIJKLMNOPQRSTUVWXYZ",
                "private key: mM0kG2mYk1Zr2oG4VbE1F1nS1yq0m1k8r7l2s4c9dXk=",
            })
    void tokensAreKnownByTheirShape(String line) {
        assertThat(Secrets.mask("before " + line + " after"))
                .contains(Secrets.MASK)
                .startsWith("before ")
                .endsWith(" after");
    }

    @Test
    void anythingAtAllCanBeMasked() {
        String pieces = "password=:\"'\\ \n\t$6$-----BEGIN PRIVATE KEY-----://@[masked]{}<>é\uD83D";
        Seeded.times(
                3000,
                random -> {
                    String text = Seeded.letters(random, pieces, 0, 120);
                    String masked = Secrets.mask(text);
                    assertThat(masked.chars().filter(c -> c == '\n').count())
                            .isEqualTo(text.chars().filter(c -> c == '\n').count());
                });
    }
}
