package io.railhead.intent;

import io.railhead.intent.Declared.HostPlan;
import io.railhead.intent.Declared.PortDefaults;
import io.railhead.intent.Declared.PortPlan;
import io.railhead.intent.Declared.RailPlan;
import io.railhead.intent.Names.Named;
import io.railhead.model.intent.Gpus;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Pattern;
import org.snakeyaml.engine.v2.nodes.ScalarNode;

/// `hosts`.
final class HostDecoder {
    static final Pattern NAME = Pattern.compile("[A-Za-z0-9]([A-Za-z0-9._-]{0,251}[A-Za-z0-9])?");

    private final Decoding in;
    private final Filling filling;
    private final Map<String, RailPlan> rails = new LinkedHashMap<>();
    private final Set<String> declaredRails;
    private final boolean railsBroken;
    private final Names names;

    /// @param declaredRails also those whose own fault keeps them from being used
    /// @param railsBroken true when the rails could not be read, so that a reference to one cannot
    ///     be called dangling
    HostDecoder(
            Decoding in,
            Filling filling,
            List<RailPlan> rails,
            Set<String> declaredRails,
            boolean railsBroken) {
        this.in = in;
        this.filling = filling;
        this.declaredRails = declaredRails;
        this.railsBroken = railsBroken;
        rails.forEach(r -> this.rails.put(r.rail().name(), r));
        this.names = new Names(in, "host", NAME, HostRanges.MOST);
    }

    Set<String> declared() {
        return names.declared();
    }

    List<HostPlan> hosts(Optional<Field> field) {
        List<HostPlan> hosts = new ArrayList<>();
        Optional<Section> open =
                field.flatMap(f -> Section.open(in, f, "hosts: with one host or range a line"));
        if (open.isEmpty()) {
            return hosts;
        }
        for (Field key : open.get().all()) {
            List<Named> named = names.of(key);
            Section.open(in, key, key.name() + ": with address: and rails: below")
                    .map(section -> host(section, key, named))
                    .ifPresent(hosts::add);
        }
        if (open.get().all().isEmpty()) {
            in.problems.error(
                    field.get().at(),
                    "names no host",
                    "add one, such as gpu1: {address: 10.1.0.1}");
        }
        return hosts;
    }

    private HostPlan host(Section section, Field key, List<Named> named) {
        Optional<Located<Template>> address =
                section.require("address", "where SSH reaches it, or \"{name}\" for its own name")
                        .flatMap(in::template);
        HostPlan plan =
                new HostPlan(
                        key,
                        named,
                        address,
                        Logins.login(in, section.get("login")),
                        Logins.bmc(in, filling, section.get("bmc")),
                        section.get("rails").map(this::ports).orElse(Map.of()),
                        section.get("gpus").flatMap(this::gpus),
                        Policies.policy(in, section.get("policy")),
                        section.get("hypervisor").flatMap(in::template));
        section.close();
        return plan;
    }

    private Map<String, PortPlan> ports(Field field) {
        Map<String, PortPlan> ports = new LinkedHashMap<>();
        Section.open(in, field, "rails: with rail0: ADDRESS below")
                .ifPresent(section -> section.all().forEach(key -> port(key, ports)));
        return ports;
    }

    private void port(Field key, Map<String, PortPlan> ports) {
        List<Named> named =
                switch (Ranges.expand(key.name(), 1024)) {
                    case Ranges.Bad bad -> {
                        in.problems.error(key.keyAt(), bad.message(), bad.remedy());
                        yield List.of();
                    }
                    case Ranges.Good good -> {
                        List<Named> all = new ArrayList<>();
                        for (Ranges.Expanded one : good.all()) {
                            all.add(new Named(one.text(), one.numbers(), all.size()));
                        }
                        yield all;
                    }
                };
        Optional<Located<Template>> address = Optional.empty();
        PortDefaults overrides = NONE;
        if (key.value() instanceof ScalarNode) {
            address = in.template(key);
        } else {
            Optional<Section> open = Section.open(in, key, key.name() + ": ADDRESS");
            if (open.isPresent()) {
                Section section = open.get();
                address =
                        section.require("address", "an address in its subnet")
                                .flatMap(in::template);
                overrides = RailDecoder.ports(in, section);
                section.close();
            }
        }
        for (Named rail : named) {
            if (!rails.containsKey(rail.name())) {
                if (!railsBroken && !declaredRails.contains(rail.name())) {
                    in.problems.perHost(
                            key.keyAt(),
                            "rail",
                            "there is no rail " + rail.name(),
                            NearestName.remedy(rail.name(), rails.keySet(), "rails"));
                }
            } else if (ports.containsKey(rail.name())) {
                in.problems.perHost(
                        key.keyAt(),
                        "twice",
                        "the rail "
                                + rail.name()
                                + " is already given in line "
                                + ports.get(rail.name()).at().line(),
                        "name each rail once");
            } else {
                ports.put(rail.name(), new PortPlan(rail, key.keyAt(), address, overrides));
            }
        }
    }

    private static final PortDefaults NONE =
            new PortDefaults(
                    Optional.empty(),
                    Given.not(),
                    Given.not(),
                    Optional.empty(),
                    Given.not(),
                    Given.not());

    private Optional<Gpus> gpus(Field field) {
        Optional<Section> open = Section.open(in, field, "gpus: {count: 8, model: H100}");
        if (open.isEmpty()) {
            return Optional.empty();
        }
        Section section = open.get();
        Optional<Field> countField = section.require("count", "the number of GPUs");
        OptionalInt count =
                countField.isPresent()
                        ? in.integer(countField.get(), 1, 1024)
                        : OptionalInt.empty();
        Optional<String> model = section.get("model").flatMap(in::word);
        section.close();
        return count.isPresent()
                ? Optional.of(new Gpus(count.getAsInt(), model))
                : Optional.empty();
    }
}
