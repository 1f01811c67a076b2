package io.railhead.model.fact;

import io.railhead.model.Source;
import java.util.OptionalDouble;

/// A NVLink of a GPU (`nvidia-smi nvlink -s`).
///
/// @param gpu nvidia-smi's number of it
/// @param gigabytesPerSecond one way, 10^9 bytes; absent when inactive
public record NvLink(
        int gpu, int link, boolean active, OptionalDouble gigabytesPerSecond, Source source)
        implements Fact {}
