package io.railhead.configure;

import static org.assertj.core.api.Assertions.assertThat;

import io.railhead.model.intent.Cluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Real packages, and what goes wrong with them in the middle.
@Tag("root")
class PackagesCutShortTest {
    private static final String WANTED = "package t-tool present held\nnetplan off\n";

    @TempDir Path journal;

    private static void prepare(Machine machine, String more) throws IOException {
        machine.sh(
                "set -e\n"
                        + Files.readString(Path.of("src/test/resources/worlds/package/common"))
                        + more
                        + "\nsources\n");
    }

    @Test
    void aPackageWhoseOwnScriptFailsIsTakenBackWithWhatCameAlong() throws IOException {
        try (Machine machine = Machine.start()) {
            prepare(
                    machine,
                    """
                    mkdir -p /opt/bad/DEBIAN
                    printf 'Package: t-tool\\nVersion: 3.0\\nArchitecture: all\\nMaintainer: T <t@example.invalid>\\nDepends: t-lib\\nDescription: bad\\n' >/opt/bad/DEBIAN/control
                    printf '#!/bin/sh\\necho no licence here >&2\\nexit 3\\n' >/opt/bad/DEBIAN/postinst
                    chmod 755 /opt/bad/DEBIAN/postinst
                    dpkg-deb -Zgzip --root-owner-group --build /opt/bad /opt/repo/t-tool_3.0.deb >/dev/null
                    cd /opt/repo
                    { dpkg-deb -f t-tool_3.0.deb; echo "Filename: ./t-tool_3.0.deb"
                      echo "Size: $(stat -c %s t-tool_3.0.deb)"
                      echo "SHA256: $(sha256sum <t-tool_3.0.deb | cut -d ' ' -f 1)"; echo; } >>Packages
                    """);
            Bench bench = new Bench(machine, journal);
            List<String> before = machine.snapshot();
            HostOutcome outcome = bench.apply(World.cluster(WANTED)).hosts().getFirst();
            assertThat(outcome.state()).as(outcome.why()).isEqualTo(HostOutcome.State.REVERTED);
            assertThat(outcome.why()).contains("package:t-tool could not be changed");
            assertThat(machine.snapshot()).isEqualTo(before);
            assertThat(machine.sh("dpkg --audit")).isEmpty();
        }
    }

    @Test
    void whatOthersInstalledInTheMeantimeAndNeedItStopsTheRollbackInWords() throws IOException {
        try (Machine machine = Machine.start()) {
            prepare(machine, "deb t-other 1.0 t-tool");
            Bench bench = new Bench(machine, journal);
            Cluster cluster = World.cluster(WANTED);
            RunResult run = bench.apply(cluster);
            assertThat(run.isGood()).as(run.toString()).isTrue();
            machine.sh("apt-get -q -y install t-other 2>&1");
            HostOutcome back = bench.rollBack(cluster, run.run(), false).hosts().getFirst();
            assertThat(back.state()).as(back.why()).isEqualTo(HostOutcome.State.REVERTED);
            assertThat(back.why())
                    .contains("not removed: t-other needs it by now")
                    .contains("everything is as the run had made it");
            assertThat(machine.sh("dpkg-query -W -f '${db:Status-Abbrev}' t-other t-tool t-lib"))
                    .isEqualTo("ii ii hi ");
        }
    }

    @Test
    void aRunThatIsKilledWhileDpkgWorksIsTakenBackByTheNext() throws IOException {
        try (Machine machine = Machine.start()) {
            prepare(
                    machine,
                    """
                    mkdir -p /opt/slow/DEBIAN
                    printf 'Package: t-slow\\nVersion: 1.0\\nArchitecture: all\\nMaintainer: T <t@example.invalid>\\nDepends: t-lib\\nDescription: slow\\n' >/opt/slow/DEBIAN/control
                    printf '#!/bin/sh\\n[ ! -e /tmp/slow ] || { : >/tmp/reached; sleep 30; }\\n' >/opt/slow/DEBIAN/postinst
                    chmod 755 /opt/slow/DEBIAN/postinst
                    dpkg-deb -Zgzip --root-owner-group --build /opt/slow /opt/repo/t-slow_1.0.deb >/dev/null
                    cd /opt/repo
                    { dpkg-deb -f t-slow_1.0.deb; echo "Filename: ./t-slow_1.0.deb"
                      echo "Size: $(stat -c %s t-slow_1.0.deb)"
                      echo "SHA256: $(sha256sum <t-slow_1.0.deb | cut -d ' ' -f 1)"; echo; } >>Packages
                    : >/tmp/slow
                    cat >/tmp/killer <<'EOS'
                    until [ -e /tmp/reached ]; do sleep 0.1; done
                    for p in $(grep -la SSH_CONNECTION=10.99.0.2 /proc/[0-9]*/environ); do
                        p=${p#/proc/}
                        p=${p%/environ}
                        [ "$p" = $$ ] || [ "$(readlink /proc/$p/ns/net)" != "$(readlink /proc/$$/ns/net)" ] ||
                            kill -9 $p
                    done
                    : >/tmp/killed
                    EOS
                    """);
            Bench bench = new Bench(machine, journal);
            Cluster cluster = World.cluster("package t-slow present\nnetplan off\n");
            List<String> before = machine.snapshot();
            Prepared prepared = bench.plan(cluster);
            machine.sh("env -u SSH_CONNECTION setsid sh /tmp/killer >/dev/null 2>&1 </dev/null &");
            HostOutcome outcome = bench.apply(prepared).hosts().getFirst();
            assertThat(outcome.state()).isNotEqualTo(HostOutcome.State.DONE);
            machine.sh("until [ -e /tmp/killed ]; do sleep 0.1; done; rm -f /tmp/slow");
            assertThat(machine.sh("dpkg --audit")).contains("t-slow");
            // The next apply takes the cut run back before it begins its own.
            RunResult second = bench.apply(cluster);
            assertThat(second.isGood()).as(second.toString()).isTrue();
            assertThat(bench.rollBack(cluster, second.run(), false).isGood()).isTrue();
            assertThat(machine.snapshot()).isEqualTo(before);
        }
    }
}
