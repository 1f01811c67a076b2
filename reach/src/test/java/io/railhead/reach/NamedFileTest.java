package io.railhead.reach;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class NamedFileTest {
    private static final int MOST = 1 << 20;

    @TempDir Path directory;

    private Path pipe() throws Exception {
        Path pipe = directory.resolve("pipe");
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/mkfifo")), "needs mkfifo");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
        return pipe;
    }

    @Test
    void aFileIsReadWhole() throws IOException {
        Path file = Files.writeString(directory.resolve("a"), "käse\n");
        assertThat(NamedFile.text(file, MOST, _ -> {})).isEqualTo("käse\n");
        assertThat(NamedFile.bytes(file, 6)).hasSize(6);
        Path link = Files.createSymbolicLink(directory.resolve("link"), file);
        assertThat(NamedFile.text(link, MOST, _ -> {})).isEqualTo("käse\n");
    }

    @Test
    void aLargerOneIsRefusedWithTheBound() throws IOException {
        Path file = Files.write(directory.resolve("a"), new byte[MOST + 1]);
        assertThatThrownBy(() -> NamedFile.bytes(file, MOST))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("it is larger than 1 MiB, the most that is read");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/dev/zero", "/dev/urandom", "/dev/full", "/dev/tty"})
    void aDeviceIsRefusedBeforeItIsOpened(String device) {
        assumeTrue(Files.exists(Path.of(device)));
        assertThatThrownBy(() -> NamedFile.open(Path.of(device), _ -> {}))
                .hasMessageContaining("it is a device; name a file");
    }

    @Test
    void theNullDeviceIsAnEmptyFile() throws IOException {
        assertThat(NamedFile.bytes(Path.of("/dev/null"), MOST)).isEmpty();
    }

    @Test
    void aDirectoryIsRefusedAndNothingIsNamedAsNothing() {
        assertThatThrownBy(() -> NamedFile.bytes(directory, MOST))
                .hasMessageContaining("it is a directory");
        assertThatThrownBy(() -> NamedFile.bytes(directory.resolve("none"), MOST))
                .isInstanceOf(NoSuchFileException.class);
    }

    @Test
    void whatIsNotUtf8IsSaid() throws IOException {
        Path file = Files.write(directory.resolve("a"), new byte[] {'a', (byte) 0xff});
        assertThatThrownBy(() -> NamedFile.text(file, MOST, _ -> {}))
                .isInstanceOf(CharacterCodingException.class);
    }

    @Test
    void aPipeNobodyWritesToIsToldAndThenRead() throws Exception {
        Path pipe = pipe();
        BlockingQueue<String> told = new LinkedBlockingQueue<>();
        CompletableFuture<String> text =
                CompletableFuture.supplyAsync(
                        () -> {
                            try {
                                return NamedFile.text(pipe, MOST, told::add);
                            } catch (IOException e) {
                                throw new java.io.UncheckedIOException(e);
                            }
                        });
        assertThat(told.poll(30, TimeUnit.SECONDS))
                .isEqualTo("waiting for " + pipe + ", a pipe: nothing has come yet");
        Files.writeString(pipe, "cluster: a\n");
        assertThat(text.get(30, TimeUnit.SECONDS)).isEqualTo("cluster: a\n");
        assertThat(told).isEmpty();
    }

    @Test
    void aPipeWithoutEndIsReadUpToTheBound() throws Exception {
        Path pipe = pipe();
        CompletableFuture<Void> writing =
                CompletableFuture.runAsync(
                        () -> {
                            byte[] much = new byte[64 << 10];
                            try (OutputStream out = Files.newOutputStream(pipe)) {
                                while (true) {
                                    out.write(much);
                                }
                            } catch (IOException e) {
                                // The reader has had enough.
                            }
                        });
        assertThatThrownBy(() -> NamedFile.bytes(pipe, MOST, _ -> {}))
                .hasMessageContaining("it is larger than 1 MiB");
        writing.get(30, TimeUnit.SECONDS);
    }

    @Test
    void aPipeIsNoKeyAndNoConfiguration() throws Exception {
        Path pipe = pipe();
        assertThatThrownBy(() -> NamedFile.bytes(pipe, MOST)).hasMessageContaining("it is a pipe");
    }

    @Test
    void aStreamThatComesAtOnceIsNotTold() throws IOException {
        BlockingQueue<String> told = new LinkedBlockingQueue<>();
        InputStream in = new ByteArrayInputStream("x".getBytes(StandardCharsets.UTF_8));
        try (InputStream awaited = NamedFile.awaited(in, "standard input", told::add)) {
            assertThat(awaited.readAllBytes()).hasSize(1);
        }
        assertThat(List.copyOf(told)).isEmpty();
    }
}
