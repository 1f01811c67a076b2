package io.railhead.model.fact;

import io.railhead.model.Source;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;

/// DCQCN of a NIC's port: the notification point answers marked packets with CNPs, the reaction
/// point slows down when it gets them.
///
/// @param port network interface
/// @param notifies whether CNPs are sent, by priority; a priority that was not read has no entry
/// @param reacts whether CNPs are obeyed, by priority
/// @param parameters by the driver's names, such as `roce_np/cnp_dscp`
public record CongestionControl(
        String port,
        Map<Integer, Stated<Boolean>> notifies,
        Map<Integer, Stated<Boolean>> reacts,
        Map<String, Stated<String>> parameters,
        Source source)
        implements Fact {
    public CongestionControl {
        notifies = new TreeMap<>(notifies);
        reacts = new TreeMap<>(reacts);
        parameters = Ordered.copy(parameters);
    }

    /// DSCP that CNPs are sent with, 0 to 63.
    public Optional<Stated<String>> cnpDscp() {
        return Optional.ofNullable(parameters.get("roce_np/cnp_dscp"));
    }

    /// Priority of CNPs in a VLAN tag, 0 to 7.
    public OptionalInt cnpPriority() {
        Stated<String> p = parameters.get("roce_np/cnp_802p_prio");
        return p == null || !p.value().matches("[0-7]")
                ? OptionalInt.empty()
                : OptionalInt.of(p.value().charAt(0) - '0');
    }
}
