package io.railhead.intent;

import io.railhead.intent.Declared.JobPlan;
import io.railhead.intent.Declared.LinkPlan;
import io.railhead.intent.Declared.SwitchPlan;
import io.railhead.intent.Names.Named;
import io.railhead.model.Bandwidth;
import io.railhead.model.intent.Cable;
import io.railhead.model.intent.SwitchPort;
import io.railhead.model.intent.SwitchSystem;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.snakeyaml.engine.v2.nodes.ScalarNode;

/// `switches`, `links` and `jobs`.
final class FabricDecoder {
    private static final Pattern PORT = Pattern.compile("[A-Za-z0-9][A-Za-z0-9/._:-]{0,62}");
    private static final Pattern MODEL = Pattern.compile("[A-Za-z0-9][A-Za-z0-9 ._+/-]{0,62}");
    private static final Pattern VARIABLE = Pattern.compile("[A-Za-z_][A-Za-z0-9_]{0,127}");
    private static final Pattern SECRET = Credentials.NAME;
    private static final int MOST_PORTS = 4096;

    private final Decoding in;
    private final Names switchNames;

    FabricDecoder(Decoding in) {
        this.in = in;
        this.switchNames = new Names(in, "switch", HostDecoder.NAME, 10_000);
    }

    Set<String> declaredSwitches() {
        return switchNames.declared();
    }

    List<SwitchPlan> switches(Optional<Field> field) {
        List<SwitchPlan> switches = new ArrayList<>();
        field.flatMap(f -> Section.open(in, f, "switches: with one switch a line below"))
                .ifPresent(
                        section -> {
                            for (Field key : section.all()) {
                                List<Named> named = switchNames.of(key);
                                Section.open(
                                                in,
                                                key,
                                                key.name() + ": {system: nxos, address: 10.1.9.1}")
                                        .ifPresent(s -> switches.addAll(oneSwitch(s, key, named)));
                            }
                        });
        return switches;
    }

    private List<SwitchPlan> oneSwitch(Section section, Field key, List<Named> named) {
        List<String> words = Arrays.stream(SwitchSystem.values()).map(SwitchSystem::word).toList();
        Optional<SwitchSystem> system =
                section.require("system", String.join(", ", words))
                        .flatMap(f -> in.choice(f, words, "switch systems"))
                        .map(word -> SwitchSystem.valueOf(word.toUpperCase(Locale.ROOT)));
        Optional<String> model = section.get("model").flatMap(this::model);
        Optional<Located<Template>> address =
                section.require("address", "where it is managed").flatMap(in::template);
        Logins.Patch login = Logins.login(in, section.get("login"));
        List<SwitchPort> ports = section.get("ports").map(this::ports).orElse(List.of());
        section.close();
        return named.stream()
                .map(n -> new SwitchPlan(n, key.keyAt(), system, model, address, login, ports))
                .toList();
    }

    private Optional<String> model(Field field) {
        Optional<String> text = in.word(field);
        if (text.isPresent() && !MODEL.matcher(text.get()).matches()) {
            in.problems.error(
                    field.at(),
                    "cannot name a model of switch",
                    "write it as its maker does, such as SN5600 or N9K-C93180YC-FX3");
            return Optional.empty();
        }
        return text;
    }

    private List<SwitchPort> ports(Field field) {
        Map<String, SwitchPort> ports = new LinkedHashMap<>();
        Section.open(in, field, "ports: {\"Ethernet1/[1-8]\": {mtu: 9216, speed: 40G}}")
                .ifPresent(section -> section.all().forEach(key -> port(key, ports)));
        return List.copyOf(ports.values());
    }

    private void port(Field key, Map<String, SwitchPort> ports) {
        OptionalInt mtu = OptionalInt.empty();
        Optional<Bandwidth> speed = Optional.empty();
        if (!Decoding.isNull(key.value())) {
            Optional<Section> open =
                    Section.open(in, key, key.name() + ": {mtu: 9216, speed: 40G}");
            if (open.isPresent()) {
                Optional<Integer> number =
                        open.get().get("mtu").flatMap(f -> RailDecoder.mtu(in, f));
                mtu = number.map(OptionalInt::of).orElse(OptionalInt.empty());
                speed = open.get().get("speed").flatMap(f -> RailDecoder.speed(in, f));
                open.get().close();
            }
        }
        switch (Ranges.expand(key.name(), MOST_PORTS)) {
            case Ranges.Bad bad -> in.problems.error(key.keyAt(), bad.message(), bad.remedy());
            case Ranges.Good good -> {
                for (Ranges.Expanded one : good.all()) {
                    if (!PORT.matcher(one.text()).matches()) {
                        in.problems.perHost(
                                key.keyAt(),
                                "form",
                                "\"" + Ranges.shortened(one.text()) + "\" cannot name a port",
                                "write the port as the switch does, such as Ethernet1/1");
                    } else if (ports.putIfAbsent(one.text(), new SwitchPort(one.text(), mtu, speed))
                            != null) {
                        in.problems.perHost(
                                key.keyAt(),
                                "twice",
                                "the port " + one.text() + " is already declared",
                                "let the ranges not overlap, and name each port once");
                    }
                }
            }
        }
    }

    List<LinkPlan> links(Optional<Field> field) {
        List<LinkPlan> links = new ArrayList<>();
        if (field.isEmpty()) {
            return links;
        }
        for (Field item : in.items(field.get(), "a list of {between: [gpu1/ens6, gpu2/ens6]}")) {
            Section.open(in, item, "{between: [gpu1/ens6, gpu2/ens6]}")
                    .ifPresent(section -> link(section, links));
        }
        return links;
    }

    private void link(Section section, List<LinkPlan> links) {
        String example = "[gpu1/ens6, leaf1/Ethernet1/1]";
        Optional<Field> between = section.require("between", example);
        List<Located<String>> ends = new ArrayList<>();
        if (between.isPresent()) {
            List<Field> items = in.items(between.get(), "between: " + example);
            for (Field item : items) {
                in.word(item).ifPresent(text -> ends.add(new Located<>(text, item.at())));
            }
            if (!items.isEmpty() && items.size() != 2) {
                in.problems.error(
                        between.get().at(),
                        "names " + items.size() + " ends where a cable has two",
                        "write between: " + example);
                ends.clear();
            }
        }
        Optional<Cable> cable = section.get("cable").flatMap(this::cable);
        Optional<Located<Bandwidth>> speed =
                section.get("speed")
                        .flatMap(f -> RailDecoder.speed(in, f).map(s -> new Located<>(s, f.at())));
        Optional<Located<Integer>> mtu =
                section.get("mtu")
                        .flatMap(f -> RailDecoder.mtu(in, f).map(m -> new Located<>(m, f.at())));
        section.close();
        if (ends.size() == 2) {
            links.add(new LinkPlan(ends.getFirst(), ends.getLast(), cable, speed, mtu));
        }
    }

    private Optional<Cable> cable(Field field) {
        Optional<Section> open = Section.open(in, field, "cable: {type: dac, length: 2m}");
        if (open.isEmpty()) {
            return Optional.empty();
        }
        Section section = open.get();
        List<String> words = Arrays.stream(Cable.Kind.values()).map(Cable.Kind::word).toList();
        Optional<Cable.Kind> kind =
                section.require("type", String.join(", ", words))
                        .flatMap(f -> in.choice(f, words, "kinds of cable"))
                        .map(word -> Cable.Kind.valueOf(word.toUpperCase(Locale.ROOT)));
        Optional<Double> metres =
                section.require("length", "2m").flatMap(f -> RailDecoder.metres(in, f));
        section.close();
        return kind.flatMap(k -> metres.map(m -> new Cable(k, m)));
    }

    List<JobPlan> jobs(Optional<Field> field) {
        List<JobPlan> jobs = new ArrayList<>();
        field.flatMap(f -> Section.open(in, f, "jobs: with one job a line below"))
                .ifPresent(
                        section -> {
                            for (Field key : section.all()) {
                                Section.open(in, key, key.name() + ": {command: …}")
                                        .flatMap(s -> job(s, key))
                                        .ifPresent(jobs::add);
                            }
                        });
        return jobs;
    }

    private Optional<JobPlan> job(Section section, Field key) {
        if (!RailDecoder.NAME.matcher(key.name()).matches()) {
            in.problems.error(
                    key.keyAt(),
                    "cannot name a job",
                    "use letters, digits, '-', '_' and '.', beginning with a letter");
        }
        Optional<Located<List<String>>> hosts = section.get("hosts").flatMap(this::hostList);
        Optional<Located<Integer>> gpus =
                section.get("gpus-per-host")
                        .flatMap(
                                f -> {
                                    OptionalInt n = in.integer(f, 1, 1024);
                                    return n.isPresent()
                                            ? Optional.of(new Located<>(n.getAsInt(), f.at()))
                                            : Optional.empty();
                                });
        Optional<String> command =
                section.require("command", "what to run on each GPU").flatMap(in::word);
        TreeMap<String, String> environment = new TreeMap<>();
        section.get("environment")
                .flatMap(f -> Section.open(in, f, "environment: {NCCL_DEBUG: INFO}"))
                .ifPresent(s -> s.all().forEach(f -> variable(f, environment)));
        section.close();
        return command.map(c -> new JobPlan(key.name(), key.keyAt(), hosts, gpus, c, environment));
    }

    private void variable(Field field, Map<String, String> environment) {
        if (!VARIABLE.matcher(field.name()).matches()) {
            in.problems.error(
                    field.keyAt(),
                    "cannot name an environment variable",
                    "use letters, digits and '_', not beginning with a digit");
            return;
        }
        in.scalar(field).ifPresent(value -> environment.put(field.name(), value));
        if (SECRET.matcher(field.name()).find() && environment.containsKey(field.name())) {
            in.problems.warning(
                    field.at(),
                    "a value that should be secret stands in the file",
                    "leave it out here, set it where the job is started, and change it");
        }
    }

    /// A range, or a list of ranges.
    private Optional<Located<List<String>>> hostList(Field field) {
        String text;
        if (field.value() instanceof ScalarNode) {
            text = in.word(field).orElse("");
        } else {
            List<String> parts = new ArrayList<>();
            for (Field item : in.items(field, "hosts: gpu[001-008]")) {
                in.word(item).ifPresent(parts::add);
            }
            text = String.join(",", parts);
        }
        if (text.isEmpty()) {
            return Optional.empty();
        }
        return switch (HostRanges.expand(text)) {
            case HostRanges.Expansion.Names names ->
                    Optional.of(new Located<>(names.names(), field.at()));
            case HostRanges.Expansion.Bad bad -> {
                in.problems.error(field.at(), bad.message(), bad.remedy());
                yield Optional.empty();
            }
        };
    }
}
