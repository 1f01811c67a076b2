package io.railhead.evidence.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import io.railhead.evidence.Parsers;
import io.railhead.model.Facts;
import io.railhead.model.Transcript;
import io.railhead.model.fact.Gpu;
import io.railhead.model.fact.NvidiaDriver;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class GpuFromSeveralSourcesTest {

    private static Transcript pasted(String parser) throws IOException {
        Path file = Path.of("src", "test", "resources", "samples", parser, "h200x2.txt");
        return Transcript.ofFile(parser + ".txt", Files.readString(file));
    }

    private static Facts read(String... parsers) throws IOException {
        List<Transcript> transcripts = new ArrayList<>();
        for (String parser : parsers) transcripts.add(pasted(parser));
        return Parsers.installed().read(transcripts);
    }

    @Test
    void eachGpuIsOneFactHoweverManyFilesSpeakOfIt() throws IOException {
        Facts facts = read("nvidia-smi-list", "nvidia-smi-csv", "nvidia-smi", "nvidia-smi-q");

        assertThat(facts.of("", Gpu.class))
                .hasSize(2)
                .allSatisfy(
                        gpu -> {
                            assertThat(gpu.uuid()).isPresent();
                            assertThat(gpu.busId()).isPresent();
                            assertThat(gpu.pcieReplays()).hasValue(1);
                            assertThat(gpu.fabricState()).contains("Completed");
                            assertThat(gpu.settings()).containsKey("temperature.gpu");
                        });
        assertThat(facts.of("", NvidiaDriver.class))
                .singleElement()
                .satisfies(d -> assertThat(d.tool()).contains("580.159.04"));
    }

    @Test
    void aSettingIsCitedByItsLine() throws IOException {
        Facts facts = read("nvidia-smi-q");
        Gpu gpu = facts.of("", Gpu.class).get(1);

        assertThat(facts.cite(gpu.at("PCI/Replays Since Reset")).text())
                .isEqualTo("Replays Since Reset                            : 1");
        assertThat(facts.cite(gpu).text()).isEqualTo("GPU 00000000:00:07.0");
    }

    @Test
    void aCollectedMachineIsAskedForItsGpusOnce() {
        assertThat(Parsers.installed().all())
                .filteredOn(p -> p.gives().contains(Gpu.class) && !p.probes().isEmpty())
                .singleElement()
                .satisfies(p -> assertThat(p.name()).isEqualTo("nvidia-smi-q"));
    }
}
