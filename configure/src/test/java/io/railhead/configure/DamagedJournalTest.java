package io.railhead.configure;

import static org.assertj.core.api.Assertions.assertThat;

import io.railhead.model.intent.Cluster;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A machine's journal that is not as it was written: told as damaged with the file's name, and
/// nothing is undone by it, whole or in part.
@Tag("root")
class DamagedJournalTest {
    private static final String RUNS = "/var/lib/railhead/runs/";

    @TempDir Path journal;
    private Machine machine;
    private Bench bench;
    private List<String> made = List.of();
    private String run = "";
    private boolean forced;
    /// What leads to a file that decides more, as the link at b.conf does, is a guarded step: those
    /// come last.
    private final Cluster cluster =
            World.cluster(
                    """
                    file /srv/a.conf 0640 root root new a\\n
                    file /srv/b.conf 0644 root root new b\\n
                    sysctl net.ipv4.ip_default_ttl 65
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
        made = machine.snapshot();
        machine.sh("cp -a " + RUNS + run + " /tmp/whole");
    }

    /// Nothing was done so far, and the journal is whole again.
    private void mended() {
        assertThat(machine.snapshot()).isEqualTo(made);
        machine.sh("rm -rf " + RUNS + run + " && cp -a /tmp/whole " + RUNS + run);
    }

    /// What a rollback says of the journal after `damage` was done in its directory.
    private String refused(String damage) {
        machine.sh("cd " + RUNS + run + " && { " + damage + "\n}");
        // Nor does force change anything about it.
        forced = !forced;
        HostOutcome outcome = bench.rollBack(cluster, run, forced).hosts().getFirst();
        assertThat(outcome.state())
                .as("%s: %s", damage, outcome)
                .isEqualTo(HostOutcome.State.REFUSED);
        assertThat(outcome.why())
                .as(damage)
                .startsWith("journal damaged")
                .contains("nothing was undone")
                .contains(RUNS + run)
                .doesNotContain("--force");
        return outcome.why();
    }

    @Test
    void stepsThatAreMissingAreCountedAndNamed() {
        applied();
        assertThat(refused("rm -r steps/*"))
                .startsWith("journal damaged, 5 of 5 steps missing (01 file:/srv/a.conf, 02 ");
        mended();
        assertThat(refused("rm -r steps")).startsWith("journal damaged, 5 of 5 steps missing");
        mended();
        assertThat(refused("rm -r steps/03"))
                .startsWith("journal damaged, 1 of 5 steps missing (03 file:/srv/b.conf);");
        assertThat(machine.begin("sh " + RUNS + run + "/undo.sh").stderr())
                .isEqualTo(
                        "railhead: refused: "
                                + run
                                + " journal damaged, 1 of 5 steps missing (03 file:/srv/b.conf)\n");
        RunReport report = bench.rollback().journals(cluster).of(run).get("gpu01");
        assertThat(report.damage())
                .contains("journal damaged, 1 of 5 steps missing (03 file:/srv/b.conf)");
        assertThat(report.steps())
                .contains(new RunReport.Step("file:/srv/b.conf", "missing"))
                .hasSize(5);
        // With the seal lost as well, they are still counted.
        assertThat(refused("rm seal"))
                .startsWith("journal damaged, 1 of 5 steps missing: seal is missing");
        mended();
        assertThat(refused("mkdir steps/06; : >steps/.x"))
                .startsWith("journal damaged: steps/06 is not Railhead's, steps/.x is not");
        mended();
        assertThat(bench.rollBack(cluster, run, false).isGood()).isTrue();
    }

    @Test
    void everyFileThatIsTakenAwayCutOrOverwrittenIsNamed() {
        applied();
        List<String> files =
                machine.sh("cd " + RUNS + run + " && find . ! -type d ! -name log | sort")
                        .lines()
                        .map(f -> f.substring(2))
                        // What only a run at work needs.
                        .filter(f -> !f.matches("owner|step|armed|watchdog|decision|no-boot"))
                        .toList();
        assertThat(files)
                .contains("about", "state", "seal", "lib.sh", "within")
                .contains("steps/01/file.was", "steps/02/live.was", "steps/03/file.was")
                .contains("steps/01/after", "steps/01/before", "steps/05/undo.sh");
        Random random = new Random(7);
        for (String f : files) {
            // The library comes with the controller, and an empty state is that of a step cut
            // short.
            if (f.equals("lib.sh")) {
                continue;
            }
            int how = f.matches("steps/../state") ? 2 : random.nextInt(3);
            String damage =
                    switch (how) {
                        case 0 -> "rm " + f;
                        case 1 -> "truncate -s 0 " + f;
                        default -> {
                            byte[] noise = new byte[1 + random.nextInt(400)];
                            random.nextBytes(noise);
                            yield "rm %s; echo %s | base64 -d >%1$s"
                                    .formatted(f, Base64.getEncoder().encodeToString(noise));
                        }
                    };
            // What is empty already, or a link, is not made shorter.
            damage = damage.replace("truncate -s 0 " + f, "rm " + f + "; : >" + f);
            if (how == 1 && machine.sh("cd " + RUNS + run + "; stat -c %s " + f).equals("0\n")) {
                damage = "rm " + f;
                how = 0;
            }
            assertThat(refused(damage))
                    .contains(f + (how == 0 ? " is missing" : " is not as it was written"));
            mended();
        }
        assertThat(refused("chmod 666 steps/01/file.was")).contains("steps/01/file.was is not as");
        mended();
        assertThat(refused("ln -sfn /tmp steps/03/file.was")).contains("steps/03/file.was is not");
        mended();
        assertThat(refused("for f in steps/*/*.sh; do echo exit >$f; done"))
                .contains("steps/01/apply.sh is not as it was written, ")
                .containsPattern("and \\d+ more;");
        mended();
        assertThat(bench.rollBack(cluster, run, false).isGood()).isTrue();
    }

    @Test
    void aLibraryThatIsDamagedIsBroughtByTheController() {
        List<String> before = machine.snapshot();
        for (String damage : List.of("rm lib.sh", "head -c 3000 /tmp/whole/lib.sh >lib.sh")) {
            machine.sh("rm -rf /tmp/whole");
            applied();
            machine.sh("cd " + RUNS + run + " && " + damage);
            assertThat(machine.begin("sh " + RUNS + run + "/undo.sh").stderr())
                    .isEqualTo(
                            "railhead: journal damaged: "
                                    + RUNS
                                    + run
                                    + "/lib.sh is missing or not as it was written; railhead"
                                    + " rollback brings its own\n");
            RunResult back = bench.rollBack(cluster, run, false);
            assertThat(back.isGood()).as("%s: %s", damage, back).isTrue();
            assertThat(machine.snapshot()).isEqualTo(before);
        }
        // Not one that is another than the run was made with.
        machine.sh("rm -rf /tmp/whole");
        applied();
        machine.sh(
                """
                cd %s && echo : >>lib.sh && sed -i -e '$d' -e "s/^.*  lib.sh$/$(sha256sum lib.sh)/" seal
                sed -i s/^version=.*/version=0.0.7/ about
                sed -i "s/^.*  about$/$(sha256sum about)/" seal
                echo "end $(sha256sum <seal | cut -d' ' -f1)" >>seal
                """
                        .formatted(RUNS + run));
        assertThat(refused("rm lib.sh"))
                .contains("lib.sh is missing (Railhead 0.0.7 that made the run brings its lib.sh)");
    }

    @Test
    void aRunThatWasCutShortIsNotSettledByADamagedJournal() {
        bench.within = 60;
        run = bench.nextRun();
        Prepared prepared = bench.plan(cluster);
        machine.begin(
                Scripts.apply(
                        run,
                        "railhead apply by ann@admin (process 1) since then",
                        Map.of("controller", "admin", "pid", "999999999", "born", "1"),
                        OptionalInt.of(60),
                        prepared.works("gpu01")));
        made = machine.snapshot();
        machine.sh("cp -a " + RUNS + run + " /tmp/whole; rm -r " + RUNS + run + "/steps/01");
        assertThat(bench.engine().settle(bench.plan(cluster)).get("gpu01"))
                .startsWith("journal damaged, 1 of 5 steps missing (01 file:/srv/a.conf)")
                .contains("nothing was undone");
        assertThat(machine.snapshot()).isEqualTo(made);
        assertThat(machine.sh("cat " + RUNS + run + "/state")).isEqualTo("applied\n");
        machine.sh("cp -a /tmp/whole/steps/01 " + RUNS + run + "/steps");
        assertThat(bench.engine().settle(bench.plan(cluster))).isEmpty();
        assertThat(machine.sh("cat " + RUNS + run + "/state")).startsWith("reverted cut short");
        assertThat(machine.sh("cat /srv/a.conf")).isEqualTo("old a\n");
    }

    @Test
    void theSwitchTakesBackWhatItCanAndSaysWhatItCannot() {
        bench.within = 60;
        run = bench.nextRun();
        machine.begin(
                Scripts.apply(
                        run,
                        "railhead apply by ann@elsewhere (process 1) since then",
                        Map.of("controller", "elsewhere"),
                        OptionalInt.of(4),
                        bench.plan(cluster).works("gpu01")));
        machine.sh("cd " + RUNS + run + " && rm -r steps/01 && echo 'reboot -f' >steps/03/undo.sh");
        for (int i = 0; i < 300; i++) {
            if (machine.begin("grep -q ^broken " + RUNS + run + "/state").exitCode() == 0) {
                break;
            }
            machine.sh("sleep 0.1");
        }
        assertThat(machine.sh("cat " + RUNS + run + "/state"))
                .startsWith("broken not confirmed over a fresh connection within 4 s")
                .contains(
                        "; not as it was: journal damaged, 1 of 5 steps missing (01"
                                + " file:/srv/a.conf): steps/03/undo.sh is not as it was written\n");
        assertThat(machine.sh("ip -o link show eth1; cat /proc/sys/net/ipv4/ip_default_ttl"))
                .contains("mtu 1500")
                .endsWith("64\n");
    }

    @Test
    void aRollbackThatWasCutShortIsNotFinishedByADamagedJournal() {
        applied();
        machine.begin(
                Scripts.rollBack(
                        run,
                        "back-1",
                        "railhead rollback by ann@admin (process 999999999) since"
                                + " 2026-11-28T07:00:00Z",
                        Map.of("controller", "admin", "pid", "999999999", "born", "1"),
                        60,
                        List.of(),
                        false,
                        false));
        assertThat(machine.sh("cat " + RUNS + run + "/back-1/state")).isEqualTo("applied\n");
        made = machine.snapshot();
        machine.sh("rm -r " + RUNS + run + "/steps/01");
        HostOutcome outcome = bench.rollBack(cluster, run, false).hosts().getFirst();
        assertThat(outcome.why()).startsWith("journal damaged, 1 of 5 steps missing");
        assertThat(machine.snapshot()).isEqualTo(made);
        // Back whole, it is undone and made anew, though nobody confirmed it.
        machine.sh("cp -a /tmp/whole/steps/01 " + RUNS + run + "/steps");
        assertThat(bench.rollBack(cluster, run, false).isGood()).isTrue();
        assertThat(machine.sh("cat /srv/a.conf")).isEqualTo("old a\n");
    }
}
