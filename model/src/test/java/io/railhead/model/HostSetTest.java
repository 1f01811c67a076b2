package io.railhead.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class HostSetTest {

    @Test
    void aRangeIsFolded() {
        List<String> names =
                IntStream.rangeClosed(1, 64).mapToObj(i -> String.format("gpu%03d", i)).toList();
        assertThat(HostSet.fold(names)).isEqualTo("gpu[001-064]");
    }

    @Test
    void gapsAndOtherNamesAreKept() {
        assertThat(HostSet.fold(List.of("gpu1", "gpu2", "gpu4", "head")))
                .isEqualTo("gpu[1-2,4],head");
    }

    @Test
    void oneNameStaysAsItIs() {
        assertThat(HostSet.fold(List.of("gpu01"))).isEqualTo("gpu01");
        assertThat(HostSet.fold(List.of())).isEmpty();
    }

    @Test
    void paddedNumbersCrossTheirWidth() {
        assertThat(HostSet.fold(List.of("n08", "n09", "n10", "n11"))).isEqualTo("n[08-11]");
        assertThat(HostSet.fold(List.of("n09", "n10", "n98", "n99", "n100")))
                .isEqualTo("n[09-10,98-100]");
    }

    @Test
    void unpaddedNumbersCrossTheirWidth() {
        assertThat(HostSet.fold(List.of("n8", "n9", "n10"))).isEqualTo("n[8-10]");
    }

    @Test
    void suffixesAfterTheNumberAreKept() {
        assertThat(HostSet.fold(List.of("r1-gpu1.lab", "r1-gpu2.lab")))
                .isEqualTo("r1-gpu[1-2].lab");
    }
}
