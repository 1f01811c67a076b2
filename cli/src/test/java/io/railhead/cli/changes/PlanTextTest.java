package io.railhead.cli.changes;

import static org.assertj.core.api.Assertions.assertThat;

import io.railhead.cli.Console;
import io.railhead.configure.Drift;
import io.railhead.configure.HostOutcome;
import io.railhead.configure.Obstacle;
import io.railhead.configure.Plan;
import io.railhead.configure.PlannedChange;
import io.railhead.configure.RunReport;
import io.railhead.configure.RunResult;
import io.railhead.model.Change;
import io.railhead.model.Risk;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

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

                        gpu[01-03]  (3 hosts alike)
                          link-mtu:eth1  1500 -> 9000
                            risk  disruptive: traffic or a service pauses
                            why   cluster.yaml line 3: gpu01 on rail0
                          file:/etc/x  (new)
                            risk  may-disconnect: may cut the connection; under a dead-man's switch
                            why   cluster.yaml line 3: gpu01 on rail0
                            note  as on gpu01; the others alike, each with its own addresses (-v shows
                                  all)
                            @@ -1,0 +1,2 @@
                            +[mode 600]
                            +addresses: [10.78.0.1/24]

                        Wanted, but not to be had
                          gpu[01-02]  sysctl:a
                            why     is r/o
                            remedy  go

                        Not reached
                          gpu04  connection refused
                        """);
        assertThat(new PlanText(console, true).of(plan(changes, List.of())))
                .contains("10.78.0.1")
                .contains("10.78.0.2")
                .contains("10.78.0.3");
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
