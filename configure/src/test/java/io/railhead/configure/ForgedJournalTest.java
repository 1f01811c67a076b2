package io.railhead.configure;

import static org.assertj.core.api.Assertions.assertThat;

import io.railhead.model.intent.Cluster;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A machine's journal that somebody has written into: nothing in it is waited for, counted to the
/// end, or believed before it was looked through, and what was added is told by its name.
@Tag("root")
class ForgedJournalTest {
    private static final String RUNS = "/var/lib/railhead/runs/";

    @TempDir Path journal;
    private Machine machine;
    private Bench bench;
    private List<String> made = List.of();
    private String run = "";
    private final Cluster cluster =
            World.cluster(
                    """
                    file /srv/a.conf 0640 root root new a\\n
                    file /srv/b.conf 0644 root root new b\\n
                    rail rail0 eth1 10.78.0.1/24 9000
                    netplan off
                    """);

    @BeforeEach
    void start() {
        machine = Machine.start();
        bench = new Bench(machine, journal);
        machine.sh("echo old a >/srv/a.conf; ln -s /etc/hostname /srv/b.conf");
    }

    @AfterEach
    void stop() {
        if (machine != null) {
            machine.close();
        }
    }

    private void applied() {
        RunResult result = bench.apply(cluster);
        assertThat(result.isGood()).as("%s", result).isTrue();
        run = result.run();
        // What wrote the journal may be about to end: until then the run is at work.
        machine.sh(
                "cd "
                        + RUNS
                        + run
                        + " && for n in $(seq 100); do lives=; for f in owner watchdog; do"
                        + " [ -f $f ] && kill -0 $(cut -d' ' -f1 $f) 2>/dev/null && lives=yes; done;"
                        + " [ -n \"$lives\" ] || break; sleep 0.1; done");
        made = machine.snapshot();
        machine.sh("cp -a " + RUNS + run + " /tmp/whole");
    }

    private void mended() {
        assertThat(machine.snapshot()).isEqualTo(made);
        machine.sh("rm -rf " + RUNS + run + " && cp -a /tmp/whole " + RUNS + run);
    }

    /// What the list of runs and a rollback say after `forgery` was done in the run's directory.
    private String refused(String forgery) {
        machine.sh("cd " + RUNS + run + " && { " + forgery + "\n}");
        RunReport report = bench.rollback().journals(cluster).of(run).get("gpu01");
        assertThat(report).as(forgery).isNotNull();
        HostOutcome outcome = bench.rollBack(cluster, run, false).hosts().getFirst();
        assertThat(outcome.state())
                .as("%s: %s", forgery, outcome)
                .isEqualTo(HostOutcome.State.REFUSED);
        assertThat(outcome.why()).as(forgery).startsWith("journal damaged");
        // The list says no less than the rollback does.
        assertThat(outcome.why()).startsWith(report.damage().orElse("nothing"));
        return report.damage().orElse("");
    }

    @Test
    void aNumberOfStepsThatIsForgedIsNotCountedTo() {
        applied();
        assertThat(refused("rm seal; sed -i s/^changes=.*/changes=999999999/ about"))
                .isEqualTo("journal damaged: seal is missing, about is not as it was written");
        mended();
        assertThat(refused("rm seal; sed -i s/^changes=.*/changes=99999/ about"))
                .isEqualTo("journal damaged, 99995 of 99999 steps missing: seal is missing");
        mended();
        for (String number : List.of("-1", "010", "x[$(reboot)]", "", "100000")) {
            assertThat(refused("rm seal; sed -i 's/^changes=.*/changes=" + number + "/' about"))
                    .isEqualTo("journal damaged: seal is missing, about is not as it was written");
            mended();
        }
        assertThat(bench.rollBack(cluster, run, false).isGood()).isTrue();
    }

    /// A pipe would be waited for for ever, and a device has no end.
    @Test
    void whatIsNoPlainFileIsNotOpenedWhateverItIs() {
        applied();
        List<String> files =
                machine.sh("cd " + RUNS + run + " && find . -type f | sort")
                        .lines()
                        .map(f -> f.substring(2))
                        .filter(f -> !f.equals("lib.sh"))
                        .toList();
        assertThat(files).contains("seal", "state", "about", "steps/01/file.was", "owner", "who");
        Random random = new Random(11);
        for (String f : files) {
            String kind =
                    List.of("mkfifo %s", "ln -s /dev/zero %s", "mkdir %s", "mknod %s c 1 5")
                            .get(random.nextInt(4))
                            .formatted(f);
            assertThat(refused("rm -r " + f + "; " + kind))
                    .as(kind)
                    .contains(f + " is not a plain file");
            mended();
        }
        assertThat(refused("chown 1000 steps/01/apply.sh state"))
                .contains("state is not owned by root")
                .contains("steps/01/apply.sh is not owned by root");
        mended();
        assertThat(refused("mv steps /tmp/elsewhere; ln -s /tmp/elsewhere steps"))
                .contains("steps is not a plain file");
        mended();
        assertThat(refused("rm state; head -c 9000000 /dev/zero >state"))
                .contains("state is larger");
        mended();
        // The library is brought anew, whatever lies in its place.
        machine.sh("cd " + RUNS + run + " && rm lib.sh && mkfifo lib.sh");
        assertThat(bench.rollBack(cluster, run, false).isGood()).isTrue();
        assertThat(machine.sh("cat /srv/a.conf; readlink /srv/b.conf"))
                .isEqualTo("old a\n/etc/hostname\n");
    }

    /// Nothing of a run whose journal cannot be opened keeps others from being listed.
    @Test
    void everyRunIsToldThoughOneCannotBeOpened() {
        applied();
        Cluster more = World.cluster("file /srv/c.conf 0644 root root c\\n\nnetplan off\n");
        RunResult second = bench.apply(more);
        assertThat(second.isGood()).isTrue();
        machine.sh(
                "cd "
                        + RUNS
                        + run
                        + " && for f in seal state about who; do rm $f; mkfifo $f; done");
        Rollback.Journals journals = bench.rollback().journals(cluster);
        assertThat(journals.ids()).containsExactly(second.run(), run);
        assertThat(journals.of(run).get("gpu01").damage().orElseThrow())
                .contains("seal is not a plain file")
                .contains("state is not a plain file")
                .contains("about is not a plain file");
        // Whether that run is at work nobody knows: nothing is done beside it.
        Prepared prepared = bench.plan(cluster);
        assertThat(prepared.plan().unfinished())
                .extracting(Unfinished::stands)
                .containsExactly(Unfinished.Stands.DAMAGED);
        assertThat(prepared.plan().unfinished().getFirst().words())
                .contains("seal is not a plain file")
                .contains("whether it came to its end is not known");
        assertThat(bench.engine().settle(prepared).get("gpu01"))
                .startsWith("journal damaged: seal is not a plain file");
        assertThat(bench.rollBack(more, second.run(), false).hosts().getFirst().why())
                .startsWith("journal damaged: seal is not a plain file");
    }

    @Test
    void whatWasAddedIsNamed() {
        applied();
        for (String added :
                List.of(
                        "steps/01/ready.sh",
                        "steps/01/guarded",
                        "steps/01/limit",
                        "steps/01/settle",
                        "steps/01/of",
                        "steps/01/file.absent",
                        "steps/01/x.was",
                        "steps/01/.hidden",
                        "steps/05",
                        "steps/x.sh",
                        "more",
                        "a b",
                        "it's",
                        "back-20261128T000000Z")) {
            assertThat(refused("echo reboot >\"" + added + "\""))
                    .isEqualTo("journal damaged: " + added + " is not Railhead's");
            mended();
        }
        assertThat(refused("mkdir steps/01/more more; : >steps/01/more/apply.sh"))
                .contains("more is not Railhead's")
                .contains("steps/01/more/apply.sh is not Railhead's");
        mended();
        assertThat(refused("touch \"$(printf 'steps/01/a\\nb')\"")).contains("not Railhead's");
        mended();
        Cluster plain = World.cluster("file /srv/c.conf 0644 root root c\\n\nnetplan off\n");
        assertThat(bench.rollBack(cluster, run, false).isGood()).isTrue();
        machine.sh("rm -rf /tmp/whole");
        RunResult second = bench.apply(plain);
        machine.sh("echo 60 >" + RUNS + second.run() + "/within");
        assertThat(bench.rollBack(plain, second.run(), false).hosts().getFirst().why())
                .startsWith("journal damaged: within is not Railhead's");
    }

    @Test
    void aRollbackThatNeverWasIsNotBelieved() {
        applied();
        assertThat(refused("mkdir back-1; echo done >back-1/state; mkdir back-1/steps"))
                .isEqualTo("journal damaged: back-1/seal is missing");
        mended();
        // Nor one that came to its end, when something of it was written anew.
        bench.within = 60;
        assertThat(bench.rollBack(cluster, run, false).isGood()).isTrue();
        machine.sh(
                "cp -a %1$s/back-* /tmp; rm -rf %1$s; cp -a /tmp/whole %1$s; cp -a /tmp/back-* %1$s"
                        .formatted(RUNS + run));
        assertThat(bench.rollback().journals(cluster).of(run).get("gpu01").state())
                .isEqualTo(RunReport.State.ROLLED_BACK);
        assertThat(refused("for f in back-*/steps/0001/undo.sh; do echo >>$f; done"))
                .endsWith("/steps/0001/undo.sh is not as it was written");
    }

    @Test
    void aStateThatItsStepsContradictIsNotBelieved() {
        applied();
        for (String state : List.of("rolled-back", "reverted cut short")) {
            assertThat(refused("echo " + state + " >state"))
                    .isEqualTo("journal damaged: state is not as it was written");
            mended();
        }
        assertThat(refused("echo recorded >state; rm -f decision; ln -s confirmed decision"))
                .contains("decision is not");
        mended();
        assertThat(bench.rollBack(cluster, run, false).isGood()).isTrue();
        assertThat(machine.sh("cat /srv/a.conf")).isEqualTo("old a\n");
    }

    @Test
    void namesThatNoRunHasAreToldAndNotUsed() {
        applied();
        machine.sh(
                "cd "
                        + RUNS
                        + " && mkdir \"$(printf '20261128T000000.000Z-0001\\nrh:run 2\\nrh:state done')\""
                        + " '2 x' 20990101T000000.000Z 'evil\\[31m' && ln -s /etc 20990101T000000.000Z-0002"
                        + " && mkfifo 20990101T000000.000Z-0003");
        Rollback.Journals journals = bench.rollback().journals(cluster);
        assertThat(journals.ids()).containsExactly(run);
        assertThat(journals.notes().get("gpu01"))
                .hasSize(6)
                .allMatch(n -> n.contains("is no run of Railhead's"))
                .anyMatch(n -> n.contains("«20261128T000000.000Z-0001?rh:run 2?rh:state done»"));
        RunResult back = bench.rollBackLast(cluster);
        assertThat(back.isGood()).as("%s", back).isTrue();
        assertThat(machine.sh("cat /srv/a.conf")).isEqualTo("old a\n");
    }

    @Test
    void aLockThatIsNoneIsRefusedByItsName() {
        machine.sh("mkdir -p /var/lib/railhead/lock");
        HostOutcome outcome = bench.apply(cluster).hosts().getFirst();
        assertThat(outcome.state()).isEqualTo(HostOutcome.State.REFUSED);
        assertThat(outcome.why())
                .startsWith("/var/lib/railhead/lock on that host is no lock of Railhead's");
        machine.sh("rmdir /var/lib/railhead/lock; ln -s '../../tmp/f x y' /var/lib/railhead/lock");
        machine.sh("mkdir -p /tmp/f; mkfifo /tmp/f/stat");
        // What is no process is nobody.
        assertThat(bench.apply(cluster).isGood()).isTrue();
    }

    /// Numbers that scripts count with are bounded where they are read.
    @Test
    void numbersAreBoundedWhereTheyAreRead() {
        String body =
                """
                for v in 0 7 300 3600 3601 007 -1 '' 'a[$(touch /tmp/pwned)]' 99999999999999999999 ' 5'; do
                    printf '%s ' "$(rh_number "$v" 3600 30)"
                done
                """;
        assertThat(machine.sh(Sh.script(body))).startsWith("0 7 300 3600 30 30 30 30 30 30 30 ");
        assertThat(machine.has("/tmp/pwned")).isFalse();
    }

    /// A run under the switch whose number of seconds is forged is still taken back, and told.
    @Test
    void aSwitchWhoseTimeIsForgedStillEnds() {
        bench.within = 60;
        Prepared prepared = bench.plan(cluster);
        run = bench.nextRun();
        machine.begin(
                Scripts.apply(
                        run,
                        "railhead apply by ann@elsewhere (process 1) since then",
                        Map.of("controller", "elsewhere"),
                        OptionalInt.of(4),
                        prepared.works("gpu01")));
        machine.sh("cd " + RUNS + run + " && echo 99999999 >within && mkfifo steps/02/log.now");
        machine.sh(
                "for i in $(seq 300); do grep -q ^broken "
                        + RUNS
                        + run
                        + "/state && exit; sleep 0.1; done; exit 1");
        assertThat(machine.sh("cat /srv/a.conf; cat " + RUNS + run + "/state"))
                .startsWith("old a\nbroken not confirmed")
                .contains("journal damaged: ")
                .contains("steps/02/log.now is not a plain file")
                .contains("within is not as it was written");
    }
}
