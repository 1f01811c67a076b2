package io.railhead.model.fact;

import io.railhead.model.Source;
import java.util.List;

/// What a test of DCGM found (`dcgmi diag`, `dcgmi health`).
///
/// @param suite `diag` or `health`
/// @param test `PCIe`, `Memory`; of health the watched system, where it is named
/// @param entity `GPU 3`; empty for all together
/// @param outcome in DCGM's words: `Pass`, `Fail`, `Skip`, `Warning`, `Healthy`
/// @param details what it says about it
public record DcgmResult(
        String suite,
        String test,
        String entity,
        String outcome,
        List<String> details,
        Source source)
        implements Fact {
    public DcgmResult {
        details = List.copyOf(details);
    }
}
