package io.railhead.configure.resource;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LimitWishTest {
    @ParameterizedTest
    @CsvSource({
        "nofile, 8, 64", "nofile, 1, 64", "nofile, 63, 64", "as, 1, 131072", "nproc, 0, 32",
        "data, 1, 16384", "stack, 8, 256", "fsize, 0, 1024", "cpu, 0, 1", "maxlogins, 0, 2",
        "maxsyslogins, 1, 2"
    })
    void aLimitThatNoLoginWorksWithIsRefusedWithItsBound(String limit, String value, String least) {
        assertThat(LimitWish.refusal(limit, value, "1048576").orElseThrow())
                .startsWith("cannot be " + value + ": no login works with less than " + least)
                .contains(" (");
        assertThat(LimitWish.remedy(limit, value)).startsWith("want " + least + " or more");
        assertThat(LimitWish.refusal(limit, least, "1048576")).isEmpty();
        assertThat(LimitWish.refusal(limit, "unlimited", "")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"core, 0", "memlock, 0", "msgqueue, 0", "rtprio, 0", "locks, 0", "nofile, 1024"})
    void whatALoginCanDoWithoutIsTaken(String limit, String value) {
        assertThat(LimitWish.refusal(limit, value, "1048576")).isEmpty();
    }
}
