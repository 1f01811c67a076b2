package io.railhead.configure;

import java.util.Map;
import java.util.OptionalInt;

/// A run on a machine whose shims ([KilledTest#SHIMS]) kill all that came in by the session at the
/// n-th call of a program.
final class KillPoint {
    private KillPoint() {}

    /// @param kill the call to kill at; 0 for none
    /// @return how many calls there were
    static int with(Machine machine, int kill, Runnable work) {
        machine.sh("echo 0 >/tmp/count; echo " + kill + " >/tmp/kill");
        machine.shims("/tmp/shim:");
        try {
            work.run();
        } finally {
            machine.shims("");
        }
        // What the run keeps of its library goes on with the shims.
        machine.sh(KilledTest.BURIED + "echo 0 >/tmp/kill\n");
        return Integer.parseInt(machine.sh("cat /tmp/count").strip());
    }

    /// Begins the changes of gpu01 as a controller that is dead by the time anybody looks.
    static void begin(Machine machine, Prepared prepared, String run) {
        machine.begin(
                Scripts.apply(
                        run,
                        "railhead apply by ann@admin (process 1) since then",
                        Map.of("controller", "admin", "pid", "999999999", "born", "1"),
                        OptionalInt.of(30),
                        prepared.works("gpu01")));
    }
}
