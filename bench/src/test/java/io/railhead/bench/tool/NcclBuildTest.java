package io.railhead.bench.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The script that builds nccl-tests, run by a real shell with a compiler and a `make` that only
/// write down what they were asked.
class NcclBuildTest {
    @TempDir Path place;
    private Path programs;
    private Path home;

    @BeforeEach
    void aHostWithCuda() throws IOException {
        programs = Files.createDirectories(place.resolve("cuda/bin"));
        home = Files.createDirectories(place.resolve("home"));
        Path nccl = Files.createDirectories(place.resolve("nccl/include"));
        Files.writeString(nccl.resolve("nccl.h"), "");
        Files.createDirectories(place.resolve("nccl/lib"));
        // As PyTorch's wheel has it: no libnccl.so for the linker.
        Files.writeString(place.resolve("nccl/lib/libnccl.so.2"), "");
        program("nvcc", "exit 0");
        program("g++", "exit 0");
        program("nvidia-smi", "printf '9.0\\n9.0\\n'");
        program(
                "make",
                """
                echo "$NVCC_APPEND_FLAGS" >"$HOME/flags"
                for a in "$@"; do
                    echo "$a"
                    case $a in BUILDDIR=*) b=${a#BUILDDIR=} ;; esac
                done >"$HOME/made"
                mkdir -p "$b" && echo '#!/bin/sh' >"$b/all_reduce_perf" &&
                    chmod +x "$b/all_reduce_perf"
                """);
    }

    private void program(String name, String text) throws IOException {
        Path file = programs.resolve(name);
        Files.writeString(file, "#!/bin/sh\n" + text + "\n");
        assertThat(file.toFile().setExecutable(true)).isTrue();
    }

    private record Ended(int exit, String out) {}

    private Ended run(String script) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder("sh").redirectErrorStream(true);
        builder.environment().clear();
        builder.environment().put("PATH", programs + ":/usr/bin:/bin");
        builder.environment().put("HOME", home.toString());
        builder.environment().put("NCCL_HOME", place.resolve("nccl").toString());
        Process process = builder.start();
        try (OutputStream in = process.getOutputStream()) {
            in.write(script.getBytes(StandardCharsets.UTF_8));
        }
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Ended(process.waitFor(), out);
    }

    private byte[] sources(String file) throws IOException, InterruptedException {
        Path top = Files.createDirectories(place.resolve("nccl-tests/src")).getParent();
        Files.writeString(top.resolve("src").resolve(file), "");
        Path archive = place.resolve("sources.tar.gz");
        int exit =
                new ProcessBuilder(
                                "tar",
                                "-czf",
                                archive.toString(),
                                "-C",
                                place.toString(),
                                "nccl-tests")
                        .start()
                        .waitFor();
        assertThat(exit).isZero();
        return Files.readAllBytes(archive);
    }

    @Test
    void sourcesThatAreSentAreBuiltForTheGpusThatAreThere()
            throws IOException, InterruptedException {
        NcclBuild build = new NcclBuild("", Optional.of(sources("all_reduce.cu")), false);
        Path cache = home.resolve(".cache/railhead/nccl-tests");
        assertThat(run(build.script())).isEqualTo(new Ended(0, "built " + cache + "/build\n"));
        assertThat(home.resolve("made"))
                .content()
                .contains(
                        "BUILDDIR=" + cache + "/build\n",
                        "CUDA_HOME=" + place.resolve("cuda").toRealPath() + "\n",
                        "NVCC_GENCODE= -gencode=arch=compute_90,code=sm_90\n")
                .doesNotContain("MPI=1");
        assertThat(home.resolve("flags")).content().contains("-rpath=" + place.resolve("nccl/lib"));
        assertThat(cache.resolve("nccl/lib/libnccl.so")).exists();
        assertThat(cache.resolve("source/src/all_reduce.cu")).exists();
        // The command of a measurement finds it there.
        assertThat(NcclBuild.folder(false).replace("$HOME", home.toString()))
                .isEqualTo(cache + "/build");
    }

    @Test
    void forAJobOverHostsItIsBuiltWithMpiAndStandsApart() throws IOException, InterruptedException {
        program("mpicc", "echo gcc -I/opt/mpi/include -I/opt/mpi/include/openmpi -L/opt/mpi/lib");
        NcclBuild build = new NcclBuild("", Optional.of(sources("all_reduce.cu")), true);
        assertThat(run(build.script()).out()).endsWith("nccl-tests/build-mpi\n");
        assertThat(home.resolve("made")).content().contains("MPI=1\nMPI_HOME=/opt/mpi\n");
    }

    @Test
    void whatIsMissingIsNamedWithWhatBringsIt() throws IOException, InterruptedException {
        NcclBuild build = new NcclBuild("", Optional.of(sources("all_reduce.cu")), true);
        Files.delete(place.resolve("nccl/lib/libnccl.so.2"));
        assertThat(run(build.script()).out()).contains("no libnccl.so beside it");
    }

    @Test
    void otherSourcesAndACompilerThatFailsAreToldWithItsWords()
            throws IOException, InterruptedException {
        NcclBuild other = new NcclBuild("", Optional.of(sources("main.c")), false);
        assertThat(run(other.script()).out()).contains("not the sources of nccl-tests");
        program("make", "echo 'common.cu(12): error: identifier \"ncclFoo\" is undefined'; exit 2");
        NcclBuild build = new NcclBuild("", Optional.of(sources("all_reduce.cu")), false);
        Ended ended = run(build.script());
        assertThat(ended.exit()).isEqualTo(1);
        assertThat(ended.out()).contains("identifier \"ncclFoo\"", "all it said is in");
        NcclBuild torn = new NcclBuild("", Optional.of(new byte[] {1, 2, 3}), false);
        assertThat(run(torn.script()).out()).contains("could not be unpacked");
    }

    @Test
    void anAddressIsNoPartOfAShellsLanguage() {
        for (String bad : new String[] {"https://x/y';reboot;'", "-u", "https://x y", "$(x)"}) {
            assertThatThrownBy(() -> new NcclBuild(bad, Optional.empty(), false))
                    .isInstanceOf(IllegalArgumentException.class);
        }
        assertThat(new NcclBuild(NcclBuild.SOURCES, Optional.empty(), false).script())
                .contains("source='https://github.com/NVIDIA/nccl-tests'");
    }
}
