package io.railhead.configure.resource;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// Lines that others have written into files of limits, PAM, systemd and modprobe.
class LinesOfOthersTest {

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void theLastLineOfALimitCountsForSoftAndForHard() {
        List<LimitLine> lines =
                LimitLine.read(
                        bytes(
                                """
                                /a:1:* - memlock 64
                                /a:2:*\thard  memlock unlimited # all
                                /b:1:* soft memlock -1
                                /b:2:# * soft memlock 1
                                /b:3:* soft memlock
                                """));
        assertThat(LimitLine.isLast(lines, "*", "memlock", "unlimited")).isTrue();
        assertThat(LimitLine.isLast(lines, "root", "memlock", "unlimited")).isFalse();
        assertThat(LimitLine.isLast(lines, "*", "nofile", "1")).isFalse();
    }

    @Test
    void aPamStackThatIncludesItselfIsReadOnce() {
        String loop = "/etc/pam.d/sshd:@include a\n/etc/pam.d/a:session include sshd\n";
        assertThat(LimitLine.isPamActive(bytes(loop), "sshd")).isFalse();
        assertThat(
                        LimitLine.isPamActive(
                                bytes(loop + "/etc/pam.d/a:session required pam_limits.so\n"),
                                "sshd"))
                .isTrue();
        assertThat(
                        LimitLine.isPamActive(
                                bytes("/etc/pam.d/sshd:session required pam_limits.so conf=/x\n"),
                                "sshd"))
                .isFalse();
        assertThat(
                        LimitLine.isPamActive(
                                bytes("/etc/pam.d/sshd:auth required pam_limits.so\n"), "sshd"))
                .isFalse();
    }

    @Test
    void systemdsSuffixesAreFactorsOf1024() {
        ServiceLimit memlock = ServiceLimit.of("memlock").orElseThrow();
        assertThat(memlock.value("4096")).contains("4194304");
        assertThat(memlock.value("unlimited")).contains("infinity");
        assertThat(memlock.isSame("4M", "4194304")).isTrue();
        assertThat(memlock.isSame("4194304:4096K", "4194304")).isTrue();
        assertThat(memlock.isSame("1:infinity", "infinity")).isFalse();
    }

    @Test
    void valuesOfModuleParametersAreComparedAsTheKernelReadsThem() {
        assertThat(new ModprobeLine.Option("a", "0x18").isSame("24")).isTrue();
        assertThat(new ModprobeLine.Option("a", "1").isSame("Y")).isTrue();
        assertThat(new ModprobeLine.Option("a", "").isSame("Y")).isTrue();
        assertThat(new ModprobeLine.Option("a", "n").isSame("1")).isFalse();
        assertThat(new ModprobeLine.Option("a", "1,2").isSame("1,2")).isTrue();
    }

    @Test
    void programsOfAUnitAreThoseWithAPathOfTheirOwn() {
        assertThat(
                        UnitWish.programs(
                                "[Service]\nExecStartPre=-/bin/a x\nExecStart=!/opt/b\n"
                                        + "ExecStart=/opt/%i/c\n#ExecStart=/no\nExecStop=/bin/d\n"
                                        + "ExecStart=sh -c e\n"))
                .containsExactly("/bin/a", "/opt/b");
    }

    @Test
    void whateverStandsThereIsReadWithoutThrowing() {
        List<String> pieces =
                List.of(
                        "/etc/a:1:",
                        ":",
                        "\n",
                        "*",
                        " ",
                        "hard",
                        "memlock",
                        "-",
                        "options",
                        "a=b",
                        "blacklist",
                        "Limit",
                        "MEMLOCK=",
                        "99999999999999999999",
                        "session",
                        "include",
                        "/etc/pam.d/sshd:",
                        "@include",
                        "sshd",
                        "#",
                        "4096T");
        for (int seed = 0; seed < 4000; seed++) {
            Random random = new Random(seed);
            StringBuilder text = new StringBuilder();
            for (int i = 0; i < random.nextInt(40); i++) {
                byte[] any = new byte[random.nextInt(2)];
                random.nextBytes(any);
                text.append(pieces.get(random.nextInt(pieces.size())))
                        .append(new String(any, StandardCharsets.ISO_8859_1));
            }
            byte[] printed = bytes(text.toString());
            List<LimitLine> limits = LimitLine.read(printed);
            LimitLine.isLast(limits, "*", "memlock", "unlimited");
            limits.forEach(l -> l.isLessThan("4096"));
            LimitLine.isPamActive(printed, "sshd");
            ServiceLimit memlock = ServiceLimit.of("memlock").orElseThrow();
            LimitLine.dropIns(printed).forEach(l -> memlock.isSame(l.value(), "1"));
            List<ModprobeLine> modprobe = ModprobeLine.read(printed);
            ModprobeLine.isLast(modprobe, "a", new ModprobeLine.Option("a", "b"));
            assertThat(modprobe).as("seed %d", seed).allMatch(l -> !l.words().isEmpty());
        }
    }
}
