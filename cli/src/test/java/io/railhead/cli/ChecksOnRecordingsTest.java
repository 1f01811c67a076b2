package io.railhead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.railhead.checks.Checks;
import io.railhead.checks.Report;
import io.railhead.checks.Situation;
import io.railhead.evidence.Parser;
import io.railhead.evidence.Parsers;
import io.railhead.intent.ClusterReader;
import io.railhead.intent.Result;
import io.railhead.model.Facts;
import io.railhead.model.Finding;
import io.railhead.model.Transcript;
import io.railhead.model.fact.Fact;
import io.railhead.model.intent.Cluster;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/// Checks over what the parsers make of recorded outputs, whole and damaged.
class ChecksOnRecordingsTest {
    private static final Path ROOT = root();

    private static final String INTENT =
            """
            cluster: recordings
            lossless: {priority: 3, dscp: 26}
            rails:
              rail0: {subnet: 10.78.0.0/24, interface: eth1, mtu: 9000, speed: 100G}
              rail1: {subnet: 10.79.0.0/24, interface: eth2, mtu: 9000}
            hosts:
              gpu[1-2]:
                address: 10.77.0.{n}
                gpus: {count: 8, model: H200}
                rails:
                  rail0: {address: "10.78.0.{n}", rdma: mlx5_0, gpu: 0}
                  rail1: {address: "10.79.0.{n}", rdma: mlx5_1, gpu: 1}
            """;

    private static Path root() {
        Path directory = Path.of("").toAbsolutePath();
        while (!Files.exists(directory.resolve("mvnw"))) {
            directory = directory.getParent();
        }
        return directory;
    }

    private record Sample(Path file, String command, String text) {
        Transcript on(String machine) {
            return as(machine, text);
        }

        Transcript as(String machine, String content) {
            return new Transcript(
                    machine, command, content, "", 0, Instant.EPOCH, Duration.ZERO, false);
        }
    }

    private static List<Sample> samples() throws IOException {
        try (Stream<Path> files = Files.walk(ROOT.resolve("evidence/src/test/resources/samples"))) {
            return files.filter(f -> f.toString().endsWith(".expect.json"))
                    .sorted()
                    .map(ChecksOnRecordingsTest::sample)
                    .toList();
        }
    }

    private static Sample sample(Path expected) {
        try {
            JsonNode json = new ObjectMapper().readTree(Files.readString(expected));
            Path file =
                    expected.resolveSibling(
                            expected.getFileName().toString().replace(".expect.json", ""));
            return new Sample(file, json.path("command").asString(""), Files.readString(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Cluster cluster() {
        Result read = ClusterReader.read("cluster.yaml", INTENT);
        assertThat(read).as("%s", read).isInstanceOf(Result.Accepted.class);
        return ((Result.Accepted) read).cluster();
    }

    private static Report run(List<Transcript> transcripts, Optional<Cluster> wanted) {
        Facts facts = Parsers.installed().read(transcripts);
        return Checks.run(new Situation(facts, wanted), Checks.all());
    }

    private static void sound(String about, Report report) {
        assertThat(report.notChecked())
                .as(about)
                .noneMatch(n -> n.why().startsWith("the check itself failed"));
        for (Finding f : report.findings()) {
            assertThat(f.evidence()).as(about + ": " + f).isNotEmpty();
            assertThat(f.evidence())
                    .as(about + ": " + f)
                    .allSatisfy(e -> assertThat(e.text()).isNotBlank());
        }
    }

    @Test
    void everyRecordingIsCheckedWithoutFailureAndEveryFindingQuotesIt() throws IOException {
        for (Sample s : samples()) {
            sound(s.file().toString(), run(List.of(s.on("gpu1")), Optional.empty()));
            sound(
                    s.file().toString(),
                    run(List.of(s.on("gpu1"), s.on("gpu2")), Optional.of(cluster())));
        }
    }

    @Test
    void damagedRecordingsFailNoCheck() throws IOException {
        long seed = 20_261_128;
        Random random = new Random(seed);
        List<Sample> samples = samples();
        for (int round = 0; round < 300; round++) {
            List<Transcript> transcripts = new ArrayList<>();
            for (int i = 0; i < 6; i++) {
                Sample s = samples.get(random.nextInt(samples.size()));
                transcripts.add(s.as("gpu" + (1 + i % 2), damaged(s.text(), random)));
            }
            Report report =
                    run(transcripts, round % 2 == 0 ? Optional.of(cluster()) : Optional.empty());
            assertThat(report.notChecked())
                    .as("seed %d round %d: %s", seed, round, transcripts)
                    .noneMatch(n -> n.why().startsWith("the check itself failed"));
        }
    }

    private static String damaged(String text, Random random) {
        StringBuilder out = new StringBuilder(text);
        for (int i = 0; i < 8 && !out.isEmpty(); i++) {
            int at = random.nextInt(out.length());
            switch (random.nextInt(4)) {
                case 0 -> out.setCharAt(at, (char) (32 + random.nextInt(95)));
                case 1 -> out.delete(at, Math.min(out.length(), at + random.nextInt(40)));
                case 2 -> out.insert(at, Long.toString(random.nextLong()));
                default -> out.insert(at, "\n");
            }
        }
        return out.toString();
    }

    /// Parsers of what switches print. Probes run on hosts, so these have none.
    private static final Set<String> SWITCHES = Set.of("eos", "nvue", "nxos", "sonic");

    private static boolean isOfSwitch(Parser parser) {
        String room = parser.getClass().getPackageName();
        return SWITCHES.contains(room.substring(room.lastIndexOf('.') + 1));
    }

    /// Facts that only switches have are left out: no host can give them.
    @Test
    void everyFactThatACheckNeedsOfAHostIsGivenByAProbe() {
        Set<Class<? extends Fact>> given =
                Parsers.installed().all().stream()
                        .filter(p -> !p.probes().isEmpty())
                        .flatMap(p -> p.gives().stream())
                        .collect(Collectors.toSet());
        Set<Class<? extends Fact>> ofHosts =
                Checks.needs(Checks.all()).stream()
                        .filter(
                                type ->
                                        Parsers.installed().all().stream()
                                                .filter(p -> p.gives().contains(type))
                                                .anyMatch(p -> !isOfSwitch(p)))
                        .collect(Collectors.toSet());
        assertThat(ofHosts).isNotEmpty();
        assertThat(given).containsAll(ofHosts);
    }

    @Test
    void knownFaultsInRecordingsAreFound() throws IOException {
        expect("nvidia-smi-q/remap-pending.txt", "gpu-row-remap-pending");
        expect("lspci/fallen-off.txt", "gpu-missing-from-driver");
        expect("netplan/broken.txt", "netplan-yaml-invalid");
    }

    private static void expect(String sample, String code) throws IOException {
        Sample s =
                samples().stream()
                        .filter(x -> x.file().endsWith(Path.of(sample)))
                        .findFirst()
                        .orElseThrow();
        assertThat(run(List.of(s.on("gpu1")), Optional.empty()).findings())
                .as(sample)
                .extracting(Finding::code)
                .contains(code);
    }
}
