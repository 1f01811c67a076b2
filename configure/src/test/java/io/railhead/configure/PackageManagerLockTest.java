package io.railhead.configure;

import static org.assertj.core.api.Assertions.assertThat;

import io.railhead.model.Risk;
import io.railhead.model.intent.Cluster;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A package manager that another process uses is a refusal before anything is changed.
@Tag("root")
class PackageManagerLockTest {
    @TempDir Path journal;
    private Machine machine;
    private Bench bench;
    private final Cluster cluster =
            World.cluster("file /srv/a.conf 0644 root root a\\n\nnetplan off\n");

    @BeforeEach
    void start() {
        machine = Machine.start();
        bench = new Bench(machine, journal);
        List<Resource> resources = new ArrayList<>(Resources.installed().all());
        resources.add(
                new Scripted("package", Risk.LOW, "/srv/installed", "true", "true", "rh_apt_free"));
        bench.resources = new Resources(resources);
        machine.sh("mkdir -p /var/lib/dpkg; : >>/var/lib/dpkg/lock-frontend");
    }

    @AfterEach
    void stop() {
        if (machine != null) {
            machine.close();
        }
    }

    private void hold() {
        machine.sh(
                """
                cat >/tmp/hold <<'EOS'
                exec 9<>/var/lib/dpkg/lock-frontend
                flock 9
                : >/tmp/held
                exec sleep 60
                EOS
                sh /tmp/hold >/dev/null 2>&1 </dev/null &
                echo $! >/tmp/holder
                until [ -e /tmp/held ]; do sleep 0.05; done
                """);
    }

    private void release() {
        machine.sh("kill $(cat /tmp/holder); sleep 0.2");
    }

    @Test
    void anApplyIsRefusedNamingTheProcessAndNothingIsTouched() {
        hold();
        List<String> before = machine.snapshot();
        HostOutcome outcome = bench.apply(cluster).hosts().getFirst();
        assertThat(outcome.state()).isEqualTo(HostOutcome.State.REFUSED);
        assertThat(outcome.why())
                .startsWith("the package manager is in use: sleep 60 (process ")
                .contains("holds /var/lib/dpkg/lock-frontend")
                .contains("nothing was changed");
        assertThat(machine.snapshot()).isEqualTo(before);
        assertThat(machine.sh("ls -A /var/lib/railhead/runs; ls -A /var/lib/railhead"))
                .isEqualTo("runs\n");
        release();
        assertThat(bench.apply(cluster).isGood()).isTrue();
    }

    @Test
    void aRollbackIsRefusedToo() {
        RunResult run = bench.apply(cluster);
        assertThat(run.isGood()).isTrue();
        hold();
        HostOutcome outcome = bench.rollBack(cluster, run.run(), false).hosts().getFirst();
        assertThat(outcome.state()).isEqualTo(HostOutcome.State.REFUSED);
        assertThat(outcome.why()).startsWith("the package manager is in use: sleep 60");
        assertThat(machine.sh("cat /srv/a.conf; ls /srv")).isEqualTo("a\na.conf\ninstalled\n");
        release();
        assertThat(bench.rollBack(cluster, run.run(), false).isGood()).isTrue();
        assertThat(machine.sh("ls /srv")).isEmpty();
    }

    @Test
    void aLockFileThatIsOpenButNotLockedIsFree() {
        machine.sh(
                "(exec 9<>/var/lib/dpkg/lock-frontend; exec sleep 60) >/dev/null 2>&1 </dev/null &");
        assertThat(bench.apply(cluster).isGood()).isTrue();
    }
}
