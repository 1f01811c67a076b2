package io.railhead.checks;

import static org.assertj.core.api.Assertions.assertThat;

import io.railhead.model.Evidence;
import io.railhead.model.Finding;
import io.railhead.model.NotChecked;
import io.railhead.model.Severity;
import io.railhead.model.fact.Fact;
import io.railhead.model.intent.Cluster;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RankingTest {
    private static final Set<String> MACHINES = Set.of("gpu01", "gpu02", "gpu03");

    private static Finding finding(
            String code, Severity severity, String subject, String... explains) {
        return new Finding(
                code,
                severity,
                subject,
                code + " on " + subject,
                "cause",
                "fix",
                List.of(new Evidence("doc", 1, "line")),
                Set.of(explains));
    }

    private static List<String> order(Finding... findings) {
        return Ranking.of(List.of(findings), MACHINES).inOrder().stream()
                .map(f -> f.code() + " " + f.subject())
                .toList();
    }

    @Test
    void aRootCauseComesBeforeWhatItExplainsHoweverSevereThatIs() {
        assertThat(
                        order(
                                finding("blackhole", Severity.ERROR, "gpu01 -> gpu02 rail0"),
                                finding("mtu", Severity.WARNING, "gpu02 eth1", "blackhole")))
                .containsExactly("mtu gpu02 eth1", "blackhole gpu01 -> gpu02 rail0");
    }

    @Test
    void whatIsExplainedFollowsItsCauseAtOnce() {
        assertThat(
                        order(
                                finding("other", Severity.ERROR, "gpu03 eth1"),
                                finding("symptom", Severity.WARNING, "gpu02"),
                                finding("cause", Severity.CRITICAL, "gpu02", "symptom")))
                .containsExactly("cause gpu02", "symptom gpu02", "other gpu03 eth1");
    }

    @Test
    void aCauseOnAnotherMachineExplainsNothing() {
        List<Finding> ordered =
                Ranking.of(
                                List.of(
                                        finding("cause", Severity.WARNING, "gpu01", "symptom"),
                                        finding("symptom", Severity.ERROR, "gpu02")),
                                MACHINES)
                        .inOrder();
        assertThat(ordered).extracting(Finding::code).containsExactly("symptom", "cause");
        assertThat(ordered.getLast().explains()).isEmpty();
    }

    @Test
    void ofFindingsThatReadAlikeOnlyThoseThatACauseMeetsFollowIt() {
        Finding[] found = {
            finding("symptom", Severity.ERROR, "gpu01"),
            finding("symptom", Severity.ERROR, "gpu02"),
            finding("symptom", Severity.ERROR, "gpu03"),
            finding("cause", Severity.WARNING, "gpu02", "symptom")
        };
        assertThat(order(found))
                .containsExactly("cause gpu02", "symptom gpu02", "symptom gpu01", "symptom gpu03");
        assertThat(Ranking.of(List.of(found), MACHINES).groups())
                .extracting(g -> g.code() + " " + g.findings().size())
                .containsExactly("cause 1", "symptom 1", "symptom 2");
    }

    @Test
    void whatIsExplainedOnOneMachineOnlyIsARootOnTheOthersByItsOwnWeight() {
        assertThat(
                        order(
                                finding("symptom", Severity.CRITICAL, "gpu01"),
                                finding("symptom", Severity.CRITICAL, "gpu02"),
                                finding("other", Severity.ERROR, "gpu03"),
                                finding("cause", Severity.WARNING, "gpu02", "symptom")))
                .containsExactly("cause gpu02", "symptom gpu02", "symptom gpu01", "other gpu03");
    }

    @Test
    void aCauseThatNamesNoMachineExplainsItsSymptomsOnAll() {
        assertThat(
                        order(
                                finding("symptom", Severity.ERROR, "gpu01"),
                                finding("symptom", Severity.ERROR, "gpu02"),
                                finding("cause", Severity.WARNING, "gpu03", "symptom"),
                                finding("cause", Severity.WARNING, "leaf", "symptom")))
                .startsWith("cause leaf", "symptom gpu01", "symptom gpu02");
    }

    @Test
    void aFaultOnOneRailDoesNotExplainWhatIsSeenOnAnother() {
        Optional<Cluster> wanted = World.pair().situation().wanted();
        List<Finding> ordered =
                Ranking.of(
                                List.of(
                                        finding("cause", Severity.WARNING, "gpu02 eth1", "symptom"),
                                        finding("symptom", Severity.ERROR, "gpu01 -> gpu02 rail1")),
                                MACHINES,
                                wanted)
                        .inOrder();
        assertThat(ordered).extracting(Finding::code).containsExactly("symptom", "cause");
        assertThat(ordered.getLast().explains()).isEmpty();
        List<Finding> same =
                Ranking.of(
                                List.of(
                                        finding(
                                                "cause",
                                                Severity.WARNING,
                                                "gpu02 mlx5_1",
                                                "symptom"),
                                        finding("symptom", Severity.ERROR, "gpu01 -> gpu02 rail1")),
                                MACHINES,
                                wanted)
                        .inOrder();
        assertThat(same).extracting(Finding::code).containsExactly("cause", "symptom");
    }

    @Test
    void rootsGoBySeverityThenByHowMuchTheyExplain() {
        assertThat(
                        order(
                                finding("aaa", Severity.ERROR, "gpu01"),
                                finding("bbb", Severity.ERROR, "gpu02", "sss"),
                                finding("sss", Severity.WARNING, "gpu02"),
                                finding("zzz", Severity.CRITICAL, "gpu03")))
                .containsExactly("zzz gpu03", "bbb gpu02", "sss gpu02", "aaa gpu01");
    }

    @Test
    void aCauseOfSomethingSeenGoesBeforeWhatStandsAloneOnMoreHosts() {
        assertThat(
                        order(
                                finding("alone", Severity.ERROR, "gpu01"),
                                finding("alone", Severity.ERROR, "gpu02"),
                                finding("alone", Severity.ERROR, "gpu03"),
                                finding("cause", Severity.ERROR, "gpu03", "symptom"),
                                finding("symptom", Severity.ERROR, "gpu03")))
                .startsWith("cause gpu03", "symptom gpu03");
    }

    @Test
    void findingsThatExplainEachOtherAreStillShown() {
        assertThat(
                        order(
                                finding("a-b", Severity.ERROR, "gpu01", "b-a"),
                                finding("b-a", Severity.WARNING, "gpu01", "a-b")))
                .hasSize(2);
    }

    @Test
    void explainsIsReducedToWhatWasFound() {
        List<Finding> ordered =
                Ranking.of(
                                List.of(
                                        finding("cause", Severity.ERROR, "gpu01", "seen", "unseen"),
                                        finding("seen", Severity.ERROR, "gpu01")),
                                MACHINES)
                        .inOrder();
        assertThat(ordered.getFirst().explains()).containsExactly("seen");
    }

    @Test
    void findingsThatDifferOnlyInTheMachineAreOneGroup() {
        List<Ranking.Group> groups =
                Ranking.of(
                                List.of(
                                        finding("mtu", Severity.ERROR, "gpu03 eth1"),
                                        finding("mtu", Severity.ERROR, "gpu01 eth1"),
                                        finding("mtu", Severity.ERROR, "gpu01 eth2")),
                                MACHINES)
                        .groups();
        assertThat(groups).extracting(Ranking.Group::pattern).containsExactly("* eth1", "* eth2");
        assertThat(groups.getFirst().findings())
                .extracting(Finding::subject)
                .containsExactly("gpu01 eth1", "gpu03 eth1");
    }

    @Test
    void theOrderDoesNotDependOnTheOrderOfDiscovery() {
        long seed = 20261128;
        Random random = new Random(seed);
        List<Finding> findings = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            findings.add(
                    finding(
                            "c" + random.nextInt(6),
                            Severity.values()[random.nextInt(4)],
                            "gpu0" + (1 + random.nextInt(3)) + " eth" + random.nextInt(2),
                            "c" + random.nextInt(6)));
        }
        List<Finding> distinct = findings.stream().distinct().toList();
        List<Finding> first = Ranking.of(distinct, MACHINES).inOrder();
        for (int round = 0; round < 20; round++) {
            List<Finding> shuffled = new ArrayList<>(distinct);
            Collections.shuffle(shuffled, random);
            List<Finding> again = Ranking.of(shuffled, MACHINES).inOrder();
            assertThat(again)
                    .as("seed %d round %d", seed, round)
                    .extracting(f -> f.code() + f.severity() + f.subject())
                    .isEqualTo(
                            first.stream()
                                    .map(f -> f.code() + f.severity() + f.subject())
                                    .toList());
        }
    }

    @Test
    void aCheckThatFailsIsNotCheckedAndTheOthersGoOn() {
        Check broken =
                new Check() {
                    @Override
                    public String code() {
                        return "broken-check";
                    }

                    @Override
                    public Explanation explanation() {
                        return new Explanation("", "", "", "", "");
                    }

                    @Override
                    public Set<Class<? extends Fact>> needs() {
                        return Set.of();
                    }

                    @Override
                    public void run(Situation situation, Outcomes out) {
                        throw new IllegalStateException("oops");
                    }
                };
        Report report =
                Checks.run(
                        World.pair().with("gpu02", Seen.nic("eth1").mtu(1500)).situation(),
                        List.of(broken, new io.railhead.checks.link.MtuMismatch()));
        assertThat(report.findings()).extracting(Finding::code).containsExactly("mtu-mismatch");
        assertThat(report.notChecked())
                .singleElement()
                .satisfies(n -> assertThat(n.why()).contains("oops"));
    }

    @Test
    void notCheckedIsOneLineACheckAndReason() {
        World world = World.of(64).everywhere();
        for (int i = 1; i <= 64; i++) {
            world.without(World.name(i), "ip -j addr");
        }
        world.unreachable("gpu07", "connection refused");
        Report report =
                Checks.run(world.situation(), List.of(new io.railhead.checks.link.MtuMismatch()));
        assertThat(report.notChecked())
                .containsExactly(
                        new NotChecked("all", "gpu07", "connection refused"),
                        new NotChecked(
                                "mtu-mismatch", "gpu[01-06,08-64]", "nothing read from ip addr"));
    }
}
