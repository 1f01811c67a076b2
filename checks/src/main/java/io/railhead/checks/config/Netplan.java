package io.railhead.checks.config;

import io.railhead.checks.Survey;
import io.railhead.model.Evidence;
import io.railhead.model.fact.NetplanFile;
import io.railhead.model.fact.NetplanInterface;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// What netplan files say of the ports of rails.
final class Netplan {
    private Netplan() {}

    /// Whether netplan has a say about a machine: the intent wants rail settings kept there, or
    /// there are files. Without an intent, files decide.
    static boolean inUse(Survey survey, String machine) {
        return survey.host(machine)
                        .filter(h -> h.policy().netplan() && !h.rails().isEmpty())
                        .isPresent()
                || !survey.facts().of(machine, NetplanFile.class).isEmpty();
    }

    /// Rail ports of hosts whose settings are to be kept in netplan and whose files were read.
    static List<Survey.Port> kept(Survey survey) {
        List<String> read =
                survey
                        .machines(
                                NetplanFile.class,
                                m ->
                                        survey.host(m)
                                                .filter(h -> h.policy().netplan())
                                                .filter(h -> !h.rails().isEmpty())
                                                .isPresent())
                        .stream()
                        .toList();
        return survey.ports(h -> read.contains(h.name()));
    }

    /// Entries of a port, in the order in which netplan merges them.
    static List<NetplanInterface> of(Survey survey, Survey.Port port) {
        return survey.facts().of(port.machine(), NetplanInterface.class).stream()
                .filter(
                        i ->
                                i.name().equals(port.live().name())
                                        || i.name().equals(port.wanted().interfaceName()))
                .sorted(Comparator.comparing(NetplanInterface::file))
                .toList();
    }

    /// The port's last entry, or a file in which it does not stand.
    static Evidence proof(Survey survey, Survey.Port port) {
        Optional<NetplanInterface> entry = of(survey, port).stream().reduce((a, b) -> b);
        return entry.map(e -> survey.facts().cite(e))
                .orElseGet(
                        () ->
                                survey.lacking(
                                        survey.facts()
                                                .first(port.machine(), NetplanFile.class)
                                                .orElseThrow(),
                                        "no " + port.live().name() + " in the netplan files"));
    }
}
