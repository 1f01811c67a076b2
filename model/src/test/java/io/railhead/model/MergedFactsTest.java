package io.railhead.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.railhead.model.fact.GidEntry;
import io.railhead.model.fact.NvmeDrive;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class MergedFactsTest {

    private static NvmeDrive drive(String document, String serial, String firmware, String state) {
        return new NvmeDrive(
                "nvme0n1",
                Optional.empty(),
                Optional.of(serial).filter(s -> !s.isEmpty()),
                OptionalLong.empty(),
                Optional.of(firmware).filter(s -> !s.isEmpty()),
                Optional.empty(),
                OptionalInt.empty(),
                Optional.of(state).filter(s -> !s.isEmpty()),
                Source.line(document, 1));
    }

    private static GidEntry gid(String document, int index, String gid) {
        return new GidEntry(
                "mlx5_0",
                1,
                index,
                gid,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Source.line(document, index + 1));
    }

    @Test
    void oneThingFromTwoDocumentsIsOneFactWithTheGapsFilled() {
        Facts facts =
                Facts.builder()
                        .add("gpu01", drive("nvme list", "S1", "F1", ""))
                        .add("gpu01", drive("sysfs", "S1", "F2", "live"))
                        .build();

        assertThat(facts.of("gpu01", NvmeDrive.class))
                .singleElement()
                .satisfies(
                        d -> {
                            assertThat(d.firmware()).contains("F1");
                            assertThat(d.state()).contains("live");
                            assertThat(d.source().document()).isEqualTo("nvme list");
                        });
    }

    @Test
    void oneNameWithTwoSerialNumbersStaysTwoFacts() {
        Facts facts =
                Facts.builder()
                        .add("", drive("a.nvme-list.txt", "S1", "", ""))
                        .add("", drive("b.nvme-list.txt", "S2", "", ""))
                        .build();

        assertThat(facts.of("", NvmeDrive.class)).hasSize(2);
    }

    @Test
    void twoMachinesAreNeverMerged() {
        Facts facts =
                Facts.builder()
                        .add("gpu01", drive("gpu01: nvme list", "S1", "", ""))
                        .add("gpu02", drive("gpu02: nvme list", "S1", "", ""))
                        .build();

        assertThat(facts.of("gpu01", NvmeDrive.class)).hasSize(1);
        assertThat(facts.of("gpu02", NvmeDrive.class)).hasSize(1);
    }

    @Test
    void rowsOfOneDocumentAreKeptAsTheyAre() {
        Facts facts =
                Facts.builder()
                        .add("gpu01", gid("show_gids", 0, "fe80::1"))
                        .add("gpu01", gid("show_gids", 0, "fe80::1"))
                        .add("gpu01", gid("show_gids", 1, "fe80::1"))
                        .add("gpu01", gid("sysfs", 1, "fe80::1"))
                        .build();

        assertThat(facts.of("gpu01", GidEntry.class)).hasSize(3);
    }

    @Test
    void floodsOfRowsAreKeptWithoutComparingEachWithEach() {
        Facts.Builder builder = Facts.builder();
        for (int i = 0; i < 50_000; i++) builder.add("gpu01", gid("show_gids", i, "fe80::1"));
        for (int i = 0; i < 50_000; i++) builder.add("gpu01", gid("sysfs", i, "fe80::1"));

        assertThat(builder.build().of("gpu01", GidEntry.class)).hasSize(50_000);
    }
}
