package io.railhead.evidence.gpu;

import io.railhead.model.Source;
import io.railhead.model.fact.Gpu;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;

/// GPUs of which little is known.
final class Gpus {
    private Gpus() {}

    /// As `nvidia-smi -L` lists it.
    static Gpu listed(int index, String name, String uuid, Source source) {
        return known(
                OptionalInt.of(index),
                Optional.of(name),
                Optional.of(uuid),
                Optional.empty(),
                source);
    }

    /// With its bus address, too, as DCGM lists it.
    static Gpu known(
            OptionalInt index,
            Optional<String> name,
            Optional<String> uuid,
            Optional<String> busId,
            Source source) {
        return new Gpu(
                index,
                name,
                uuid,
                busId,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                OptionalInt.empty(),
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                OptionalLong.empty(),
                OptionalLong.empty(),
                OptionalInt.empty(),
                OptionalInt.empty(),
                OptionalInt.empty(),
                OptionalInt.empty(),
                OptionalInt.empty(),
                OptionalLong.empty(),
                Map.of(),
                OptionalLong.empty(),
                OptionalLong.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Map.of(),
                Map.of(),
                source);
    }
}
