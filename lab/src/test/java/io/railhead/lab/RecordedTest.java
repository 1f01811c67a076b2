package io.railhead.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.railhead.evidence.Parsers;
import io.railhead.evidence.Reading;
import io.railhead.intent.ClusterReader;
import io.railhead.intent.Result;
import io.railhead.lab.Recorded.Answer;
import io.railhead.lab.Recorded.Profile;
import io.railhead.model.Transcript;
import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordedTest {
    @TempDir Path directory = Path.of("/nowhere");

    private static LabRequest request(Profile profile) {
        return new LabRequest("r", 2, List.of(), Optional.of(profile.name()));
    }

    @Test
    void noSampleLiesThereUnused() throws IOException, URISyntaxException {
        Set<String> used = new TreeSet<>();
        Set<String> folders = new TreeSet<>();
        for (Profile profile : Recorded.profiles()) {
            Recorded.answers(profile).forEach(a -> used.add(a.sample()));
            folders.addAll(profile.folders());
        }
        Set<String> there = new TreeSet<>();
        for (String folder : folders) {
            URL table = Recorded.class.getResource("recorded/" + folder + "/tools.txt");
            assertThat(table).isNotNull();
            try (Stream<Path> files = Files.list(Path.of(table.toURI()).resolveSibling("."))) {
                files.map(f -> f.getFileName().toString())
                        .filter(f -> !f.equals("tools.txt"))
                        .forEach(f -> there.add(folder + "/" + f));
            }
        }
        assertThat(used).isEqualTo(there);
    }

    /// What the stand-in writes for a host, with one fixed host's values.
    private static String filled(Answer answer) {
        String text = Resources.text("recorded/" + answer.sample()).replace("@N@", "1");
        for (String i : List.of("1", "2")) {
            text =
                    text.replace("@EUI" + i + "@", "0072:6cff:fe4e:000" + i)
                            .replace("@EUIX" + i + "@", "00726cfffe4e000" + i)
                            .replace("@GUID" + i + "@", "0272:6c03:004e:000" + i)
                            .replace("@GUIDX" + i + "@", "02726c03004e000" + i)
                            .replace("@LL" + i + "@", "fe80::72:6cff:fe4e:" + i)
                            .replace("@IP" + i + "@", "10.78.0." + i)
                            .replace("@IPHEX" + i + "@", "0a4e:000" + i)
                            .replace("@PORT" + i + "@", "PORT_ACTIVE (4)")
                            .replace("@LINK" + i + "@", "ACTIVE")
                            .replace("@PHYS" + i + "@", "LINK_UP")
                            .replace("@UP" + i + "@", "Up")
                            .replace("@CA" + i + "@", "Active")
                            .replace("@AMTU" + i + "@", "4096 (5)");
        }
        return text;
    }

    @Test
    void everySampleOfAToolThatIsReadIsReadWhole() {
        List<String> read = new ArrayList<>();
        for (Profile profile : Recorded.profiles()) {
            for (Answer answer : Recorded.answers(profile)) {
                String command = answer.pattern().replace("[12]", "1").replace("[01]", "0");
                String text = filled(answer);
                assertThat(text).as(answer.sample()).doesNotContainPattern("@[A-Z]+[12]?@");
                var parser = Parsers.installed().forCommand(command);
                if (parser.isEmpty()) {
                    continue;
                }
                Reading reading =
                        parser.get()
                                .read(
                                        new Transcript(
                                                "h1",
                                                command,
                                                text,
                                                "",
                                                0,
                                                Instant.EPOCH,
                                                Duration.ZERO,
                                                false));
                assertThat(reading.facts()).as(command).isNotEmpty();
                assertThat(reading.unread()).as(command).isEmpty();
                read.add(command);
            }
        }
        assertThat(read)
                .contains(
                        "ibv_devinfo -v",
                        "show_gids",
                        "ibdev2netdev",
                        "rdma link",
                        "ethtool -S eth1",
                        "ethtool -m eth1",
                        "ethtool -a eth1",
                        "nvidia-smi -q",
                        "nvidia-smi topo -m",
                        "lspci -Dnnvv");
    }

    @Test
    void theIntentNamesTheRecordedDevices() {
        for (Profile profile : Recorded.profiles()) {
            String text =
                    ClusterText.of(request(profile), Path.of("/k"), Path.of("/h"), Path.of("/n"));
            Result read = ClusterReader.read("cluster.yaml", text);
            assertThat(read).as(text).isInstanceOf(Result.Accepted.class);
            var rails = ((Result.Accepted) read).cluster().hosts().getFirst().rails();
            assertThat(rails)
                    .extracting(r -> r.rdma().orElseThrow().device())
                    .isEqualTo(profile.devices());
        }
    }

    @Test
    void anUnknownProfileIsRefused() {
        Lab lab = new Lab(new Places(directory.resolve("s"), directory.resolve("r")));
        LabResult result =
                lab.up(new LabRequest("r", 2, List.of(), Optional.of("mlx6")), LabEvents.NONE);
        assertThat(result)
                .isEqualTo(
                        new LabResult.Refused(
                                "there is no recorded profile mlx6", "known: mlx5, rxe"));
    }

    @Tag("lab")
    @Test
    void toolsOfAHostAnswerWithItsOwnValuesAndSayRecorded() {
        Machine.assumeReady();
        Lab lab = new Lab(new Places(directory.resolve("s/lab"), directory.resolve("r/lab")));
        Fault fault = ((Fault.Parsed.Good) Fault.parse("rail-mtu:h2/eth1")).fault();
        LabResult result =
                lab.up(new LabRequest("r", 2, List.of(fault), Optional.of("mlx5")), LabEvents.NONE);
        assertThat(result).isInstanceOf(LabResult.Up.class);
        LabInfo up = ((LabResult.Up) result).lab();
        try {
            Machine.Ran h1 = Machine.on(up, "h1", "show_gids; ibv_devinfo -v; ethtool -i eth1");
            assertThat(h1.out())
                    .contains("railhead-lab: recorded sample mlx5/show_gids")
                    .contains("10.78.0.1", "10.79.0.1", "mlx5_1")
                    .containsPattern("active_mtu:\\s+4096 \\(5\\)")
                    .doesNotContainPattern("active_mtu:\\s+1024")
                    .contains("driver: veth");
            Machine.Ran h2 = Machine.on(up, "h2", "ibv_devinfo; nvidia-smi -L; mlnx_qos --help");
            assertThat(h2.out())
                    .containsPattern("active_mtu:\\s+1024 \\(3\\)")
                    .contains("GPU 1: NVIDIA H200")
                    .contains("no recorded sample answers: mlnx_qos --help");
            assertThat(h2.status()).isNotZero();
        } finally {
            assertThat(lab.down("r")).isInstanceOf(Lab.Removed.Gone.class);
        }
    }
}
