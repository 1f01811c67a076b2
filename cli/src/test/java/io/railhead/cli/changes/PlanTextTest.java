package io.railhead.cli.changes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.railhead.cli.Console;
import io.railhead.configure.Drift;
import io.railhead.configure.HostOutcome;
import io.railhead.configure.Obstacle;
import io.railhead.configure.Plan;
import io.railhead.configure.PlannedChange;
import io.railhead.configure.RunReport;
import io.railhead.configure.RunResult;
import io.railhead.configure.Wave;
import io.railhead.model.Change;
import io.railhead.model.Risk;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlanTextTest {
    private final Console console =
            new Console(
                    new PrintStream(new ByteArrayOutputStream()),
                    new PrintStream(new ByteArrayOutputStream()),
                    new ByteArrayInputStream(new byte[0]),
                    false,
                    false,
                    false,
                    Map.of(),
                    Path.of("/"));

    private static PlannedChange change(
            String host, String resource, String before, String after, Risk risk) {
        return new PlannedChange(
                new Change(
                        host,
                        resource,
                        before,
                        after,
                        risk,
                        "cluster.yaml line 3: " + host + " on rail0",
                        Set.of(),
                        List.of()),
                risk == Risk.MAY_DISCONNECT,
                "f",
                "t");
    }

    private static Plan plan(List<PlannedChange> changes, List<Obstacle> obstacles) {
        return new Plan(
                "0",
                Instant.EPOCH,
                "lab",
                "cluster.yaml",
                "",
                List.of("gpu01", "gpu02", "gpu03"),
                changes,
                obstacles,
                new LinkedHashMap<>(Map.of("gpu04", "connection refused")),
                new LinkedHashMap<>());
    }

    /// Whoever says yes knows that nobody has seen it at work.
    @Test
    void whatWasNeverTriedOnTheRealThingIsSaid() {
        Plan plan =
                plan(
                        List.of(
                                change("gpu01", "nic-qos:ens6", "", "trust: dscp\n", Risk.LOW),
                                change("leaf1", "switch-lossless:pfc", "", "on\n", Risk.LOW),
                                change("gpu01", "link-mtu:ens6", "1500\n", "9000\n", Risk.LOW)),
                        List.of(new Obstacle("gpu02", "nic-firmware:ens6", "no tool", "install")));
        assertThat(new PlanText(console, false).of(plan).replaceAll("\\s+", " "))
                .contains("Never tried on the real thing")
                .contains("nic-qos was never tried on a NIC")
                .contains("switch-lossless was never tried on a real switch")
                .contains("nic-firmware was never tried on a NIC");
        assertThat(ResultJson.of(plan, List.of()).get("untried").toString())
                .contains("nic-qos was never tried on a NIC");
        Plan tried =
                plan(
                        List.of(change("gpu01", "link-mtu:ens6", "1500\n", "9000\n", Risk.LOW)),
                        List.of());
        assertThat(new PlanText(console, false).of(tried)).doesNotContain("ever tried");
        assertThat(ResultJson.of(tried, List.of())).doesNotContainKey("untried");
    }

    @Test
    void aChangeThatDoesNotFitBesideItsNameStandsBelowIt() {
        String words = "one of many words ".repeat(9);
        String text =
                new PlanText(console, false)
                        .of(
                                plan(
                                        List.of(
                                                change(
                                                        "gpu01",
                                                        "sysctl:net.x",
                                                        words,
                                                        "1",
                                                        Risk.LOW)),
                                        List.of()));
        assertThat(text).contains("\n  sysctl:net.x\n    one of many words one");
        assertThat(text.lines()).allMatch(l -> l.length() <= 80);
    }

    @Test
    void hostsThatChangeAlikeButForAddressesStandTogether() {
        List<PlannedChange> changes = new ArrayList<>();
        for (int h = 1; h <= 3; h++) {
            String address = "10.78.0." + h;
            changes.add(change("gpu0" + h, "link-mtu:eth1", "1500\n", "9000\n", Risk.DISRUPTIVE));
            changes.add(
                    change(
                            "gpu0" + h,
                            "file:/etc/x",
                            "",
                            "[mode 600]\naddresses: [" + address + "/24]\n",
                            Risk.MAY_DISCONNECT));
        }
        String text =
                new PlanText(console, false)
                        .of(
                                plan(
                                        changes,
                                        List.of(
                                                new Obstacle("gpu01", "sysctl:a", "is r/o", "go"),
                                                new Obstacle(
                                                        "gpu02", "sysctl:a", "is r/o", "go"))));
        assertThat(text)
                .isEqualTo(
                        """
                        6 changes on 3 of 4 hosts
                        risk  3 disruptive, 3 may-disconnect; 3 under a dead-man's switch

                        gpu[01-03]  (3 hosts alike)
                          link-mtu:eth1  1500 -> 9000
                            risk  disruptive: traffic or a service pauses
                            why   cluster.yaml line 3: gpu01 on rail0
                          file:/etc/x  (new)
                            risk  may-disconnect: may cut the connection; under a dead-man's switch
                            why   cluster.yaml line 3: gpu01 on rail0
                            note  as on gpu01; the others alike, each with its own addresses (-v shows
                                  all)
                            @@ -0,0 +1,2 @@
                            +[mode 600]
                            +addresses: [10.78.0.1/24]

                        Wanted, but not to be had
                          gpu[01-02]  sysctl:a
                            why     is r/o
                            remedy  go

                        Could not be looked at
                          gpu04  connection refused
                        """);
        assertThat(new PlanText(console, true).of(plan(changes, List.of())))
                .contains("10.78.0.1")
                .contains("10.78.0.2")
                .contains("10.78.0.3");
    }

    @Test
    void switchesAreNotCountedAsHosts() {
        PlanText words = new PlanText(console, false);
        List<PlannedChange> ofHost =
                List.of(change("gpu01", "link-mtu:eth1", "1500", "9000", Risk.LOW));
        List<PlannedChange> all = new ArrayList<>(ofHost);
        all.add(change("leaf1", "switch-lossless:class", "", "pfc", Risk.LOW));
        all.add(change("leaf1", "switch-lossless:ports", "", "pfc", Risk.LOW));
        Plan both = together(List.of("leaf1", "leaf2"), all);
        assertThat(words.of(both, plan(ofHost, List.of())))
                .startsWith("3 changes on 1 of 4 hosts and 1 of 2 switches\n");
        assertThat(words.of(together(List.of("leaf1"), List.of()), plan(List.of(), List.of())))
                .startsWith(
                        "Nothing to change on 3 of 4 hosts and 1 of 1 switch; the others did not"
                                + " answer.\n");
        Plan none =
                new Plan(
                        "0",
                        Instant.EPOCH,
                        "lab",
                        "cluster.yaml",
                        "",
                        List.of(),
                        List.of(),
                        List.of(),
                        new LinkedHashMap<>(),
                        new LinkedHashMap<>());
        assertThat(words.of(together(List.of("leaf1"), all.subList(1, 3)), none))
                .contains("switch")
                .doesNotContain("0 of 0");
    }

    /// A plan of hosts with switches before them.
    private static Plan together(List<String> switches, List<PlannedChange> changes) {
        Plan hosts = plan(changes, List.of());
        List<String> devices = new ArrayList<>(switches);
        devices.addAll(hosts.hosts());
        return new Plan(
                hosts.version(),
                hosts.made(),
                hosts.cluster(),
                hosts.intent(),
                "",
                devices,
                changes,
                List.of(),
                hosts.unreachable(),
                hosts.interrupted());
    }

    @Test
    void theOrderOfWorkNamesCanaryRiskAndTheLimitOfTheSwitch() {
        List<PlannedChange> changes = new ArrayList<>();
        for (int h = 1; h <= 3; h++) {
            changes.add(change("gpu0" + h, "file:/etc/x", "", "x\n", Risk.LOW));
        }
        changes.add(change("gpu03", "link-mtu:eth1", "1500\n", "9000\n", Risk.MAY_DISCONNECT));
        Plan plan = plan(changes, List.of());
        assertThat(new PlanText(console, false).order(Wave.of(plan, 8, List.of("gpu02")), 45))
                .isEqualTo(
                        """

                        Order of work
                          canary (wave 1 of 2): gpu02; 1 change, at most low
                          wave 2 of 2: gpu[01,03]; 3 changes, at most may-disconnect, gpu03 under a
                          dead-man's switch
                          The first host that fails ends it after its wave. A host is changed whole or
                          not at all. What may cut the connection is taken back by the host itself
                          unless it is confirmed over a fresh connection within 45 s.
                        """);
    }

    @Test
    void reviewToolsReadTheDiffs(@TempDir Path outside) throws Exception {
        Plan plan =
                plan(
                        List.of(
                                change("gpu01", "file:/etc/new file", "", "a\nb\n", Risk.LOW),
                                change("gpu01", "file:/etc/gone", "a\n", "", Risk.LOW),
                                change(
                                        "gpu02",
                                        "link-mtu:eth1",
                                        "1500\n",
                                        "9000\n",
                                        Risk.MAY_DISCONNECT)),
                        List.of(new Obstacle("gpu02", "sysctl:a", "is r/o", "go")));
        String diff = PlanDiff.of(plan);
        assertThat(diff)
                .startsWith(
                        """
                        # gpu01 file:/etc/new file: risk low
                        # why: cluster.yaml line 3: gpu01 on rail0
                        diff --git a/gpu01/file/etc/new_file b/gpu01/file/etc/new_file
                        new file mode 100644
                        --- /dev/null
                        +++ b/gpu01/file/etc/new_file
                        @@ -0,0 +1,2 @@
                        +a
                        +b
                        """)
                .contains("# gpu02 link-mtu:eth1: risk may-disconnect, under a dead-man's switch")
                .contains("# gpu02 sysctl:a: wanted, but not to be had: is r/o; go")
                .contains("# gpu04: not reached: connection refused");
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/git")), "needs git");
        // In a repository git looks at its own files alone.
        Process git =
                new ProcessBuilder("git", "apply", "--numstat", "-")
                        .directory(outside.toFile())
                        .start();
        try (OutputStream in = git.getOutputStream()) {
            in.write(diff.getBytes(StandardCharsets.UTF_8));
        }
        assertThat(new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                .isEqualTo(
                        "2\t0\tgpu01/file/etc/new_file\n0\t1\tgpu01/file/etc/gone\n"
                                + "1\t1\tgpu02/link-mtu/eth1\n");
        assertThat(git.waitFor()).isZero();
    }

    @Test
    void timesAndHashesAreNoAddresses() {
        assertThat(PlanText.withoutAddresses("at 12:30 mode 644 fd00::1/64 10.0.0.1, a:b"))
                .isEqualTo("at 12:30 mode 644 * *, a:b");
    }

    @Test
    void whatHasMovedIsShownThenAndNow() {
        assertThat(
                        new PlanText(console, false)
                                .of(List.of(new Drift("h1", "file:/a", "moved", "x\n", "y\n"))))
                .isEqualTo("  h1  file:/a\n    moved\n    @@ -1,1 +1,1 @@\n    -x\n    +y\n");
    }

    @Test
    void manyChangesAreFoldedByKindUnlessAllAreAskedFor() {
        List<RunReport.Step> steps = new ArrayList<>();
        for (int i = 1; i <= 600; i++) {
            steps.add(new RunReport.Step("file:/etc/x/" + i, i == 600 ? "stuck" : "done"));
        }
        steps.add(new RunReport.Step("link-mtu:eth1", "done"));
        RunResult result =
                new RunResult(
                        "r1",
                        List.of(new HostOutcome("gpu01", HostOutcome.State.BROKEN, "", steps)));
        assertThat(new ResultText(console).of("apply", result))
                .isEqualTo(
                        """
                        gpu01  broken
                          done      599 of file: /etc/x/1, /etc/x/2, /etc/x/3 and 596 more
                          stuck     1 of file: /etc/x/600
                          done      1 of link-mtu: eth1
                          (-v lists every change)

                        apply run r1
                        """);
        assertThat(new ResultText(console, true).of("apply", result).lines())
                .hasSizeGreaterThan(600)
                .contains("  done      file:/etc/x/77");
    }

    @Test
    void aRunThatNoHostHasBegunIsNotNamed() {
        RunResult result =
                new RunResult(
                        "r1",
                        List.of(
                                new HostOutcome(
                                        "gpu01",
                                        HostOutcome.State.REFUSED,
                                        "the file system is full",
                                        List.of())));
        assertThat(new ResultText(console).of("apply", result)).doesNotContain("r1");
    }

    @Test
    void resultsOfHostsThatEndedAlikeStandTogether() {
        List<HostOutcome> outcomes = new ArrayList<>();
        for (int h = 1; h <= 2; h++) {
            outcomes.add(
                    new HostOutcome(
                            "gpu0" + h,
                            HostOutcome.State.DONE,
                            "",
                            List.of(new RunReport.Step("address:eth1/10.0.0." + h, "done"))));
        }
        outcomes.add(new HostOutcome("gpu03", HostOutcome.State.REVERTED, "it broke", List.of()));
        assertThat(new ResultText(console).of("apply", new RunResult("r1", outcomes)))
                .isEqualTo(
                        """
                        gpu[01-02]  done
                          done      address:eth1/*
                        gpu03  reverted
                          it broke

                        apply run r1; to take it back: railhead rollback
                        """);
    }
}
