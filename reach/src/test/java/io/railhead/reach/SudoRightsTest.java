package io.railhead.reach;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SudoRightsTest {
    @TempDir Path folder;

    @Test
    void theRuleAllowsAShellWithoutArgumentsAndNothingElse() {
        assertThat(SudoRights.rule("ann")).isEqualTo("ann ALL=(root) NOPASSWD: /bin/sh \"\"");
    }

    @Test
    void visudoAcceptsTheFileAlsoForOddNames() throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/usr/sbin/visudo")), "needs sudo: apt install sudo");
        Path file = folder.resolve("railhead");
        Files.writeString(
                file,
                SudoRights.file(
                        "lab",
                        List.of("ann", "svc.rail-head_1", "dom\\ann", "ann@site", "a b"),
                        List.of("gpu[01-64]", "gpu65", "gpu66", "gpu67", "gpu68")));
        Process visudo =
                new ProcessBuilder("/usr/sbin/visudo", "-c", "-f", file.toString())
                        .redirectErrorStream(true)
                        .start();
        String said = new String(visudo.getInputStream().readAllBytes());
        assertThat(visudo.waitFor()).as(said + Files.readString(file)).isZero();
        assertThat(Files.readAllLines(file)).allSatisfy(l -> assertThat(l).hasSizeLessThan(101));
    }

    @Test
    void aRefusalNamesTheLineToAdd() {
        assertThat(SudoRights.refusal("sudo: a password is required", Optional.of("ann")))
                .contains("ann ALL=(root) NOPASSWD: /bin/sh \"\"");
        assertThat(SudoRights.refusal("sh: 1: sudo: not found", Optional.of("ann")))
                .contains("not installed");
    }
}
