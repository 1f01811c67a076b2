package io.railhead.intent;

import static org.assertj.core.api.Assertions.assertThat;

import io.railhead.model.Severity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Each file of `faults/` is a cluster.yaml with faults of one kind; beside it stands what is told
/// about it, to the letter: line, column, field, message and remedy.
class FaultsTest {
    private static final Path FOLDER = Path.of("src/test/resources/io/railhead/intent/faults");

    static List<Path> files() throws IOException {
        try (Stream<Path> all = Files.list(FOLDER)) {
            return all.filter(f -> f.toString().endsWith(".yaml")).sorted().toList();
        }
    }

    @ParameterizedTest
    @MethodSource("files")
    void everyFaultIsToldWithItsPlaceAndRemedy(Path file) throws IOException {
        Path expected = Path.of(file.toString().replace(".yaml", ".txt"));
        Result result = ClusterReader.read("cluster.yaml", Files.readString(file), "/home/op");
        assertThat(result.problems().stream().map(Problem::text).toList())
                .isEqualTo(Files.readAllLines(expected))
                .isNotEmpty();
        boolean anyError = result.problems().stream().anyMatch(p -> p.severity() == Severity.ERROR);
        assertThat(result instanceof Result.Refused).isEqualTo(anyError);
    }

    @Test
    void whatAFaultQuotesCannotSteerTheTerminal() {
        Problem problem =
                new Problem("f", 1, 1, "", "\"\u001b[2Jx\u009b\" is odd", "no", Severity.ERROR);
        assertThat(problem.text()).isEqualTo("f:1:1: error: \"\\x1b[2Jx\\x9b\" is odd (no)");
    }

    @Test
    void whatIsToldNeverHoldsASecret() throws IOException {
        for (Path file : files()) {
            Result result = ClusterReader.read("cluster.yaml", Files.readString(file));
            assertThat(result.problems())
                    .allSatisfy(p -> assertThat(p.text()).doesNotContain("swordfish", "12345"));
        }
    }

    @Test
    void faultsOfAllKindsAreToldInOneRun() {
        Result result =
                ClusterReader.read(
                        "lab/cluster.yaml",
                        """
                        cluster: v100-pair
                        login: {usr: root, port: 99999}
                        rails:
                          rail0: {subnet: 10.0.1.0/24, interface: ens6, mtu: 900}
                          rail1: {subnet: 10.0.1.0/25, interface: ens7, speed: 40}
                        hosts:
                          gpu[1-3]:
                            address: 10.1.0.{n}
                            bmc: {address: "10.2.0.{n}", password: hunter2}
                            rails:
                              rail0: 10.0.9.{n}
                              rail9: 10.0.3.{n}
                          gpu3:
                            address: 10.1.0.3
                        links:
                          - {between: [gpu1/ens6, gpu7/ens6]}
                        jobs:
                          train: {hosts: gpu9, command: x}
                        """);
        assertThat(result.problems())
                .extracting(p -> p.line() + ":" + p.column() + " " + p.field())
                .containsExactly(
                        "2:9 login.usr",
                        "2:26 login.port",
                        "4:54 rails.rail0.mtu",
                        "5:19 rails.rail1.subnet",
                        "5:56 rails.rail1.speed",
                        "9:44 hosts[\"gpu[1-3]\"].bmc.password",
                        "11:14 hosts[\"gpu[1-3]\"].rails.rail0",
                        "12:7 hosts[\"gpu[1-3]\"].rails.rail9",
                        "13:3 hosts.gpu3",
                        "16:27 links[0].between[1]",
                        "18:18 jobs.train.hosts");
        assertThat(result.problems()).allSatisfy(p -> assertThat(p.remedy()).isNotBlank());
    }
}
