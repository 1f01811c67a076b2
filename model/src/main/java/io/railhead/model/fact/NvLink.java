package io.railhead.model.fact;

import io.railhead.model.Source;
import java.util.OptionalDouble;

/// A NVLink of a GPU (`nvidia-smi nvlink -s`).
///
/// @param gigabytesPerSecond one way
public record NvLink(
        int gpu, int link, boolean active, OptionalDouble gigabytesPerSecond, Source source)
        implements Fact {}
