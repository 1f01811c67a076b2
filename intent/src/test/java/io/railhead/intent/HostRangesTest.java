package io.railhead.intent;

import static org.assertj.core.api.Assertions.assertThat;

import io.railhead.intent.HostRanges.Expansion;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HostRangesTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "gpu1 | gpu1",
                "gpu[1-3] | gpu1 gpu2 gpu3",
                "gpu[001-003] | gpu001 gpu002 gpu003",
                "gpu[8-11] | gpu8 gpu9 gpu10 gpu11",
                "gpu[08-11] | gpu08 gpu09 gpu10 gpu11",
                "gpu[99-101] | gpu99 gpu100 gpu101",
                "gpu[098-101] | gpu098 gpu099 gpu100 gpu101",
                "a,b,c[1-3,7] | a b c1 c2 c3 c7",
                " a , b | a b",
                "rack[1-2]-node[01-02] | rack1-node01 rack1-node02 rack2-node01 rack2-node02",
                "gpu[1-2].example | gpu1.example gpu2.example",
                "gpu[5] | gpu5",
            })
    void rangesExpandInTheOrderWritten(String text, String names) {
        assertThat(HostRanges.expand(text))
                .isEqualTo(new Expansion.Names(List.of(names.split(" "))));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'' | no name is given",
                "a,,b | a name is missing between commas in \"a,,b\"",
                "gpu[1-3 | a bracket is not closed in \"gpu[1-3\"",
                "gpu1-3] | brackets do not pair in \"gpu1-3]\"",
                "gpu[[1-3]] | brackets do not pair in \"gpu[[1-3]]\"",
                "gpu[] | \"\" is not a number or a range of numbers",
                "gpu[a-c] | \"a-c\" is not a number or a range of numbers",
                "gpu[1-] | \"1-\" is not a number or a range of numbers",
                "gpu[3-1] | the range 3-1 runs backwards",
                "gpu[001-9] | the ends of 001-9 have different numbers of digits",
                "gpu[1-999999999] | \"gpu[1-999999999]\" stands for more than 100000 names",
                "a[1-999][1-999][1-999] "
                        + "| \"a[1-999][1-999][1-999]\" stands for more than 100000 names",
                "gpu[1-3,2] | gpu2 is named twice in \"gpu[1-3,2]\"",
                "gpu 1 | \"gpu 1\" is not a host name",
                "-o | \"-o\" is not a host name",
                "a;reboot | \"a;reboot\" is not a host name",
            })
    void whatIsNoRangeSaysWhy(String text, String message) {
        assertThat(HostRanges.expand(text))
                .isInstanceOfSatisfying(
                        Expansion.Bad.class,
                        bad -> {
                            assertThat(bad.message()).isEqualTo(message);
                            assertThat(bad.remedy()).isNotBlank();
                        });
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "gpu1 gpu2 gpu3 | gpu[1-3]",
                "gpu001 gpu002 gpu004 login | gpu[001-002,004],login",
                "gpu9 gpu10 gpu11 | gpu[9-11]",
                "gpu09 gpu10 | gpu[09-10]",
                "gpu1 gpu01 | gpu[1,01]",
                "b a | b,a",
                "gpu3 gpu1 gpu2 | gpu[3,1-2]",
                "n1x n2x | n[1-2]x",
            })
    void namesFold(String names, String text) {
        assertThat(HostRanges.fold(List.of(names.split(" ")))).isEqualTo(text);
    }

    @Test
    void foldingAndExpandingGivesTheSameNamesBack() {
        long seed = 7;
        Random random = new Random(seed);
        for (int run = 0; run < 2_000; run++) {
            Set<String> names = new LinkedHashSet<>();
            int stretches = 1 + random.nextInt(5);
            for (int s = 0; s < stretches; s++) {
                String before = List.of("gpu", "r1-n", "a", "x9y").get(random.nextInt(4));
                String after = List.of("", "", "-ib", ".lab").get(random.nextInt(4));
                String format = List.of("%d", "%02d", "%03d").get(random.nextInt(3));
                int from = random.nextInt(120);
                int step = 1 + random.nextInt(2);
                for (int k = 0; k < random.nextInt(15); k++) {
                    names.add(before + String.format(format, from + k * step) + after);
                }
                if (random.nextInt(3) == 0) {
                    names.add("login" + (char) ('a' + random.nextInt(26)));
                }
            }
            if (!names.isEmpty()) {
                List<String> list = new ArrayList<>(names);
                assertThat(HostRanges.expand(HostRanges.fold(list)))
                        .as("seed %d, run %d", seed, run)
                        .isEqualTo(new Expansion.Names(list));
            }
        }
    }

    @Test
    void noTextMakesItThrow() {
        long seed = 11;
        Random random = new Random(seed);
        String letters = "gpu[]0123456789-,,[]-.x \t\u00e9";
        for (int run = 0; run < 20_000; run++) {
            StringBuilder text = new StringBuilder();
            for (int k = random.nextInt(30); k > 0; k--) {
                text.append(letters.charAt(random.nextInt(letters.length())));
            }
            assertThat(HostRanges.expand(text.toString()))
                    .as("seed %d: %s", seed, text)
                    .isNotNull();
        }
    }
}
