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

    /// A package of its own version whose installing lasts until /tmp/go is there.
    private static final String SLOW =
            """
            slow() {
                mkdir -p /opt/slow/DEBIAN
                printf 'Package: t-slow\\nVersion: %s\\nArchitecture: all\\nMaintainer: T <t@example.invalid>\\nDescription: slow\\n' "$1" >/opt/slow/DEBIAN/control
                printf '#!/bin/sh\\n: >/tmp/held\\nwhile [ ! -e /tmp/go ]; do sleep 0.05; done\\n' >/opt/slow/DEBIAN/postinst
                chmod 755 /opt/slow/DEBIAN/postinst
                dpkg-deb -Zgzip --root-owner-group --build /opt/slow /opt/repo/t-slow_$1.deb >/dev/null
                cd /opt/repo
                { dpkg-deb -f t-slow_$1.deb; echo "Filename: ./t-slow_$1.deb"
                  echo "Size: $(stat -c %s t-slow_$1.deb)"
                  echo "SHA256: $(sha256sum <t-slow_$1.deb | cut -d ' ' -f 1)"; echo; } >>Packages
            }
            slow 1.0
            slow 2.0
            """;

    @Test
    void anAptThatSomebodyRunsByHandIsNamedAndNothingIsTouched() throws IOException {
        try (Machine machine = Machine.start()) {
            prepare(machine, SLOW);
            Bench bench = new Bench(machine, journal);
            Cluster cluster = World.cluster(WANTED + "file /srv/a.conf 0644 root root a\\n\n");
            byHand(machine, "1.0");
            assertRefused(machine, bench.apply(cluster).hosts().getFirst());
            assertThat(machine.sh("ls /srv; ls -A /var/lib/railhead/runs")).isEmpty();
            done(machine);
            List<String> before = machine.snapshot();
            RunResult run = bench.apply(cluster);
            assertThat(run.isGood()).as(run.toString()).isTrue();
            byHand(machine, "2.0");
            assertRefused(machine, bench.rollBack(cluster, run.run(), false).hosts().getFirst());
            assertRefused(machine, bench.rollBack(cluster, run.run(), true).hosts().getFirst());
            assertThat(machine.sh("cat /srv/a.conf; dpkg-query -W -f '${Version}' t-tool"))
                    .isEqualTo("a\n2.0");
            done(machine);
            assertThat(bench.rollBack(cluster, run.run(), false).isGood()).isTrue();
            machine.sh("apt-get -q -y --allow-downgrades install t-slow=1.0");
            assertThat(machine.snapshot()).isEqualTo(before);
        }
    }

    private static void byHand(Machine machine, String version) {
        machine.sh(
                "rm -f /tmp/held /tmp/go; apt-get -q -y install t-slow="
                        + version
                        + " >/tmp/apt.log 2>&1 </dev/null & "
                        + "until [ -e /tmp/held ]; do sleep 0.05; done");
    }

    private static void done(Machine machine) {
        machine.sh(
                "touch /tmp/go; while dpkg-query -W -f '${Status}' t-slow | grep -qv ' installed' ||"
                        + " pidof apt-get >/dev/null; do sleep 0.1; done");
    }

    private static void assertRefused(Machine machine, HostOutcome outcome) {
        assertThat(outcome.state()).as(outcome.why()).isEqualTo(HostOutcome.State.REFUSED);
        assertThat(outcome.why())
                .startsWith("the package manager is in use: apt-get -q -y install t-slow=")
                .contains("holds /var/lib/dpkg/lock")
                .contains("nothing was changed");
    }
}
