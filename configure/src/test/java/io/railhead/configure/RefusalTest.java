package io.railhead.configure;

import static org.assertj.core.api.Assertions.assertThat;

import io.railhead.model.Risk;
import io.railhead.model.intent.Cluster;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Whatever stands in the way is named, and nothing is left half done.
@Tag("root")
class RefusalTest {
    private static final String TWO_FILES =
            """
            file /srv/a.conf 0644 root root new a\\n
            file /srv/sub/b.conf 0644 root root new b\\n
            """;

    @TempDir Path journal;
    private Machine machine;
    private Bench bench;
    private final Cluster cluster = World.cluster(TWO_FILES);

    @BeforeEach
    void start() {
        machine = Machine.start();
        bench = new Bench(machine, journal);
        machine.sh("echo old >/srv/a.conf; mkdir /srv/sub");
    }

    @AfterEach
    void stop() {
        if (machine != null) {
            machine.close();
        }
    }

    private HostOutcome only(RunResult result) {
        assertThat(result.hosts()).hasSize(1);
        return result.hosts().getFirst();
    }

    @Test
    void aToolThatIsMissingIsNamedWithItsPackageAndNotTakenForAHostThatIsDown() {
        Cluster rails = World.cluster("rail rail0 eth1 10.78.0.1/24 9000\n");
        machine.sh("rm -f /usr/bin/ip /usr/sbin/ip /bin/ip /sbin/ip /usr/bin/base64 /bin/base64");
        assertThat(bench.plan(rails).plan().unreachable().get("gpu01"))
                .isEqualTo(
                        "the host was reached, but has no base64, ip: nothing can be seen or"
                                + " changed there; install coreutils, iproute2 (iproute)");
    }

    @Test
    void aReadOnlyFileSystemIsSeenWhenPlanning() {
        machine.sh("mount -t tmpfs -o ro tmpfs /srv/sub");
        Plan plan = bench.plan(cluster).plan();
        assertThat(plan.obstacles())
                .extracting(Obstacle::resource, Obstacle::why)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple(
                                "file:/srv/sub/b.conf", "/srv/sub cannot be written (read-only?)"));
        assertThat(plan.changes())
                .extracting(c -> c.change().resource())
                .containsExactly("file:/srv/a.conf");
    }

    @Test
    void aFileSystemThatFillsUpTakesTheWholeRunBack() {
        machine.sh("mount -t tmpfs -o size=8k tmpfs /srv/sub; echo keep >/srv/sub/b.conf");
        Prepared prepared = bench.plan(cluster);
        machine.sh("dd if=/dev/zero of=/srv/sub/fill bs=4k count=9 2>/dev/null || true");
        List<String> before = machine.snapshot();
        HostOutcome outcome = only(bench.apply(prepared));
        assertThat(outcome.state()).isEqualTo(HostOutcome.State.REVERTED);
        assertThat(outcome.why())
                .startsWith("file:/srv/sub/b.conf could not be changed")
                .contains("No space left on device")
                .endsWith("everything is as it was before");
        assertThat(machine.snapshot()).isEqualTo(before);
    }

    @Test
    void withoutRoomForTheJournalNothingIsChanged() {
        machine.sh(
                "mkdir -p /var/lib/railhead; mount -t tmpfs -o size=16k tmpfs /var/lib/railhead;"
                        + " mkdir /var/lib/railhead/runs;"
                        + " dd if=/dev/zero of=/var/lib/railhead/fill bs=4k count=9 2>/dev/null"
                        + " || true");
        List<String> before = machine.snapshot();
        HostOutcome outcome = only(bench.apply(cluster));
        assertThat(outcome.state()).isEqualTo(HostOutcome.State.REFUSED);
        assertThat(outcome.why())
                .contains("No space left on device")
                .contains("nothing was changed");
        assertThat(machine.snapshot()).isEqualTo(before);
        assertThat(machine.sh("ls -A /var/lib/railhead/runs; ls -l /var/lib/railhead"))
                .doesNotContain("lock");
    }

    @Test
    void aJournalThatCannotBeWrittenIsARefusal() {
        machine.sh("mkdir -p /var/lib/railhead; mount -t tmpfs -o ro tmpfs /var/lib/railhead");
        HostOutcome outcome = only(bench.apply(cluster));
        assertThat(outcome.state()).isEqualTo(HostOutcome.State.REFUSED);
        assertThat(outcome.why()).contains("Read-only file system").contains("nothing was changed");
        assertThat(machine.sh("cat /srv/a.conf")).isEqualTo("old\n");
    }

    @Test
    void aFileEditedSinceThePlanIsNamedAndNothingIsTouched() {
        Prepared prepared = bench.plan(cluster);
        machine.sh("echo edited >/srv/a.conf");
        RunResult result = bench.apply(prepared);
        assertThat(result.run()).as("a run that no host has").isEmpty();
        HostOutcome outcome = only(result);
        assertThat(outcome.state()).isEqualTo(HostOutcome.State.REFUSED);
        assertThat(outcome.why()).startsWith("file:/srv/a.conf changed since the plan was made");
        assertThat(machine.sh("cat /srv/a.conf; ls /srv/sub /var/lib/railhead/runs"))
                .startsWith("edited\n")
                .doesNotContain("b.conf");
    }

    @Test
    void aKeptPlanSaysWhatHasMoved() {
        Plan kept = bench.plan(cluster).plan();
        machine.sh("echo edited >/srv/a.conf");
        List<Drift> drift = bench.plan(cluster).drift(kept);
        assertThat(drift).hasSize(1);
        assertThat(drift.getFirst().resource()).isEqualTo("file:/srv/a.conf");
        assertThat(drift.getFirst().then()).contains("old\n");
        assertThat(drift.getFirst().now()).contains("edited\n");
        Cluster other = World.cluster(TWO_FILES.replace("new b", "newer b"));
        assertThat(bench.plan(other).drift(kept))
                .extracting(Drift::resource, Drift::why)
                .contains(
                        org.assertj.core.groups.Tuple.tuple(
                                "file:/srv/sub/b.conf", "the intent now asks for something else"));
        assertThat(bench.plan(World.cluster("netplan off")).drift(kept))
                .extracting(Drift::why)
                .containsOnly("the intent no longer asks for it");
    }

    @Test
    void aPlanThatWasAppliedAlreadyHasNothingLeftToDo() {
        Plan kept = bench.plan(cluster).plan();
        assertThat(only(bench.apply(cluster)).state()).isEqualTo(HostOutcome.State.DONE);
        Prepared again = bench.plan(cluster);
        assertThat(again.drift(kept)).isEmpty();
        assertThat(only(bench.apply(again.onlyThoseOf(kept))).state())
                .isEqualTo(HostOutcome.State.NOTHING_TO_DO);
    }

    @Test
    void theSecondOfTwoControllersIsToldWhomItMeets() {
        machine.sh(
                """
                mkdir -p /var/lib/railhead
                sleep 60 >/dev/null 2>&1 </dev/null &
                set -- $(sed 's/.*) //' /proc/$!/stat)
                shift 19
                boot=$(cut -d- -f1 /proc/sys/kernel/random/boot_id)
                ln -s "$! $1.$boot railhead apply by bob@desk (process 7) since noon" /var/lib/railhead/lock
                """);
        HostOutcome outcome = only(bench.apply(cluster));
        assertThat(outcome.state()).isEqualTo(HostOutcome.State.REFUSED);
        assertThat(outcome.why())
                .contains("another is at work here: railhead apply by bob@desk (process 7)");
        assertThat(machine.sh("cat /srv/a.conf")).isEqualTo("old\n");
    }

    @Test
    void aLockOfTheDeadIsNoObstacle() {
        machine.sh(
                "mkdir -p /var/lib/railhead;"
                        + " ln -s '999999 1 railhead apply by bob@desk' /var/lib/railhead/lock");
        assertThat(only(bench.apply(cluster)).state()).isEqualTo(HostOutcome.State.DONE);
        assertThat(machine.sh("ls -A /var/lib/railhead")).isEqualTo("runs\n");
    }

    @RepeatedTest(8)
    void ofSeveralControllersAtOnceOneWorksAndTheOthersAreRefused(RepetitionInfo repetition)
            throws InterruptedException {
        if (repetition.getCurrentRepetition() % 2 == 0) {
            machine.sh("mkdir -p /var/lib/railhead; ln -s '999999 1 dead' /var/lib/railhead/lock");
        }
        Prepared prepared = bench.plan(cluster);
        List<HostOutcome> outcomes = new CopyOnWriteArrayList<>();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            String run = bench.nextRun();
            threads.add(
                    Thread.ofVirtual()
                            .start(() -> outcomes.add(only(bench.engine().run(prepared, run)))));
        }
        for (Thread t : threads) {
            t.join();
        }
        assertThat(outcomes)
                .extracting(HostOutcome::state)
                .as("%s", outcomes)
                .containsExactlyInAnyOrder(
                        HostOutcome.State.DONE,
                        HostOutcome.State.REFUSED,
                        HostOutcome.State.REFUSED,
                        HostOutcome.State.REFUSED);
    }

    @Test
    void aSettingThatCannotBeMadeIsNamedAndTheOthersAreMade() {
        Cluster wanted =
                World.cluster(
                        """
                        sysctl net.core.rmem_max 123456789
                        sysctl net.core.no_such_key 1
                        sysctl net.ipv4.ip_default_ttl 66
                        """);
        assertThat(only(bench.apply(wanted)).state()).isEqualTo(HostOutcome.State.DONE);
        Plan after = bench.plan(wanted).plan();
        assertThat(after.changes()).isEmpty();
        assertThat(after.obstacles())
                .extracting(Obstacle::resource)
                .containsExactly("sysctl:net.core.no_such_key", "sysctl:net.core.rmem_max");
        assertThat(after.obstacles().get(0).why()).contains("does not exist on this machine");
        assertThat(after.obstacles().get(1).why()).contains("is read-only here");
        assertThat(machine.sh("cat /proc/sys/net/ipv4/ip_default_ttl")).isEqualTo("66\n");
        assertThat(machine.sh("grep -v '^#' /etc/sysctl.d/99-zz-railhead.conf"))
                .isEqualTo("net.ipv4.ip_default_ttl = 66\n");
    }

    @Test
    void aValueThatTheKernelRefusesTakesTheRunBack() {
        List<String> before = machine.snapshot();
        HostOutcome outcome =
                only(
                        bench.apply(
                                World.cluster(
                                        TWO_FILES + "sysctl net.ipv4.tcp_syn_retries 999\n")));
        assertThat(outcome.state()).isEqualTo(HostOutcome.State.REVERTED);
        assertThat(outcome.why())
                .contains("the kernel does not take net.ipv4.tcp_syn_retries = 999");
        assertThat(machine.snapshot()).isEqualTo(before);
    }

    @Test
    void aChangeThatSaysThatItWasMadeAndDoesNotReadBackTakesTheRunBack() {
        List<Resource> resources = new ArrayList<>(Resources.installed().all());
        resources.add(new Scripted("liar", Risk.LOW, "/srv/liar", "exit 0", "true", ""));
        bench.resources = new Resources(resources);
        List<String> before = machine.snapshot();
        HostOutcome outcome = only(bench.apply(cluster));
        assertThat(outcome.state()).isEqualTo(HostOutcome.State.REVERTED);
        assertThat(outcome.why()).startsWith("scripted:liar does not read back as wanted");
        assertThat(machine.snapshot()).isEqualTo(before);
    }

    @Test
    void aChangeThatFailedInTheMiddleIsUndoneThoughItLooksUntouched() {
        List<Resource> resources = new ArrayList<>(Resources.installed().all());
        resources.add(
                new Scripted(
                        "half", Risk.LOW, "/srv/half", ": >/srv/left; exit 1", "rm /srv/left", ""));
        bench.resources = new Resources(resources);
        List<String> before = machine.snapshot();
        HostOutcome outcome = only(bench.apply(cluster));
        assertThat(outcome.state()).isEqualTo(HostOutcome.State.REVERTED);
        assertThat(machine.snapshot()).isEqualTo(before);
    }

    @Test
    void stepsAreTakenBackLastOneFirst() {
        // The second can be undone only as long as the first is there.
        String there = "[ -e /srv/first ]";
        List<Resource> resources = new ArrayList<>();
        resources.add(new Scripted("first", Risk.LOW, "/srv/first", "true", "true", ""));
        resources.add(new Scripted("second", Risk.LOW, "/srv/second", there, there, ""));
        bench.resources = new Resources(resources);
        List<String> before = machine.snapshot();
        RunResult run = bench.apply(cluster);
        assertThat(run.isGood()).as("%s", run).isTrue();
        assertThat(only(bench.rollBack(cluster, run.run(), false)).state())
                .isEqualTo(HostOutcome.State.ROLLED_BACK);
        assertThat(machine.snapshot()).isEqualTo(before);
        resources.add(new Scripted("third", Risk.LOW, "/srv/third", "exit 1", "true", ""));
        bench.resources = new Resources(resources);
        HostOutcome reverted = only(bench.apply(cluster));
        assertThat(reverted.state()).isEqualTo(HostOutcome.State.REVERTED);
        assertThat(machine.snapshot()).isEqualTo(before);
    }

    @Test
    void whatTheSwitchHasDecidedTheWorkerDoesNotGoOnWith() {
        List<Resource> resources = new ArrayList<>();
        resources.add(
                new Scripted(
                        "decides",
                        Risk.MAY_DISCONNECT,
                        "/srv/first",
                        "ln -s reverted \"$RUN/decision\"",
                        "true",
                        ""));
        resources.add(
                new Scripted("later", Risk.MAY_DISCONNECT, "/srv/second", "true", "true", ""));
        bench.resources = new Resources(resources);
        List<String> before = machine.snapshot();
        assertThat(bench.plan(cluster).plan().changes())
                .extracting(c -> c.change().resource())
                .containsExactly("scripted:decides", "scripted:later");
        HostOutcome left = only(bench.apply(cluster));
        assertThat(left.state()).isEqualTo(HostOutcome.State.UNKNOWN);
        assertThat(left.why()).endsWith("is recorded there; apply again to bring it to an end");
        assertThat(machine.sh("ls /srv")).contains("first").doesNotContain("second");
        assertThat(bench.engine().settle(bench.plan(cluster))).isEmpty();
        assertThat(machine.snapshot()).isEqualTo(before);
    }

    @Test
    void whatWasEditedAfterTheRunIsNotRolledBackUnasked() {
        RunResult run = bench.apply(cluster);
        machine.sh("echo mine >>/srv/a.conf");
        HostOutcome refused = only(bench.rollBack(cluster, run.run(), false));
        assertThat(refused.state()).isEqualTo(HostOutcome.State.REFUSED);
        assertThat(refused.why()).startsWith("file:/srv/a.conf changed since the run");
        assertThat(machine.sh("cat /srv/a.conf; ls /srv/sub")).isEqualTo("new a\nmine\nb.conf\n");
        HostOutcome forced = only(bench.rollBack(cluster, run.run(), true));
        assertThat(forced.state()).isEqualTo(HostOutcome.State.ROLLED_BACK);
        assertThat(machine.sh("cat /srv/a.conf; ls /srv/sub")).isEqualTo("old\n");
        assertThat(machine.sh("cat /var/lib/railhead/runs/*/steps/01/kept-*/file.was"))
                .isEqualTo("new a\nmine\n");
    }

    @Test
    void anOlderRunIsRolledBackOnlyAfterThoseOnTopOfIt() {
        RunResult first = bench.apply(cluster);
        Cluster newer = World.cluster(TWO_FILES.replace("new a", "newer a"));
        RunResult second = bench.apply(newer);
        assertThat(only(bench.rollBack(newer, first.run(), false)).why())
                .contains("roll back " + second.run() + " first");
        assertThat(bench.rollBack(newer, second.run(), false).isGood()).isTrue();
        assertThat(bench.rollBack(newer, first.run(), false).isGood()).isTrue();
        assertThat(machine.sh("cat /srv/a.conf; ls /srv/sub")).isEqualTo("old\n");
    }

    @Test
    void aRunCanBeTakenBackByHandOnTheMachine() {
        List<String> before = machine.snapshot();
        RunResult run = bench.apply(cluster);
        machine.sh("sh /var/lib/railhead/runs/" + run.run() + "/undo.sh");
        assertThat(machine.snapshot()).isEqualTo(before);
        assertThat(only(bench.rollBack(cluster, run.run(), false)).state())
                .isEqualTo(HostOutcome.State.NOTHING_TO_DO);
    }
}
