package io.railhead.checks.lossless;

import io.railhead.checks.Situation;
import io.railhead.checks.Survey;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.LldpAnnouncement;
import io.railhead.model.fact.NetInterface;
import io.railhead.model.fact.PfcState;
import io.railhead.model.fact.SwitchPort;
import io.railhead.model.intent.Cluster;
import io.railhead.model.intent.Lossless;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/// A cable with a host's port and a switch's port, for the checks that compare both.
///
/// @param nic the host's end
/// @param leaf the switch's end
record Cables(ClassOfPort nic, ClassOfPort leaf) {

    /// What tells which port hangs where.
    static final Set<Class<? extends Fact>> FOUND_BY =
            Set.of(LldpAnnouncement.class, NetInterface.class, PfcState.class, SwitchPort.class);

    /// `gpu01 eth1 <-> leaf1 Ethernet1/7`.
    String subject() {
        return nic.name() + " <-> " + leaf.name();
    }

    /// The cables that can be compared. None, where a lossless class is wanted or nothing is said
    /// about it, is «not checked»; a cluster that wants none has nothing to compare.
    static List<Cables> of(Survey survey, Situation situation) {
        List<Cables> all =
                LinkEnds.of(situation.facts(), situation.wanted()).stream()
                        .map(
                                e ->
                                        new Cables(
                                                new ClassOfPort(
                                                        situation.facts(), e.host(), e.hostPort()),
                                                new ClassOfPort(
                                                        situation.facts(), e.leaf(), e.leafPort())))
                        .toList();
        boolean plain = situation.wanted().map(c -> c.lossless().isEmpty()).orElse(false);
        if (all.isEmpty() && !plain) {
            survey.notChecked("", "no cable of which both ends, host and switch, were read");
        }
        return all;
    }

    /// The cables between switches, where a lossless class is wanted.
    static List<Cables> between(Situation situation) {
        if (situation.wanted().flatMap(Cluster::lossless).isEmpty()) return List.of();
        return LinkEnds.between(situation.facts(), situation.wanted()).stream()
                .map(
                        e ->
                                new Cables(
                                        new ClassOfPort(situation.facts(), e.host(), e.hostPort()),
                                        new ClassOfPort(situation.facts(), e.leaf(), e.leafPort())))
                .toList();
    }

    /// Whether the first end is a switch's, too.
    boolean isBetweenSwitches() {
        return LinkEnds.isSwitchPort(nic.port());
    }

    /// The priority RoCE uses: the intent's, else the only one without loss at the host's end.
    OptionalInt priority(Survey survey) {
        Optional<Lossless> wanted = survey.wanted().flatMap(Cluster::lossless);
        if (wanted.isPresent()) return OptionalInt.of(wanted.get().priority());
        return nic.lossless()
                .filter(on -> on.size() == 1)
                .map(on -> OptionalInt.of(on.iterator().next()))
                .orElse(OptionalInt.empty());
    }

    /// The same, noted as «not checked» when it is not known.
    OptionalInt priorityOrNote(Survey survey) {
        OptionalInt priority = priority(survey);
        if (priority.isEmpty()) {
            survey.notChecked(subject(), "which priority RoCE uses is not known");
        }
        return priority;
    }

    /// Whether something was read of an end; noted as «not checked» when it was not.
    boolean read(Survey survey, boolean there, String what, ClassOfPort end) {
        if (!there) survey.notChecked(subject(), what + " of " + end.name() + " was not read");
        return there;
    }

    /// Whether something was read of both ends; the first that lacks it is noted.
    boolean bothRead(Survey survey, String what, Optional<?> atNic, Optional<?> atLeaf) {
        return read(survey, atNic.isPresent(), what, nic)
                && read(survey, atLeaf.isPresent(), what, leaf);
    }
}
