package io.railhead.bench.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.railhead.bench.Ends;
import io.railhead.bench.Given;
import io.railhead.bench.NcclLaunch;
import io.railhead.bench.NcclSettings;
import io.railhead.bench.Outcome;
import io.railhead.bench.Settings;
import io.railhead.bench.path.NicSum;
import io.railhead.model.Conditions;
import io.railhead.model.Expectation;
import io.railhead.model.Measurement;
import io.railhead.model.Statistic;
import io.railhead.model.Transcript;
import io.railhead.model.Verdict;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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

    private static String table(String... ranks) {
        return """
        # Collective test starting: all_reduce_perf
        # nThread 1 nGpus 1 minBytes 8 maxBytes 8 step: 2(factor) warmup iters: 1 iters: 20 agg iters: 1 validation: 1 graph: 0
        #
        # Using devices
        %s
        #
        #       size         count      type   redop    root     time   algbw   busbw  #wrong     time   algbw   busbw  #wrong
        #        (B)    (elements)                               (us)  (GB/s)  (GB/s)             (us)  (GB/s)  (GB/s)
                   8             2     float     sum      -1     4.10    0.00    0.00       0     0.20    0.04    0.00       0
        # Out of bounds values : 0 OK
        # Avg bus bandwidth    : 0
        """
                .formatted(String.join("\n", ranks));
    }

    private static Outcome read(NcclLaunch launch, Transcript client) {
        Settings settings =
                Settings.DEFAULT.withNccl(
                        new NcclSettings(
                                "",
                                List.of("all_reduce"),
                                List.of("auto"),
                                OptionalInt.of(1),
                                8,
                                launch));
        NcclCollectives nccl = new NcclCollectives();
        return nccl.read(nccl.cases(settings).getFirst(), client);
    }

    private static final NcclLaunch TWO = new NcclLaunch.Mpi(List.of("gpu01", "gpu02"));
    private static final String FIRST =
            "#  Rank  0 Group  0 Pid   2639 on      gpu01 device  0 [0000:00:06] NVIDIA H200";

    @Test
    void aJobThatRanOnOneHostIsNoMeasurementOfTwo() {
        assertThat(read(TWO, Transcript.ofFile("all_reduce_perf", table(FIRST))).failure())
                .hasValue("the job ran on 1 of 2 hosts");
    }

    @Test
    void programsWithoutMpiStartOnEveryHostAsTheirOwnJobAndAreRefused() {
        String second = FIRST.replace("gpu01", "gpu02");
        assertThat(read(TWO, Transcript.ofFile("all_reduce_perf", table(FIRST, second))).failure())
                .hasValueSatisfying(w -> assertThat(w).contains("built without MPI"));
        String rank = second.replace("Rank  0", "Rank  1");
        assertThat(read(TWO, Transcript.ofFile("all_reduce_perf", table(FIRST, rank))).failure())
                .isEmpty();
    }

    private static Transcript ended(int exit, String stderr) {
        return new Transcript(
                "gpu01", "mpirun", "", stderr, exit, Instant.EPOCH, Duration.ZERO, false, 1);
    }

    @Test
    void whichProgramIsNotThereIsSaid() {
        assertThat(read(TWO, ended(127, "bash: line 1: orted: command not found\n-----")).failure())
                .hasValueSatisfying(w -> assertThat(w).startsWith("orted is not found"));
        assertThat(read(TWO, ended(127, "sh: 3: exec: mpirun: not found\n")).failure())
                .hasValueSatisfying(w -> assertThat(w).startsWith("mpirun is not found"));
        assertThat(
                        read(
                                        new NcclLaunch.EachHost(),
                                        ended(
                                                127,
                                                "env: ‘all_reduce_perf’: No such file or"
                                                        + " directory\n"))
                                .failure())
                .hasValueSatisfying(w -> assertThat(w).startsWith("all_reduce_perf is not there"));
    }

    private static Measurement overHosts(double gigabytes, String transport, String asked) {
        return new Measurement(
                "nccl.busbw",
                gigabytes * 8e9,
                "bit/s",
                Statistic.MEAN,
                Conditions.of(
                        "from",
                        "gpu01",
                        "to",
                        "all",
                        "rail",
                        "",
                        "launch",
                        "mpirun",
                        "collective",
                        "all_reduce",
                        "message",
                        "1073741824",
                        "transport",
                        transport,
                        "asked-transport",
                        asked,
                        "nics",
                        "3200 Gb/s"),
                Given.NOWHERE,
                Optional.empty());
    }

    @Test
    void overHostsTheNicsOfOneAreTheMeasureAndSocketsAreAFallback() {
        Measurement good = overHosts(386, "NET/IB/GDRDMA+P2P", "auto");
        assertThat(good.expecting(NicSum.of(good)).verdict()).isEqualTo(Verdict.MET);
        Measurement half = overHosts(190, "NET/IB/GDRDMA+P2P", "auto");
        assertThat(half.expecting(NicSum.of(half)).verdict()).isEqualTo(Verdict.MISSED);
        Measurement fallen = overHosts(1.5, "NET/Socket", "auto");
        Expectation against = NicSum.of(fallen);
        assertThat(fallen.expecting(against).verdict()).isEqualTo(Verdict.MISSED);
        assertThat(against.why()).contains("3200 Gb/s = 400 GB/s", "sockets although");
        assertThat(NicSum.of(overHosts(1.5, "NET/Socket", "socket")).bounded()).isFalse();
    }
}
