package io.railhead.bench.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.railhead.bench.Given;
import io.railhead.evidence.Parsers;
import io.railhead.model.Conditions;
import io.railhead.model.Facts;
import io.railhead.model.Measurement;
import io.railhead.model.Statistic;
import io.railhead.model.Transcript;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class DrivesTest {
    private static final Facts FACTS = facts();

    private static Facts facts() {
        Facts.Builder all = Facts.builder();
        for (String host : List.of("n1", "n2")) {
            read(
                    all,
                    host,
                    "grep . /sys/class/nvme/*/*",
                    """
                    /sys/class/nvme/nvme0/model:ACME NV256
                    /sys/class/nvme/nvme0/state:live
                    /sys/class/nvme/nvme0/transport:pcie
                    /sys/class/nvme/nvme1/model:ACME NV3840
                    /sys/block/nvme0n1/size:500118192
                    /sys/block/nvme1n1/size:7501476528
                    """);
            read(
                    all,
                    host,
                    "df -P -k",
                    """
                    Filesystem     1024-blocks     Used Available Capacity Mounted on
                    /dev/nvme0n1p2   244506940 12345678 219669262       6% /
                    tmpfs             32768000        0  32768000       0% /tmp
                    /dev/nvme1n1    3690000000     1000 3689999000       1% /data
                    /dev/mapper/vg0   10000000     1000   9999000       1% /vault
                    """);
        }
        return all.build();
    }

    private static void read(Facts.Builder into, String host, String command, String text) {
        Parsers.installed()
                .read(
                        new Transcript(
                                host, command, text, "", 0, Instant.EPOCH, Duration.ZERO, false),
                        into);
    }

    private static String drive(String directory, String metric) {
        Measurement m =
                new Measurement(
                        metric,
                        1e9,
                        "bit/s",
                        Statistic.MEAN,
                        Conditions.of("from", "n1", "to", ""),
                        Given.NOWHERE,
                        Optional.empty());
        return new Drives(FACTS, directory).placed(m).conditions().get("drive");
    }

    @Test
    void modelAndCapacityOfEachHostAreListedAndAlikeOnesOnce() {
        assertThat(new Drives(FACTS, "/var/tmp").inventory(List.of("n1", "n2", "n3")))
                .containsExactly(
                        "NVMe drives of n1, n2: nvme0n1 ACME NV256 256 GB, nvme1n1 ACME NV3840"
                                + " 3.84 TB");
    }

    @Test
    void aValueOfADiskNamesTheDriveThatItsDirectoryLiesOn() {
        assertThat(drive("/var/tmp", "disk.bandwidth")).isEqualTo("ACME NV256 256 GB");
        assertThat(drive("/data/set", "disk.bandwidth")).isEqualTo("ACME NV3840 3.84 TB");
        assertThat(drive("/data", "disk.bandwidth")).isEqualTo("ACME NV3840 3.84 TB");
        assertThat(drive("/database", "disk.bandwidth")).isEqualTo("ACME NV256 256 GB");
    }

    @Test
    void whatIsNoDriveOrNotKnownIsLeftOut() {
        assertThat(drive("/tmp", "disk.bandwidth")).isEmpty();
        assertThat(drive("/vault", "disk.bandwidth")).isEmpty();
        assertThat(drive("/var/tmp", "nccl.busbw")).isEmpty();
    }
}
