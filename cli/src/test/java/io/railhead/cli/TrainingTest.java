package io.railhead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.railhead.intent.ClusterReader;
import io.railhead.intent.Result;
import org.junit.jupiter.api.Test;

class TrainingTest {
    /// Otherwise the training would end at it and teach nothing.
    @Test
    void theClusterOfTheTrainingIsAccepted() {
        Result result = ClusterReader.read("training.yaml", Training.CLUSTER);
        assertThat(result.problems()).isEmpty();
        assertThat(result).isInstanceOf(Result.Accepted.class);
    }
}
