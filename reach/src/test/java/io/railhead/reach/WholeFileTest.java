package io.railhead.reach;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WholeFileTest {
    @TempDir Path directory;

    private static void write(Path file, String text) throws IOException {
        WholeFile.write(
                file,
                WholeFile.Readers.USUAL,
                out -> out.write(text.getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void aLinkIsFollowedAndStays() throws IOException {
        Path target = Files.writeString(directory.resolve("target"), "old");
        Path link = Files.createSymbolicLink(directory.resolve("link"), Path.of("target"));
        write(link, "new");
        assertThat(link).isSymbolicLink();
        assertThat(target).hasContent("new");
        Path dangling = Files.createSymbolicLink(directory.resolve("dangling"), Path.of("later"));
        write(dangling, "made");
        assertThat(dangling).isSymbolicLink();
        assertThat(directory.resolve("later")).hasContent("made");
    }

    @Test
    void aDeviceIsWrittenToAndStaysADevice() throws IOException {
        // Through a link, so that a fault could not take the machine's own away.
        Path link = Files.createSymbolicLink(directory.resolve("null"), Path.of("/dev/null"));
        write(link, "x");
        assertThat(link).isSymbolicLink();
        assertThat(Files.isRegularFile(link)).isFalse();
    }

    @Test
    void anEmptyDirectoryIsRefusedAndStays() throws IOException {
        Path empty = Files.createDirectory(directory.resolve("empty"));
        assertThatThrownBy(() -> write(empty, "x")).hasMessageContaining("it is a directory");
        assertThat(empty).isEmptyDirectory();
    }

    @Test
    void theModeOfTheFileThatWasThereStays() throws IOException {
        Path file = Files.writeString(directory.resolve("f"), "old");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
        write(file, "new");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-r-----");
    }

    @Test
    void evidenceIsItsOwnersAlone() throws IOException {
        Path file = directory.resolve("b");
        WholeFile.write(file, WholeFile.Readers.OWNER, out -> out.write('x'));
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
    }

    @Test
    void whatWasThereStaysWhenTheContentFails() throws IOException {
        Path file = Files.writeString(directory.resolve("f"), "old");
        assertThatThrownBy(
                        () ->
                                WholeFile.write(
                                        file,
                                        WholeFile.Readers.USUAL,
                                        out -> {
                                            out.write('x');
                                            throw new IOException("full");
                                        }))
                .hasMessage("full");
        assertThat(file).hasContent("old");
        try (var entries = Files.list(directory)) {
            assertThat(entries).containsExactly(file);
        }
    }
}
