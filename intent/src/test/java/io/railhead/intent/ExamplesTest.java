package io.railhead.intent;

import static org.assertj.core.api.Assertions.assertThat;

import io.railhead.model.intent.Cluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ExamplesTest {

    static List<Path> files() throws IOException {
        try (Stream<Path> all = Files.list(Path.of("../examples"))) {
            return all.map(d -> d.resolve("cluster.yaml")).filter(Files::exists).sorted().toList();
        }
    }

    @Test
    void thereIsOneForEachReferenceLab() throws IOException {
        assertThat(files())
                .extracting(f -> f.getParent().getFileName().toString())
                .containsExactly(
                        "bare-metal-v100",
                        "dgx-spark-pair",
                        "gpt2-pair",
                        "lossless-eight-vms",
                        "v100-pair");
    }

    @ParameterizedTest
    @MethodSource("files")
    void everyExampleReadsWithoutAnyProblem(Path file) throws IOException {
        String text = Files.readString(file);
        Result result = ClusterReader.read("cluster.yaml", text, "/home/op");
        assertThat(result.problems()).isEmpty();
        Cluster cluster = ((Result.Accepted) result).cluster();
        assertThat(file.getParent()).endsWithRaw(Path.of(cluster.name()));
        assertThat(SchemaTest.errors(text)).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("files")
    void everyExampleIsTheSameAfterWritingAndReading(Path file) throws IOException {
        Result result = ClusterReader.read("cluster.yaml", Files.readString(file), "/home/op");
        Cluster cluster = ((Result.Accepted) result).cluster();
        Cluster again = ClusterReaderTest.accepted(ClusterWriter.write(cluster));
        assertThat(ClusterWriterTest.withoutLines(again))
                .isEqualTo(ClusterWriterTest.withoutLines(cluster));
    }
}
