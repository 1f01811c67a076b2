package io.railhead.bench.tool;

import io.railhead.model.Transcript;
import io.railhead.reach.Session;
import io.railhead.reach.Unreachable;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.Optional;

/// Builds nccl-tests on a host, from sources that are fetched there or sent, into the cache of the
/// login. Programs that are to run as one job over hosts are built with MPI and stand apart, since
/// they ask for an MPI library wherever they run.
///
/// @param address of a git repository, where the sources are not sent
/// @param archive the sources as a tar.gz with one folder at its top
/// @param mpi for a job over hosts
public record NcclBuild(String address, Optional<byte[]> archive, boolean mpi) {

    /// Where NVIDIA publishes them.
    public static final String SOURCES = "https://github.com/NVIDIA/nccl-tests";

    /// Ten programs with five targets each took 4 minutes on 16 cores; one target takes less.
    public static final Duration LIMIT = Duration.ofMinutes(15);

    private static final String CACHE = "$HOME/.cache/railhead/nccl-tests/";

    /// Where it leaves the programs, for a shell on the host.
    public static final String PROGRAMS = CACHE + "build";

    public NcclBuild {
        if (!address.matches("[\\w.+:/@~-]*") || address.startsWith("-")) {
            throw new IllegalArgumentException("build: no address of a repository: " + address);
        }
        if (archive.isEmpty() && address.isEmpty()) {
            throw new IllegalArgumentException("build: neither sources nor where they are");
        }
    }

    /// Where the programs are found afterwards; `$HOME` is left to the shell.
    static String folder(boolean mpi) {
        return CACHE + (mpi ? "build-mpi" : "build");
    }

    /// Why it could not be built; empty when it was.
    public Optional<String> on(Session session) throws Unreachable {
        Transcript t = session.run("build nccl-tests", script(), LIMIT);
        if (t.exitCode() == 0 && t.stdout().contains("built ")) {
            return Optional.empty();
        }
        return Optional.of(
                t.exitCode() == -1
                        ? "the build did not end in " + LIMIT.toMinutes() + " minutes"
                        : Reader.why(t, java.util.List.of()));
    }

    String script() {
        StringBuilder script = new StringBuilder();
        script.append("mpi=").append(mpi ? 1 : 0).append('\n');
        if (archive.isPresent()) {
            script.append("source=\narchive() { base64 -d <<'SOURCES'\n")
                    .append(
                            Base64.getMimeEncoder(76, new byte[] {'\n'})
                                    .encodeToString(archive.get()))
                    .append("\nSOURCES\n}\n");
        } else {
            script.append("source='").append(address).append("'\narchive() { :; }\n");
        }
        return script.append(body()).toString();
    }

    private static String body() {
        try (InputStream in = NcclBuild.class.getResourceAsStream("build-nccl-tests.sh")) {
            if (in == null) {
                throw new IllegalStateException("build-nccl-tests.sh is not in the program");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
