package io.railhead.switches.live;

import java.util.regex.Pattern;

/// Names of runs on switches: short, and of characters that every system takes. NX-OS has the
/// shortest, 31 characters for a job of its scheduler.
final class RunNames {
    static final Pattern NAME = Pattern.compile("r[hb]-\\d{8}T\\d{9}Z-[0-9a-f]{4}");

    private RunNames() {}

    static String of(SwitchRecord run) {
        return switch (run.kind()) {
                    case APPLY -> "rh-";
                    case ROLLBACK -> "rb-";
                }
                + run.run().replace(".", "");
    }
}
