package io.railhead.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.railhead.bench.tool.NcclBuild;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What `--build` takes for the sources of nccl-tests, and what never leaves this machine.
class NcclSourcesTest {
    @TempDir Path place;

    private Path folder() throws IOException {
        Path src = Files.createDirectories(place.resolve("nccl-tests/src"));
        Files.writeString(src.resolve("all_reduce.cu"), "// sources");
        Files.createDirectories(src.resolveSibling("build"));
        return src.getParent();
    }

    @Test
    void aFolderIsPackedAndItsArchiveIsTakenToo() throws IOException {
        NcclBuild build = NcclSources.of(folder().toString(), false);
        Path archive = place.resolve("sources.tar.gz");
        Files.write(archive, build.archive().orElseThrow());
        assertThat(NcclSources.of(archive.toString(), true).archive()).isPresent();
    }

    @Test
    void aFileThatIsNoArchiveOfThemIsNotSent() throws IOException {
        Path key = place.resolve("id_ed25519");
        Files.writeString(key, "-----BEGIN OPENSSH PRIVATE KEY-----\n");
        refused(key.toString(), "no tar.gz of nccl-tests");
        refused(Files.createDirectories(place.resolve("empty")).toString(), "no sources");
        refused(place.resolve("nowhere").toString(), "no folder, tar.gz or address");
        refused("/dev/zero", "it is a device");
    }

    @Test
    void aPasswordInAnAddressIsRefusedAndNotRepeated() {
        assertThatThrownBy(() -> NcclSources.of("https://user:hunter2@host/x.git", false))
                .hasMessageContaining("no password")
                .hasMessageNotContaining("hunter2");
        assertThat(NcclSources.of(NcclBuild.SOURCES, false).address()).isEqualTo(NcclBuild.SOURCES);
        assertThat(NcclSources.of("git@host:team/nccl-tests", false).address()).contains("git@");
    }

    private static void refused(String named, String says) {
        assertThatThrownBy(() -> NcclSources.of(named, false))
                .isInstanceOf(UserError.class)
                .hasMessageContaining(says);
    }
}
