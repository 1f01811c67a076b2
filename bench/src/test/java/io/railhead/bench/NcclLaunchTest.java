package io.railhead.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.railhead.model.Conditions;
import io.railhead.model.Transcript;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The commands that start one job over several hosts, run by a real shell against launchers that
/// print what they were given.
class NcclLaunchTest {
    private static final String SAYS =
            """
            #!/bin/sh
            case "$*" in
            --version) echo '%s'; exit ;;
            --mpi=list) echo 'MPI plugin types are...'; echo '	none'; echo '%s'; exit ;;
            esac
            for a in "$@"; do printf '%%s\\n' "$a"; done
            """;

    @TempDir Path programs;

    private void program(String name, String text) throws IOException {
        Path file = programs.resolve(name);
        Files.writeString(file, text);
        assertThat(file.toFile().setExecutable(true)).isTrue();
    }

    private List<String> run(NcclLaunch launch, OptionalInt gpus, String transport)
            throws IOException, InterruptedException {
        Settings settings =
                Settings.DEFAULT.withNccl(
                        new NcclSettings(
                                "/opt/nccl/build",
                                List.of("all_reduce"),
                                List.of(transport),
                                gpus,
                                64,
                                launch));
        NcclCollectives nccl = new NcclCollectives();
        String command = nccl.client(nccl.cases(settings).getFirst(), new Ends("", "", "", "", ""));
        ProcessBuilder builder = new ProcessBuilder("sh", "-c", "exec timeout 10 " + command);
        Map<String, String> environment = builder.environment();
        environment.put("PATH", programs + ":" + environment.get("PATH"));
        Process process = builder.redirectErrorStream(true).start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return out.lines().toList();
    }

    @Test
    void openMpiGetsARankAGpuOnEveryHostAndTheVariablesByName()
            throws IOException, InterruptedException {
        program("mpirun", SAYS.formatted("mpirun (Open MPI) 4.1.6", ""));
        program("nvidia-smi", "#!/bin/sh\necho 'GPU 0: NVIDIA H200'\necho 'GPU 1: NVIDIA H200'\n");
        assertThat(
                        run(
                                new NcclLaunch.Mpi(List.of("gpu01", "10.0.0.2")),
                                OptionalInt.empty(),
                                "shm"))
                .containsExactly(
                        "--allow-run-as-root",
                        "--host",
                        "gpu01:2,10.0.0.2:2",
                        "-x",
                        "PATH",
                        "-x",
                        "LD_LIBRARY_PATH",
                        "-x",
                        "NCCL_DEBUG=INFO",
                        "-x",
                        "NCCL_P2P_DISABLE=1",
                        "-x",
                        "NCCL_NVLS_ENABLE=0",
                        "/opt/nccl/build/all_reduce_perf",
                        "-b",
                        "8",
                        "-e",
                        "64",
                        "-f",
                        "2",
                        "-c",
                        "1",
                        "-n",
                        "20",
                        "-g",
                        "1");
    }

    @Test
    void hydraIsToldInItsOwnWords() throws IOException, InterruptedException {
        program("mpirun", SAYS.formatted("HYDRA build details:", ""));
        assertThat(run(new NcclLaunch.Mpi(List.of("a", "b")), OptionalInt.of(8), "auto"))
                .startsWith(
                        "-hosts",
                        "a,b",
                        "-ppn",
                        "8",
                        "-genv",
                        "NCCL_DEBUG",
                        "INFO",
                        "/opt/nccl/build/all_reduce_perf")
                .endsWith("-g", "1");
    }

    @Test
    void slurmGivesTheGpusThatItHasOfTheFirstNode() throws IOException, InterruptedException {
        program("srun", SAYS.formatted("", "	pmix_v4"));
        program("sinfo", "#!/bin/sh\necho 'gpu:h200_141:4(S:0-1),craynetwork:2'\n");
        assertThat(
                        run(
                                new NcclLaunch.Slurm(List.of("n1", "n2"), "gpu"),
                                OptionalInt.empty(),
                                "auto"))
                .contains(
                        "--partition=gpu",
                        "--nodes=2",
                        "--nodelist=n1,n2",
                        "--ntasks-per-node=4",
                        "--gpus-per-node=4",
                        "--mpi=pmix",
                        "--export=ALL,NCCL_DEBUG=INFO");
    }

    @Test
    void slurmWithoutPmixOrGpusSaysSo() throws IOException, InterruptedException {
        program("srun", SAYS.formatted("", "	cray_shasta"));
        program("sinfo", "#!/bin/sh\necho '(null)'\n");
        assertThat(run(new NcclLaunch.Slurm(List.of("n1"), ""), OptionalInt.of(2), "auto"))
                .contains("--mpi=pmi2")
                .noneMatch(a -> a.startsWith("--partition"));
        assertThat(run(new NcclLaunch.Slurm(List.of("n1"), ""), OptionalInt.empty(), "auto"))
                .containsExactly(
                        "Slurm gives out no GPU of n1 (sinfo -N -o %G): say how many with --gpus");
    }

    @Test
    void aLaunchIsMadeAgainFromWhatIsStatedWithTheValue() {
        for (NcclLaunch launch :
                List.of(
                        new NcclLaunch.EachHost(),
                        new NcclLaunch.Mpi(List.of("a", "b")),
                        new NcclLaunch.Slurm(List.of("a"), ""),
                        new NcclLaunch.Slurm(List.of("a", "b"), "long.q"))) {
            assertThat(NcclLaunch.of(launch.stated(Conditions.of()))).isEqualTo(launch);
        }
    }

    @Test
    void wordsThatAShellWouldTakeApartAreRefused() {
        assertThatThrownBy(() -> new NcclLaunch.Mpi(List.of("a", "b;reboot")))
                .hasMessageContaining("b;reboot");
        assertThatThrownBy(() -> new NcclLaunch.Mpi(List.of("a")))
                .hasMessageContaining("two hosts");
        assertThatThrownBy(() -> new NcclLaunch.Slurm(List.of("a"), "x y"))
                .hasMessageContaining("partition");
    }

    @Test
    void aJobThatRanOnOneHostIsNoMeasurementOfTwo() {
        String one =
                """
                # Collective test starting: all_reduce_perf
                # nThread 1 nGpus 1 minBytes 8 maxBytes 8 step: 2(factor) warmup iters: 1 iters: 20 agg iters: 1 validation: 1 graph: 0
                #
                # Using devices
                #  Rank  0 Group  0 Pid   2639 on      gpu01 device  0 [0000:00:06] NVIDIA H200
                #
                #       size         count      type   redop    root     time   algbw   busbw  #wrong     time   algbw   busbw  #wrong
                #        (B)    (elements)                               (us)  (GB/s)  (GB/s)             (us)  (GB/s)  (GB/s)
                           8             2     float     sum      -1     4.10    0.00    0.00       0     0.20    0.04    0.00       0
                # Out of bounds values : 0 OK
                # Avg bus bandwidth    : 0
                """;
        Settings settings =
                Settings.DEFAULT.withNccl(
                        new NcclSettings(
                                "",
                                List.of("all_reduce"),
                                List.of("auto"),
                                OptionalInt.of(1),
                                8,
                                new NcclLaunch.Mpi(List.of("gpu01", "gpu02"))));
        NcclCollectives nccl = new NcclCollectives();
        Case only = nccl.cases(settings).getFirst();
        Outcome outcome = nccl.read(only, Transcript.ofFile("all_reduce_perf", one));
        assertThat(outcome.failure())
                .hasValueSatisfying(w -> assertThat(w).contains("1 of 2 hosts"));
    }
}
