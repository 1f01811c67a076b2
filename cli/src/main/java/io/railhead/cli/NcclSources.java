package io.railhead.cli;

import io.railhead.bench.NcclBuild;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/// The sources of nccl-tests as `--build` names them: a folder or a tar.gz of this machine, which
/// is sent to the hosts, or a repository that they fetch themselves.
final class NcclSources {
    /// The sources are 60 KB; what is larger is something else.
    private static final int MOST = 8 << 20;

    private NcclSources() {}

    static NcclBuild of(String named, boolean mpi) {
        if (named.matches("(https?|ssh|git|file)://.*|[\\w.-]+@[\\w.-]+:.*")) {
            try {
                return new NcclBuild(named, Optional.empty(), mpi);
            } catch (IllegalArgumentException e) {
                throw new UserError("--" + e.getMessage());
            }
        }
        try {
            Path path = Path.of(named);
            if (Files.isDirectory(path)) {
                return new NcclBuild("", Optional.of(packed(path)), mpi);
            }
            if (!Files.isRegularFile(path)) {
                throw new UserError("--build: no folder, tar.gz or address of sources: " + named);
            }
            try (InputStream in = Files.newInputStream(path)) {
                return new NcclBuild("", Optional.of(bounded(in, named)), mpi);
            }
        } catch (IOException | InvalidPathException e) {
            throw new UserError("--build: cannot read " + named + ": " + e.getMessage());
        }
    }

    /// By the `tar` of this machine; what was built here is of no use there.
    private static byte[] packed(Path folder) throws IOException {
        if (!Files.exists(folder.resolve("src/all_reduce.cu"))) {
            throw new UserError("--build: no sources of nccl-tests in " + folder);
        }
        Path whole = folder.toRealPath();
        Process tar =
                new ProcessBuilder(
                                "tar",
                                "-cz",
                                "--exclude=.git",
                                "--exclude=build",
                                "-C",
                                String.valueOf(whole.getParent()),
                                String.valueOf(whole.getFileName()))
                        .redirectError(ProcessBuilder.Redirect.DISCARD)
                        .start();
        try (InputStream in = tar.getInputStream()) {
            byte[] bytes = bounded(in, folder.toString());
            if (!tar.waitFor(10, TimeUnit.SECONDS) || tar.exitValue() != 0) {
                throw new UserError("--build: tar failed on " + folder);
            }
            return bytes;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new UserError("--build: interrupted");
        } finally {
            tar.destroy();
        }
    }

    private static byte[] bounded(InputStream in, String named) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        byte[] some = new byte[1 << 16];
        for (int n = in.read(some); n >= 0; n = in.read(some)) {
            bytes.write(some, 0, n);
            if (bytes.size() > MOST) {
                throw new UserError(
                        "--build: " + named + " is larger than 8 MiB: not the sources alone");
            }
        }
        return bytes.toByteArray();
    }
}
