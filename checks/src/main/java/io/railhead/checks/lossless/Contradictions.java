package io.railhead.checks.lossless;

import io.railhead.checks.Check;
import io.railhead.checks.Outcomes;
import io.railhead.checks.Situation;
import io.railhead.checks.Survey;
import io.railhead.model.Finding;
import io.railhead.model.fact.PriorityMap;
import java.util.List;

/// Where no intent says what is wanted: configurations whose parts do not fit each other. The class
/// that a port means ([MeantClass]) is held against it by the checks that hold an intent's.
public final class Contradictions {
    private Contradictions() {}

    /// What is found, port by port; nothing with an intent, whose checks say it.
    public static List<Finding> in(Situation situation) {
        if (situation.wanted().isPresent()) return List.of();
        Outcomes out = new Outcomes();
        MeantClass.of(situation.facts()).forEach(meant -> look(meant, situation, out));
        return out.findings();
    }

    private static void look(MeantClass meant, Situation situation, Outcomes out) {
        PortOfPath port = meant.asPort();
        boolean trusts = RoceTrafficClassMismatch.trustsDscp(port.port());
        if (meant.rule()) {
            TrustNotDscp trust = new TrustNotDscp();
            trust.look(port, of(trust, situation, out));
        }
        if (trusts) {
            new WayIn(port, of(new RoceTrafficClassMismatch(), situation, out)).contradicts();
            Survey notifications = of(new CnpInWrongQueue(), situation, out);
            port.port()
                    .map(PriorityMap.Kind.DSCP_TO_PRIORITY)
                    .ifPresent(
                            map ->
                                    meant.cnp()
                                            .ifPresent(
                                                    dscp ->
                                                            CnpInWrongQueue.withData(
                                                                    port,
                                                                    map,
                                                                    dscp,
                                                                    notifications)));
        }
        // A switch may ship with two priorities, so that the second is no news.
        if (trusts && (port.host() || !meant.pauses())) {
            PfcWrongPriority.against(port, of(new PfcWrongPriority(), situation, out));
        }
        if (port.host()) return;
        if (meant.shouldMark()) {
            EcnNotEnabledOnQueue.against(port, of(new EcnNotEnabledOnQueue(), situation, out));
        }
        SwitchNoDropClassMissing.contradicts(
                port, of(new SwitchNoDropClassMissing(), situation, out));
    }

    /// What is not known is no news here: only what is found counts.
    private static Survey of(Check check, Situation situation, Outcomes out) {
        return new Survey(check, situation, out);
    }
}
