package io.railhead.evidence.recognition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.railhead.evidence.Parser;
import io.railhead.evidence.Parsers;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/// Recorded text of RDMA, GPU, PCI and NVMe tools, shown without its name: its parser alone takes
/// it, and the parsers of these families take nothing else.
final class RecognitionTest {

    private static final Set<String> FAMILIES = Set.of("rdma", "gpu", "pci", "disk");

    /// Ends of paths below `shared/`, as regular expressions, to the parser; the first that fits
    /// counts.
    private static final Map<String, String> PARSERS = new LinkedHashMap<>();

    static {
        PARSERS.put("no-rdma-host/stderr\\.txt", "rdma-link");
        PARSERS.put(".*rdma[_-]link[^/]*\\.(?:txt|json)", "rdma-link");
        PARSERS.put("rdma-link/.*", "rdma-link");
        PARSERS.put("rxe/rdma-dev.*", "rdma-dev");
        PARSERS.put(".*rdma-statistic[^/]*", "rdma-statistic");
        PARSERS.put("rdma-statistic/.*", "rdma-statistic");
        PARSERS.put("(?:ibv_devinfo/.*|.*ibv_devinfo[^/]*)", "ibv_devinfo");
        PARSERS.put("rxe/ibv_devices\\.txt", "ibv_devices");
        PARSERS.put("(?:ibdev2netdev/.*|.*ibdev2netdev\\.txt)", "ibdev2netdev");
        PARSERS.put("(?:show-gids/.*|.*show_gids[^/]*)", "show-gids");
        PARSERS.put(".*ibstat\\.txt", "ibstat");
        PARSERS.put("rxe/ibstatus\\.txt", "ibstatus");
        PARSERS.put("cma_roce_mode/.*", "cma_roce_mode");
        PARSERS.put(".*cma_roce_tos[^/]*", "cma_roce_tos");
        PARSERS.put("(?:sysfs-infiniband/.*|rxe/sysfs-infiniband-tree\\.txt)", "sysfs-infiniband");
        PARSERS.put(".*/(?:pkeys|gpu-k8\\.sysfs|ps-01\\.hw_counters)\\.txt", "sysfs-infiniband");
        PARSERS.put(".*read-bw-bound-to-far-core/numa\\.txt", "sysfs-infiniband");
        PARSERS.put("(?:lspci/.*|diagnose/(?:082|137).*/lspci\\.txt)", "lspci");
        PARSERS.put("nvidia-smi-q/.*|.*nvidia-smi-q(?!uery)[^/]*", "nvidia-smi-q");
        PARSERS.put(".*nvidia-smi-query-gpu-csv\\.txt", "nvidia-smi-csv");
        PARSERS.put("nvidia-smi-topo/.*|.*nvidia-smi-topo(?!-p2p)[^/]*", "nvidia-smi-topo");
        PARSERS.put(".*nvidia-smi-nvlink-e\\.txt", "nvidia-smi-nvlink-errors");
        PARSERS.put(".*nvidia-smi-nvlink[^/]*", "nvidia-smi-nvlink");
        PARSERS.put(".*nvidia-smi-L\\.txt|.*/099-[^/]*/nvidia-smi\\.txt", "nvidia-smi-list");
        PARSERS.put(".*nvidia-smi\\.txt", "nvidia-smi");
        PARSERS.put(".*nvme-smart-log\\.txt", "nvme-smart-log");
    }

    private static Optional<Path> shared() {
        for (Path p = Path.of("").toAbsolutePath(); p != null; p = p.getParent()) {
            Path candidate = p.resolve("shared");
            if (Files.isDirectory(candidate.resolve("samples"))) return Optional.of(candidate);
        }
        return Optional.empty();
    }

    private static List<Path> files() {
        Optional<Path> shared = shared();
        assumeTrue(shared.isPresent(), "no recorded samples beside the repository");
        try (Stream<Path> samples = Files.walk(shared.orElseThrow().resolve("samples"));
                Stream<Path> cases = Files.walk(shared.orElseThrow().resolve("corpus"))) {
            return Stream.concat(samples, cases)
                    .filter(Files::isRegularFile)
                    .filter(
                            f ->
                                    !f.toString()
                                            .matches(
                                                    ".*(?:\\.expect\\.json|case\\.json|\\.md|\\.pcap)"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String shortName(Path file) {
        String path = file.toString().replace('\\', '/');
        return path.replaceFirst(".*/shared/(?:samples|corpus)/", "");
    }

    private static Optional<String> wanted(Path file) {
        String name = shortName(file);
        return PARSERS.entrySet().stream()
                .filter(e -> name.matches(e.getKey()))
                .map(Map.Entry::getValue)
                .findFirst();
    }

    private static List<Parser> claiming(Path file) {
        String text;
        try {
            text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return Parsers.installed().all().stream().filter(p -> p.recognises(text)).toList();
    }

    private static boolean ofFamily(Parser parser) {
        String room = parser.getClass().getPackageName();
        return FAMILIES.contains(room.substring(room.lastIndexOf('.') + 1));
    }

    @TestFactory
    Stream<DynamicTest> eachRecordingIsTakenByItsParserAlone() {
        return files().stream()
                .filter(f -> wanted(f).isPresent())
                .map(
                        f ->
                                dynamicTest(
                                        shortName(f),
                                        () ->
                                                assertThat(claiming(f))
                                                        .extracting(Parser::name)
                                                        .containsExactly(wanted(f).orElseThrow())));
    }

    @TestFactory
    Stream<DynamicTest> noOtherRecordingIsTakenByTheseFamilies() {
        return files().stream()
                .filter(f -> wanted(f).isEmpty())
                .map(
                        f ->
                                dynamicTest(
                                        shortName(f),
                                        () ->
                                                assertThat(claiming(f))
                                                        .filteredOn(RecognitionTest::ofFamily)
                                                        .extracting(Parser::name)
                                                        .isEmpty()));
    }
}
