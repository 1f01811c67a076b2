package io.railhead.cli;

import io.railhead.bench.tool.NcclBuild;
import io.railhead.reach.NamedFile;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPInputStream;

/// The sources of nccl-tests as `--build` names them: a folder or a tar.gz of this machine, which
/// is sent to the hosts, or a repository that they fetch themselves.
final class NcclSources {
    /// The sources are 60 KB; what is larger is something else.
    private static final int MOST = 8 << 20;

    private NcclSources() {}

    static NcclBuild of(String named, boolean mpi) {
        if (named.matches("(https?|ssh|git|file)://.*|[\\w.-]+@[\\w.-]+:.*")) {
            // It would stand in the process list of every host.
            if (named.matches("[a-z]+://[^/@]*:[^/@]*@.*")) {
                throw new UserError(
                        "--build: no password in an address: clone here and name the folder");
            }
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
            if (!Files.exists(path)) {
                throw new UserError("--build: no folder, tar.gz or address of sources: " + named);
            }
            byte[] archive = NamedFile.bytes(path, MOST);
            // What is no archive of them may be anything, a key too: it stays here.
            if (!holdsSources(archive)) {
                throw new UserError(
                        "--build: " + named + " is no tar.gz of nccl-tests: no src/all_reduce.cu");
            }
            return new NcclBuild("", Optional.of(archive), mpi);
        } catch (IOException e) {
            throw new UserError("--build: " + Messages.of(e));
        } catch (InvalidPathException e) {
            throw new UserError("--build: no file name: " + named);
        }
    }

    private static boolean holdsSources(byte[] archive) {
        try (InputStream in = new GZIPInputStream(new ByteArrayInputStream(archive))) {
            Tar tar = new Tar(in);
            for (var e = tar.next(); e.isPresent(); e = tar.next()) {
                if (e.get().name().matches("[^/]+/src/all_reduce\\.cu")) {
                    return true;
                }
            }
            return false;
        } catch (IOException e) {
            return false;
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
            byte[] bytes = NamedFile.bytes(in, folder.toString(), MOST);
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
}
