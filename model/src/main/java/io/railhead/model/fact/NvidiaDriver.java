package io.railhead.model.fact;

import static io.railhead.model.fact.Ordered.or;

import io.railhead.model.Source;
import java.util.Optional;

/// Version of the NVIDIA driver (`nvidia-smi`, its header alone is enough).
///
/// @param driver of the kernel module
/// @param cuda highest API version the driver serves, not the toolkit
/// @param tool version of nvidia-smi itself
public record NvidiaDriver(
        Optional<String> driver, Optional<String> cuda, Optional<String> tool, Source source)
        implements Fact, Merging<NvidiaDriver> {

    @Override
    public boolean sameThing(NvidiaDriver other) {
        return Ordered.agree(driver, other.driver);
    }

    @Override
    public NvidiaDriver filledFrom(NvidiaDriver other) {
        return new NvidiaDriver(
                or(driver, other.driver), or(cuda, other.cuda), or(tool, other.tool), source);
    }
}
