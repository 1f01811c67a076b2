package io.railhead.model.fact;

import io.railhead.model.Source;
import java.util.Map;

/// Error counters of a NVLink (`nvidia-smi nvlink -e`).
///
/// @param gpu nvidia-smi's number of it
/// @param counters `Replay Errors`, `Recovery Errors`, `CRC Errors`
/// @param source the link's first line
public record NvLinkErrors(int gpu, int link, Map<String, Long> counters, Source source)
        implements Fact {
    public NvLinkErrors {
        counters = Ordered.copy(counters);
    }
}
