package io.railhead.configure;

import static org.assertj.core.api.Assertions.assertThat;

import io.railhead.configure.Intended.Answer;
import io.railhead.evidence.Parsers;
import io.railhead.model.Facts;
import io.railhead.model.Probe;
import io.railhead.model.Transcript;
import io.railhead.model.fact.AppliedResource;
import io.railhead.model.fact.ConfigJournal;
import io.railhead.model.intent.Cluster;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What was applied and then changed by other hands, as `check` and `plan` see it.
@Tag("root")
class DriftTest {
    private static final String ALL =
            """
            rail rail0 eth1 10.78.0.1/24 9000
            sysctl net.ipv4.ip_default_ttl 65
            sysctl net.core.somaxconn 4000
            file /srv/app/a.conf 0644 root root hello\\n
            file /srv/app/b.conf 0600 root root key\\n
            """;

    @TempDir Path journal;
    private Machine machine;
    private Bench bench;

    @BeforeEach
    void start() {
        machine = Machine.start();
        bench = new Bench(machine, journal);
    }

    @AfterEach
    void stop() {
        if (machine != null) {
            machine.close();
        }
    }

    private Facts facts() {
        Probe probe =
                Parsers.installed()
                        .probes(Set.of(ConfigJournal.class, AppliedResource.class))
                        .getFirst();
        Transcript t = machine.begin(probe.command());
        Facts facts =
                Parsers.installed()
                        .read(
                                List.of(
                                        new Transcript(
                                                "m",
                                                probe.shown(),
                                                t.stdout(),
                                                t.stderr(),
                                                t.exitCode(),
                                                t.startedAt(),
                                                t.took(),
                                                false)));
        assertThat(facts.unread()).as(t.toString()).isEmpty();
        assertThat(facts.unavailable()).as(t.toString()).isEmpty();
        return facts;
    }

    private List<AppliedResource> changed() {
        return facts().of("m", AppliedResource.class).stream()
                .filter(a -> a.state() != AppliedResource.State.SAME)
                .toList();
    }

    private Answer answer(Cluster cluster, AppliedResource applied) {
        return new Intended(Resources.installed())
                .of(cluster, cluster.hosts().getFirst(), applied.resource(), applied.now());
    }

    @Test
    void whatOtherHandsChangedIsFoundWithLineValueAndRun() {
        assertThat(facts().first("m", ConfigJournal.class).orElseThrow().runs()).isZero();
        Cluster cluster = World.cluster(ALL);
        RunResult result = bench.apply(cluster);
        assertThat(result.isGood()).as(result.toString()).isTrue();
        assertThat(facts().first("m", ConfigJournal.class).orElseThrow().runs()).isOne();
        assertThat(facts().of("m", AppliedResource.class)).hasSizeGreaterThan(4);
        assertThat(changed()).isEmpty();

        machine.sh(
                "ip link set eth1 mtu 1500; sysctl -qw net.ipv4.ip_default_ttl=70;"
                        + " sed -i 's/hello/bye/' /srv/app/a.conf; echo other >/srv/app/b.conf");
        List<AppliedResource> changed = changed();
        assertThat(changed)
                .extracting(AppliedResource::resource)
                .containsExactlyInAnyOrder(
                        "link-mtu:eth1",
                        "sysctl:/etc/sysctl.d/99-zz-railhead.conf",
                        "file:/srv/app/a.conf",
                        "file:/srv/app/b.conf");
        for (AppliedResource a : changed) {
            assertThat(a.run()).isEqualTo(result.run());
            assertThat(a.by()).isEqualTo("ann@admin");
            assertThat(a.at()).startsWith("20");
            assertThat(answer(cluster, a)).as(a.toString()).isEqualTo(Answer.UNMET);
            switch (a.resource()) {
                case "link-mtu:eth1" -> {
                    assertThat(a.was()).containsEntry("mtu", "9000");
                    assertThat(a.now()).containsEntry("mtu", "1500");
                }
                case "file:/srv/app/a.conf" ->
                        assertThat(a.edits())
                                .containsExactly(new AppliedResource.Edit(1, "hello", "bye"));
                case "file:/srv/app/b.conf" -> assertThat(a.edits()).isEmpty();
                default ->
                        assertThat(a.now()).containsEntry("live:net.ipv4.ip_default_ttl", "= 70");
            }
        }
        assertThat(bench.plan(cluster).plan().changes())
                .hasSize(4)
                .allSatisfy(c -> assertThat(c.drifted().map(Applied::run)).contains(result.run()));
        // Put right by hand: no drift any more.
        machine.sh("ip link set eth1 mtu 9000");
        assertThat(changed()).extracting(AppliedResource::kind).doesNotContain("link-mtu");
    }

    @Test
    void linesInAFileOfOthersAreShownWithTheirNumbers() {
        machine.sh("printf 'one\\ntwo\\n' >/srv/t.conf; chmod 644 /srv/t.conf");
        machine.sh("printf 'x\\n' >/srv/secret.conf; chmod 600 /srv/secret.conf");
        Cluster cluster =
                World.cluster(
                        """
                        block /srv/t.conf rails # alpha 1\\nbeta 2\\n
                        block /srv/secret.conf rails # password=swordfish\\n
                        netplan off
                        """);
        RunResult result = bench.apply(cluster);
        assertThat(result.isGood()).as(result.toString()).isTrue();
        machine.sh("sed -i '1i zero' /srv/t.conf");
        assertThat(changed()).as("the rest of the file is free").isEmpty();

        machine.sh("sed -i 's/beta 2/beta 3/' /srv/t.conf; sed -i 's/=.*/=x/' /srv/secret.conf");
        assertThat(changed())
                .extracting(AppliedResource::resource)
                .containsExactlyInAnyOrder(
                        "block:/srv/t.conf#rails", "block:/srv/secret.conf#rails");
        for (AppliedResource a : changed()) {
            if (a.path().equals("/srv/t.conf")) {
                assertThat(a.edits())
                        .containsExactly(new AppliedResource.Edit(6, "beta 2", "beta 3"));
            } else {
                assertThat(a.edits()).isEmpty();
            }
        }
        machine.sh("sed -i '/railhead/d;/alpha/d;/beta/d' /srv/t.conf");
        assertThat(changed().stream().filter(a -> a.path().equals("/srv/t.conf")))
                .singleElement()
                .satisfies(
                        a -> {
                            assertThat(a.now()).containsEntry("block", "absent");
                            assertThat(a.edits())
                                    .extracting(AppliedResource.Edit::was)
                                    .containsExactly(
                                            "# BEGIN railhead rails",
                                            "alpha 1",
                                            "beta 2",
                                            "# END railhead rails");
                        });
    }

    @Test
    void whatTheIntentHasFollowedSinceIsNoDriftAndNorIsWhatARollbackPutBack() {
        Cluster first = World.cluster("netplan off\nsysctl net.ipv4.ip_default_ttl 65\n");
        Cluster second = World.cluster("netplan off\nsysctl net.ipv4.ip_default_ttl 66\n");
        assertThat(bench.apply(first).isGood()).isTrue();
        RunResult later = bench.apply(second);
        assertThat(later.isGood()).isTrue();
        assertThat(changed()).isEmpty();
        assertThat(bench.rollBack(second, later.run(), false).isGood()).isTrue();
        assertThat(changed()).as("the first run stands").isEmpty();
        assertThat(bench.plan(second).plan().changes())
                .hasSize(1)
                .allSatisfy(c -> assertThat(c.drifted()).isEmpty());

        machine.sh(
                "sed -i 's/= 65/= 66/' /etc/sysctl.d/99-zz-railhead.conf;"
                        + " sysctl -qw net.ipv4.ip_default_ttl=66");
        assertThat(changed()).hasSize(1);
        assertThat(answer(first, changed().getFirst())).isEqualTo(Answer.UNMET);
        assertThat(answer(second, changed().getFirst())).isEqualTo(Answer.MET);
        assertThat(answer(World.cluster("netplan off\n"), changed().getFirst()))
                .isEqualTo(Answer.NOT_ASKED);
        assertThat(bench.plan(second).plan().changes()).isEmpty();
    }

    @Test
    void stepsThatTheJournalHasLostAreNotTakenForUnchanged() {
        RunResult run = bench.apply(World.cluster(ALL));
        machine.sh("cd /var/lib/railhead/runs/*/steps && rm -r 01 02");
        assertThat(changed())
                .singleElement()
                .satisfies(
                        a -> {
                            assertThat(a.state()).isEqualTo(AppliedResource.State.UNREADABLE);
                            assertThat(a.resource())
                                    .startsWith(
                                            "journal:"
                                                    + run.run()
                                                    + " (2 of 6 steps missing (01 file:/srv/");
                        });
        // What is damaged is not run.
        machine.sh("cd /var/lib/railhead/runs/*/steps && echo ': >/srv/bad' >>03/observe.sh");
        assertThat(changed())
                .extracting(AppliedResource::state)
                .containsExactly(
                        AppliedResource.State.UNREADABLE, AppliedResource.State.UNREADABLE);
        machine.sh("cd /var/lib/railhead/runs/*/ && echo ': >/srv/bad' >>lib.sh");
        assertThat(changed()).hasSize(5);
        assertThat(machine.sh("ls /srv")).doesNotContain("bad");
    }

    @Test
    void anOlderRunDoesNotSpeakForAStepThatALaterOneHasLost() {
        bench.apply(World.cluster("netplan off\nsysctl net.ipv4.ip_default_ttl 65\n"));
        Cluster later = World.cluster("netplan off\nsysctl net.ipv4.ip_default_ttl 66\n");
        RunResult run = bench.apply(later);
        machine.sh("rm -r /var/lib/railhead/runs/" + run.run() + "/steps/01");
        assertThat(changed())
                .extracting(AppliedResource::resource)
                .singleElement()
                .asString()
                .startsWith("journal:" + run.run() + " (1 of 1 steps missing (01 sysctl:");
        machine.sh("sysctl -qw net.ipv4.ip_default_ttl=70");
        assertThat(bench.plan(later).plan().changes())
                .singleElement()
                .satisfies(c -> assertThat(c.drifted()).isEmpty());
    }
}
