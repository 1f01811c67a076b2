package io.railhead.configure.resource;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class HostNamesTest {

    private static List<HostNames.Said> said(String text) {
        return HostNames.said(text.lines().toList());
    }

    @Test
    void eachNameOfALineIsReadWithTheLinesNumberAndCommentsAreNot() {
        assertThat(said("# 10.0.0.9 x\n\n 10.0.0.1\tGPU1.lab  gpu1 # gpu2\n::0001 a\nnonsense b"))
                .containsExactly(
                        new HostNames.Said(3, "10.0.0.1", "gpu1.lab"),
                        new HostNames.Said(3, "10.0.0.1", "gpu1"),
                        new HostNames.Said(4, "::1", "a"));
    }

    @Test
    void whateverStandsInTheFileIsReadWithoutThrowing() {
        List<String> pieces =
                List.of(
                        "10.0.0.1",
                        "fe80::1%eth0",
                        "::",
                        "#",
                        " ",
                        "\t",
                        "\r",
                        "a",
                        "300.1.1.1",
                        ":");
        for (int seed = 0; seed < 3000; seed++) {
            Random random = new Random(seed);
            StringBuilder text = new StringBuilder();
            for (int i = 0; i < random.nextInt(30); i++) {
                byte[] any = new byte[random.nextInt(3)];
                random.nextBytes(any);
                text.append(pieces.get(random.nextInt(pieces.size())));
                text.append(new String(any, StandardCharsets.ISO_8859_1));
            }
            String all = text.toString();
            assertThat(said(all))
                    .as("seed %d", seed)
                    .allSatisfy(
                            s -> assertThat(s.line()).isBetween(1, 1 + (int) all.lines().count()))
                    .allSatisfy(s -> assertThat(s.name()).doesNotContain(" ", "#", "\n"));
        }
    }
}
