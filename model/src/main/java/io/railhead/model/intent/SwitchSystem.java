package io.railhead.model.intent;

import java.util.Locale;

/// The operating systems of switches that Railhead speaks.
public enum SwitchSystem {
    NXOS,
    EOS,
    SONIC,
    NVUE,
    ONYX;

    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
