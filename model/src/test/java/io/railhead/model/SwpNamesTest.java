package io.railhead.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SwpNamesTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "swp1        | swp1",
                "swp1-3      | swp1 swp2 swp3",
                "swp1-swp3   | swp1 swp2 swp3",
                "swp1,2,5-6  | swp1 swp2 swp5 swp6",
                "swp1,swp7-8 | swp1 swp7 swp8",
                "swp9s0-3    | swp9s0 swp9s1 swp9s2 swp9s3",
                "eth0,swp2   | eth0 swp2",
                "bond1-2     | bond1 bond2",
                "br_default  | br_default",
                "swp1-999    | swp1-999",
                "swp3-1      | ''",
                "'5'         | 5",
            })
    void aListIsEachOfItsPorts(String words, String ports) {
        assertThat(String.join(" ", SwpNames.of(words))).isEqualTo(ports);
    }
}
