package io.railhead.evidence.switching;

import io.railhead.evidence.Numbers;
import io.railhead.evidence.switching.ConfigTree.Node;
import io.railhead.model.fact.End;
import io.railhead.model.fact.QueueSchedule;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/// The statements of NX-OS and EOS that give a queue its turn.
public final class ConfiguredTurn {
    private ConfiguredTurn() {}

    /// @param strict such as `priority level 1` or `priority strict`: it counts before a share
    /// @param share such as `bandwidth percent 50`, whose last word is the share
    /// @return nothing when neither is said
    public static Optional<QueueSchedule> of(
            String port, int queue, Optional<Node> strict, Optional<Node> share) {
        return strict.or(() -> share)
                .map(
                        tells ->
                                new QueueSchedule(
                                        port,
                                        End.OWN,
                                        queue,
                                        strict.isPresent()
                                                ? QueueSchedule.Turn.STRICT
                                                : QueueSchedule.Turn.SHARE,
                                        strict.isPresent()
                                                ? OptionalInt.empty()
                                                : Numbers.toInt(
                                                        tells.text().replaceFirst(".* ", "")),
                                        strict.isPresent()
                                                ? Numbers.toInt(tells.after("priority level "))
                                                : OptionalInt.empty(),
                                        Set.of(),
                                        Optional.empty(),
                                        tells.text(),
                                        tells.line().read().source()));
    }
}
