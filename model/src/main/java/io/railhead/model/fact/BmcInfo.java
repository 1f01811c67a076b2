package io.railhead.model.fact;

import io.railhead.model.Source;
import java.util.Map;
import java.util.Optional;

/// What a BMC says of itself or of its machine (`ipmitool chassis status`, `lan print`, `mc info`,
/// `fru print`, `sol info`).
///
/// @param settings by the tool's names; a row that has further lines joins them by `; `
public record BmcInfo(Kind kind, Map<String, Stated<String>> settings, Source source)
        implements Fact {

    /// Which of its pages it is.
    public enum Kind {
        CHASSIS,
        LAN,
        CONTROLLER,
        FRU,
        SOL
    }

    public BmcInfo {
        settings = Ordered.copy(settings);
    }

    public Optional<String> setting(String name) {
        return Optional.ofNullable(settings.get(name)).map(Stated::value);
    }
}
