package io.railhead.configure;

import static org.assertj.core.api.Assertions.assertThat;

import io.railhead.model.intent.Cluster;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What a run keeps of a file is all of it, or nothing is changed.
@Tag("root")
class KeptWholeTest {
    @TempDir Path journal;

    /// With a copy that comes out short, as of a file that is being written.
    private static void cut(Machine machine) {
        machine.sh(
                """
                mkdir -p /tmp/shim
                cat >/tmp/shim/cp <<'EOS'
                #!/bin/sh
                /bin/cp "$@" || exit 1
                for last; do :; done
                case $last in *.was) truncate -s 5 "$last" ;; esac
                EOS
                chmod 755 /tmp/shim/cp
                """);
        machine.shims("/tmp/shim:");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "file /srv/a.conf 0640 root root hello\\n",
                "block /srv/a.conf site # hello\\n"
            })
    void aCopyThatWasCutRefusesTheRunBeforeAnythingIsChanged(String wish) {
        try (Machine machine = Machine.start()) {
            Bench bench = new Bench(machine, journal);
            machine.sh("echo some lines of others >/srv/a.conf");
            List<String> before = machine.snapshot();
            cut(machine);
            Cluster cluster = World.cluster("netplan off\n" + wish + "\n");
            HostOutcome refused = bench.apply(cluster).hosts().getFirst();
            machine.shims("");
            assertThat(refused.state()).as("%s", refused).isEqualTo(HostOutcome.State.REFUSED);
            assertThat(refused.why())
                    .contains("/srv/a.conf is not kept as it is (5 bytes of 21)")
                    .contains("nothing was changed");
            assertThat(machine.snapshot()).isEqualTo(before);
            assertThat(machine.sh("ls -A /var/lib/railhead/runs")).isEmpty();
        }
    }

    @Test
    void aWholeCopyIsKept() {
        try (Machine machine = Machine.start()) {
            Bench bench = new Bench(machine, journal);
            machine.sh("echo some lines of others >/srv/a.conf");
            Cluster cluster =
                    World.cluster("netplan off\nfile /srv/a.conf 0640 root root hello\\n\n");
            assertThat(bench.apply(cluster).isGood()).isTrue();
        }
    }
}
