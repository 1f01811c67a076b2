package io.railhead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.railhead.lab.HostKind;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A firewall that a unit of the intent sets and that leaves SSH out, on a host with real systemd.
/// Such a unit has done its work once it has ended: stopping it takes no rule away.
@Tag("lab")
class BootedCutOffTest {
    private static final String RULES =
            "table inet t-filter { chain input { type filter hook input priority 0; policy drop; iif lo"
                    + " accept; tcp dport %s accept; }; }";

    @TempDir static Path directory = Path.of("/nowhere");
    private static Optional<LabRig> raised = Optional.empty();

    @BeforeAll
    static void raise() {
        raised = Optional.of(LabRig.raise(directory, "cut", HostKind.BOOTED, 2));
        // What somebody else keeps there.
        lab().on(
                        "h1",
                        "nft add table inet others; nft add set inet others s '{type inet_service;}'");
    }

    @AfterAll
    static void end() {
        raised.ifPresent(LabRig::close);
    }

    private static LabRig lab() {
        return raised.orElseThrow();
    }

    private static String intent(String policy) {
        String text = lab().intent();
        int rails = text.indexOf("rails:\n");
        return lab().write(
                        "wanted.yaml",
                        text.substring(0, rails)
                                + "hosts:\n  h[1-2]:\n    address: \"10.77.0.{n}\"\n"
                                + "host-policy:\n"
                                + policy);
    }

    private static void isCutOffAndTakesItselfBack(String policy, String unit) {
        String rules = lab().on("h1", "nft list ruleset");
        String wanted = intent(policy);
        TestConsole apply = lab().console();
        int status =
                apply.run("apply", "--yes", "--hosts", "h1", "--confirm-within", "8", "-c", wanted);
        assertThat(status).as("%s", apply.out() + apply.err()).isEqualTo(Exit.FINDINGS);
        assertThat(apply.out().replaceAll("\\s+", " "))
                .contains("h1 reverted no fresh connection worked within 8 s of changing")
                .contains("unit:" + unit)
                .contains(
                        "the host took the run back by itself and everything is as it was before");
        assertThat(lab().on("h1", "nft list ruleset")).isEqualTo(rules);
        assertThat(lab().on("h1", "ls /etc/systemd/system")).doesNotContain(unit);
    }

    @Test
    void aOneshotUnitWhoseRulesLeaveSshOutIsTakenBackWithItsRules() {
        isCutOffAndTakesItselfBack(
                """
                  units:
                    t-firewall.service:
                      boot: enabled
                      running: true
                      content: |
                        [Service]
                        Type=oneshot
                        ExecStart=/usr/sbin/nft '%s'
                        [Install]
                        WantedBy=multi-user.target
                """
                        .formatted(RULES.formatted("443")),
                "t-firewall.service");
    }

    @Test
    void soIsOneWhoseScriptSetsThemAndThatStaysActive() {
        isCutOffAndTakesItselfBack(
                """
                  files:
                    - path: /usr/local/sbin/t-setup
                      mode: "0755"
                      content: |
                        #!/bin/sh
                        nft flush ruleset
                        nft '%s'
                  units:
                    t-setup.service:
                      running: true
                      content: |
                        [Service]
                        Type=oneshot
                        RemainAfterExit=yes
                        ExecStart=/usr/local/sbin/t-setup
                """
                        .formatted(RULES.formatted("443")),
                "t-setup.service");
    }

    @Test
    void rulesThatLetSshInStayUntilTheRollbackWhichLeavesTheRulesOfOthers() {
        LabRig lab = lab();
        String wanted =
                intent(
                        """
                          units:
                            t-good.service:
                              boot: enabled
                              running: true
                              content: |
                                [Service]
                                Type=oneshot
                                ExecStart=/usr/sbin/nft '%s'
                                [Install]
                                WantedBy=multi-user.target
                        """
                                .formatted(RULES.formatted("22")));
        String before = lab.on("h1", "nft list ruleset");
        lab.ok("apply", "--yes", "--hosts", "h1", "-c", wanted);
        assertThat(lab.on("h1", "nft list ruleset")).contains("t-filter", "others");
        assertThat(lab.ok("plan", "--hosts", "h1", "-c", wanted)).contains("Nothing to change");
        lab.on("h1", "nft add table inet later");
        lab.ok("rollback", "--yes", "--hosts", "h1", "-c", wanted);
        assertThat(lab.on("h1", "nft list ruleset")).contains("later").doesNotContain("t-filter");
        lab.on("h1", "nft delete table inet later");
        assertThat(lab.on("h1", "nft list ruleset")).isEqualTo(before);
    }
}
