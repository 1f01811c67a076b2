package io.railhead.reach;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.railhead.model.Transcript;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BundleFileTest {
    private static final Instant WHEN = Instant.parse("2026-02-03T04:05:06.789012345Z");

    @TempDir Path folder;

    private static Bundle bundle() {
        Transcript one =
                new Transcript(
                        "gpu01",
                        "ethtool -i eth1",
                        "driver: mlx5_core\nversion: 24.10\n",
                        "odd \u0000 bytes «»\n",
                        0,
                        WHEN,
                        Duration.ofNanos(1_234_567),
                        false);
        Transcript two =
                new Transcript("gpu01", "hung", "half", "", -1, WHEN, Duration.ofSeconds(5), true);
        return new Bundle(
                "0.1.0",
                WHEN,
                Optional.of("name: lab\n"),
                Optional.of("{\"schema\": \"railhead.plan/1\"}"),
                List.of(
                        new Collected(
                                "gpu01",
                                List.of(one, two),
                                Optional.empty(),
                                List.of("a note"),
                                WHEN,
                                Duration.ofSeconds(2)),
                        Collected.unreachable(
                                "../gpu02", "gpu02: refused", WHEN, Duration.ofMillis(3))));
    }

    private Path file() {
        return folder.resolve("cluster.bundle");
    }

    @Test
    void whatIsReadIsWhatWasWritten() throws Exception {
        BundleFile.write(file(), bundle());
        assertThat(BundleFile.read(file())).isEqualTo(bundle());
        try (var left = Files.list(folder)) {
            assertThat(left).containsExactly(file());
        }
    }

    @Test
    void secretsAreMaskedOnTheWayIn() throws Exception {
        Transcript t =
                new Transcript(
                        "gpu01",
                        "cat netplan",
                        "password: hunter22\n",
                        "token=abcdef\n",
                        0,
                        WHEN,
                        Duration.ZERO,
                        false);
        Collected c =
                new Collected(
                        "gpu01", List.of(t), Optional.empty(), List.of(), WHEN, Duration.ZERO);
        BundleFile.write(
                file(), new Bundle("0", WHEN, Optional.of("bmc-password: letmein\n"), List.of(c)));
        Bundle read = BundleFile.read(file());
        assertThat(read.clusterYaml()).contains("bmc-password: [masked]\n");
        assertThat(read.collected().getFirst().transcripts().getFirst().stdout())
                .isEqualTo("password: [masked]\n");
        assertThat(read.collected().getFirst().transcripts().getFirst().stderr())
                .isEqualTo("token=[masked]\n");
    }

    private void zip(Map<String, String> entries) throws IOException {
        try (OutputStream out = Files.newOutputStream(file());
                ZipOutputStream zip = new ZipOutputStream(out)) {
            for (Map.Entry<String, String> e : entries.entrySet()) {
                zip.putNextEntry(new ZipEntry(e.getKey()));
                zip.write(e.getValue().getBytes(StandardCharsets.UTF_8));
                zip.closeEntry();
            }
        }
    }

    private void refused(String... words) {
        assertThatThrownBy(() -> BundleFile.read(file(), 1 << 20))
                .isInstanceOf(Bundle.Unusable.class)
                .hasMessageContaining(file().toString())
                .hasMessageContainingAll(words);
    }

    @Test
    void anEntryThatLeadsOutIsRefused() throws Exception {
        zip(Map.of("../../etc/cron.d/x", "boo"));
        refused("leads out of it");
        zip(Map.of("/etc/passwd", "boo"));
        refused("leads out of it");
    }

    @Test
    void aBombIsRefusedAtTheLimit() throws Exception {
        zip(Map.of("manifest.json", "0".repeat(30 << 20)));
        assertThat(Files.size(file())).isLessThan(64 << 10);
        refused("unpacks to more than 1 MiB");
    }

    @Test
    void anotherSchemaIsNamed() throws Exception {
        zip(Map.of("manifest.json", "{\"schema\":\"railhead.bundle/9\"}"));
        refused("railhead.bundle/9", Bundle.SCHEMA);
        zip(Map.of("readme.txt", "hello"));
        refused("it has no manifest.json");
        zip(Map.of("manifest.json", "{\"schema\""));
        refused("manifest.json is not JSON");
    }

    @Test
    void aFileThatIsNoBundleIsRefused() throws Exception {
        refused("no such file");
        Files.writeString(file(), "hello");
        refused("not a bundle");
    }

    @Test
    void aBundleCutOrBentAnywhereIsReadOrRefusedButNeverThrowsOtherwise() throws Exception {
        BundleFile.write(file(), bundle());
        byte[] whole = Files.readAllBytes(file());
        Seeded.times(
                400,
                random -> {
                    byte[] bent =
                            random.nextBoolean()
                                    ? Arrays.copyOf(whole, random.nextInt(whole.length))
                                    : whole.clone();
                    for (int i = random.nextInt(4); i > 0 && bent.length > 0; i--) {
                        bent[random.nextInt(bent.length)] = (byte) random.nextInt();
                    }
                    Files.write(file(), bent);
                    try {
                        assertThat(BundleFile.read(file(), 1 << 20)).isNotNull();
                    } catch (Bundle.Unusable e) {
                        assertThat(e).hasMessageContaining("cluster.bundle");
                    }
                });
    }
}
