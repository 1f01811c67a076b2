package io.railhead.configure;

import static org.assertj.core.api.Assertions.assertThat;

import io.railhead.model.Risk;
import io.railhead.model.intent.Cluster;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What stands in a rollback's way on the machine itself: no room in the journal, tools of other
/// people's under the names of the system's, paths that lead elsewhere.
@Tag("root")
class FullJournalTest {
    private static final String RUNS = "/var/lib/railhead/runs/";
    private static final String FILL =
            "mount -o remount,size=%s /var/lib/railhead;"
                    + " cat /dev/zero >/var/lib/railhead/fill 2>/dev/null || true; ";

    @TempDir Path journal;
    private Machine machine;
    private Bench bench;
    private final Cluster cluster =
            World.cluster(
                    """
                    file /srv/a.conf 0640 root root new a\\n
                    file /srv/b.conf 0644 root root new b\\n
                    file /srv/c.conf 0644 root root new c\\n
                    netplan off
                    """);

    @BeforeEach
    void start() {
        machine = Machine.start();
        bench = new Bench(machine, journal);
        machine.sh("for f in a b c; do echo old $f >/srv/$f.conf; done");
    }

    @AfterEach
    void stop() {
        if (machine != null) {
            machine.close();
        }
    }

    private String kept() {
        return machine.sh(
                "cd " + RUNS + "; find . -type f ! -name log -exec sha256sum {} + | sort -k2");
    }

    @Test
    void aForcedRollbackWithoutRoomTouchesNeitherTheHostNorWhatWasKept() {
        List<String> before = machine.snapshot();
        RunResult run = bench.apply(cluster);
        assertThat(run.isGood()).isTrue();
        machine.sh("for f in a b c; do echo mine >>/srv/$f.conf; done");
        List<String> edited = machine.snapshot();
        String kept = kept();
        // From none at all to nearly what it takes.
        for (int free : List.of(0, 1, 3, 17, 60, 70)) {
            machine.sh(
                    FILL.formatted("4m")
                            + "truncate -s -"
                            + free * 4096
                            + " /var/lib/railhead/fill");
            HostOutcome refused = bench.rollBack(cluster, run.run(), true).hosts().getFirst();
            if (free >= 70) {
                continue;
            }
            assertThat(refused.state())
                    .as("%d: %s", free, refused)
                    .isEqualTo(HostOutcome.State.REFUSED);
            assertThat(refused.why())
                    .contains("the journal /var/lib/railhead cannot be written")
                    .contains("nothing was undone")
                    .contains("No space left on device");
            assertThat(machine.snapshot()).isEqualTo(edited);
            assertThat(kept()).isEqualTo(kept);
        }
        machine.sh("rm /var/lib/railhead/fill");
        RunResult back = bench.rollBack(cluster, run.run(), true);
        assertThat(back.isGood()).as("%s", back).isTrue();
        assertThat(machine.snapshot()).isEqualTo(before);
    }

    @Test
    void aToolOfSomebodyElseInFrontOfTheSystemsIsNeverRun() {
        List<String> before = machine.snapshot();
        machine.sh(
                """
                mkdir -p /usr/local/bin
                for f in mv cp rm cat sha256sum dirname ln sync; do
                    printf '#!/bin/sh\\necho "$0" >>/tmp/ran\\nexit 1\\n' >/usr/local/bin/$f
                    /bin/chmod 755 /usr/local/bin/$f
                done
                """);
        RunResult run = bench.apply(cluster);
        assertThat(run.isGood()).as("%s", run).isTrue();
        machine.sh("sh " + RUNS + run.run() + "/undo.sh");
        assertThat(machine.begin("/bin/cat /tmp/ran").stdout()).isEmpty();
        machine.sh("/bin/rm /usr/local/bin/*");
        assertThat(machine.snapshot()).isEqualTo(before);
    }

    @Test
    void aPathThatLeadsElsewhereIsJudgedByWhereItLeads() {
        machine.sh(
                "ln -s /etc /srv/l; ln -s l /srv/ll; ln -s /usr/bin /srv/tools;"
                        + " mkdir /srv/d; ln -s /etc/shadow /srv/d/s");
        Cluster through =
                World.cluster(
                        """
                        file /srv/ll/passwd 0644 root root x\\n
                        file /srv/d/s 0644 root root x\\n
                        file /srv/d/plain 0644 root root x\\n
                        file /srv/tools/mv 0755 root root x\\n
                        block /srv/l/sudoers.d/none rails # ours\\n
                        netplan off
                        """);
        Prepared prepared = bench.plan(through);
        assertThat(prepared.plan().obstacles())
                .extracting(Obstacle::why)
                .containsExactly(
                        "/srv/tools/mv leads to /usr/bin/mv on this host, which is among what"
                                + " changes are taken back with");
        assertThat(prepared.plan().changes())
                .filteredOn(c -> c.change().risk() == Risk.MAY_DISCONNECT && c.guarded())
                .extracting(c -> c.change().resource())
                .containsExactlyInAnyOrder(
                        "file:/srv/ll/passwd",
                        "file:/srv/d/s",
                        "block:/srv/l/sudoers.d/none#rails");
        assertThat(prepared.plan().changes().toString())
                .contains("leads to /etc/passwd, which decides who gets in")
                .contains("a link to /etc/shadow, which decides who gets in");
        // Where it leads is a part of what must not have moved.
        machine.sh("mkdir /srv/other; ln -sfn other /srv/ll");
        Cluster one = World.cluster("file /srv/ll/x 0644 root root x\\n\nnetplan off");
        Prepared planned = bench.plan(one);
        assertThat(planned.plan().changes().getFirst().change().risk()).isEqualTo(Risk.LOW);
        machine.sh("ln -sfn l /srv/ll");
        assertThat(bench.apply(planned).hosts().getFirst().why())
                .contains("changed since the plan was made");
        assertThat(machine.has("/etc/x")).isFalse();
    }

    @Test
    void noForceUndoesWhereAPathHasComeToLeadElsewhere() {
        machine.sh("mkdir /srv/t");
        Cluster one = World.cluster("file /srv/t/passwd 0644 root root x\\n\nnetplan off");
        RunResult made = bench.apply(bench.plan(one));
        assertThat(made.isGood()).isTrue();
        machine.sh("cp /etc/passwd /srv/passwd; mv /srv/t /srv/t.old; ln -s /etc /srv/t");
        RunResult back = bench.rollBack(one, made.run(), true);
        assertThat(back.hosts().getFirst().why())
                .contains("its path leads to /etc/passwd now and led to itself");
        machine.sh("cmp /etc/passwd /srv/passwd; rm /srv/t; mv /srv/t.old /srv/t");
        assertThat(bench.rollBack(one, made.run(), true).isGood()).isTrue();
        assertThat(machine.has("/srv/t/passwd")).isFalse();
    }

    /// The other way round too: what the system reads by a link that leads to a plain path.
    @Test
    void aFileThatTheSystemReadsByAnotherNameIsJudgedByThatName() {
        machine.sh(
                """
                mkdir -p /etc/sudoers.d /etc/cron.d /srv/conf/pam /srv/bound /srv/tools /usr/local/bin
                echo was >/srv/conf/sshd; ln -sf /srv/conf/sshd /etc/ssh/sshd_config
                ln -s ../../srv/conf/pam /etc/pam.d/site
                ln -s /srv/new /etc/sudoers.d/new; ln -s ../../srv/no/dir /etc/cron.d/new
                mount --bind /etc/ssh /srv/bound; mount --bind /usr/bin /srv/tools
                ln -s /srv/conf/mv /usr/local/bin/mv; ln -s /srv/conf /srv/other
                """);
        Cluster read =
                World.cluster(
                        """
                        file /srv/conf/sshd 0644 root root x\\n
                        file /srv/conf/pam/deep/x 0644 root root x\\n
                        file /srv/new 0644 root root x\\n
                        file /srv/no/dir 0644 root root x\\n
                        file /srv/bound/sshd_config.d/x.conf 0644 root root x\\n
                        file /srv/tools/cp 0755 root root x\\n
                        file /srv/conf/mv 0755 root root x\\n
                        file /srv/conf/x 0644 root root x\\n
                        block /srv/other/pam/y rails # ours\\n
                        netplan off
                        """);
        Prepared prepared = bench.plan(read);
        assertThat(prepared.plan().obstacles())
                .extracting(Obstacle::why)
                .singleElement()
                .asString()
                .matches(
                        "/srv/tools/cp is also (/usr)?/bin/cp on this host, which is among what"
                                + " changes are taken back with");
        assertThat(prepared.plan().changes())
                .filteredOn(c -> c.change().risk() == Risk.LOW)
                .extracting(c -> c.change().resource())
                .containsExactly("file:/srv/conf/x");
        assertThat(prepared.plan().changes().toString())
                .contains("it is also /etc/ssh/sshd_config, which decides who gets in")
                .contains("it is also /etc/pam.d/site/deep/x, which decides")
                .contains("it is also /usr/local/bin/mv, which decides whether programs start");
        // Another name changes how the file is written, not what was there.
        Cluster one = World.cluster("file /srv/conf/x 0644 root root x\\n\nnetplan off");
        assertThat(bench.plan(one).plan().changes().getFirst().guarded()).isFalse();
        machine.sh("ln -s /srv/conf/x /etc/pam.d/x");
        assertThat(bench.plan(one).plan().changes().getFirst().guarded()).isTrue();
        machine.sh("rm /etc/pam.d/x");
    }

    @Test
    void aJournalThatIsNoDirectoryIsNotOneWithoutRuns() {
        for (String odd :
                List.of(
                        "mkfifo /var/lib/railhead/runs",
                        "ln -s /dev/zero /var/lib/railhead/runs",
                        "ln -s nowhere /var/lib/railhead/runs")) {
            machine.sh("rm -rf /var/lib/railhead/*; " + odd);
            Rollback.Journals journals = bench.rollback().journals(cluster);
            assertThat(journals.runs()).isEmpty();
            assertThat(journals.unreachable().get("gpu01"))
                    .startsWith("/var/lib/railhead/runs on that host is no directory");
            assertThat(bench.apply(cluster).hosts().getFirst().state())
                    .isEqualTo(HostOutcome.State.REFUSED);
        }
        machine.sh("rm -rf /var/lib/railhead/*");
        assertThat(bench.rollback().journals(cluster).unreachable()).isEmpty();
    }

    @Test
    void whatIsLargerThanItCanBeIsToldAndNotRead() {
        RunResult run = bench.apply(cluster);
        for (String f : List.of("steps/01/apply.sh", "steps/01/file.was", "lib.sh", "state")) {
            machine.sh(
                    "cd %s; cp -a %2$s /tmp/kept; truncate -s 20G %2$s"
                            .formatted(RUNS + run.run(), f));
            assertThat(bench.rollback().journals(cluster).of(run.run()).get("gpu01").damage())
                    .hasValueSatisfying(
                            d -> assertThat(d).contains(f + " is larger than it can be, so it"));
            machine.sh("cd %s; cp -a /tmp/kept %s".formatted(RUNS + run.run(), f));
        }
        assertThat(bench.rollBack(cluster, run.run(), false).isGood()).isTrue();
        // Nor is a file kept that is so large.
        machine.sh("truncate -s 2G /srv/a.conf");
        assertThat(bench.plan(cluster).plan().obstacles())
                .extracting(Obstacle::why)
                .containsExactly("/srv/a.conf is larger than 1 GiB, more than the journal keeps");
    }
}
