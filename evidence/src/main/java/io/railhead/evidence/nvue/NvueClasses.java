package io.railhead.evidence.nvue;

import io.railhead.evidence.Numbers;
import io.railhead.evidence.switching.Ports;
import io.railhead.model.Source;
import io.railhead.model.fact.AssumedCable;
import io.railhead.model.fact.End;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.PfcState;
import io.railhead.model.fact.PfcWatchdog;
import io.railhead.model.fact.PortBuffer;
import io.railhead.model.fact.PortTrust;
import io.railhead.model.fact.PriorityMap;
import io.railhead.model.fact.QueueSchedule;
import io.railhead.model.fact.ServicePolicy;
import io.railhead.model.fact.Stated;
import io.railhead.model.fact.SwitchPort;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// The classes that NVUE's settings make: those of `qos roce`, and what profiles change of them.
/// The profile `default-global` is that of each port that names no other.
///
/// What `qos roce` makes: trust of PCP and DSCP; the switch priority is an eighth of the DSCP;
/// priority 3 goes into traffic class 3 with half of the line, 6 into class 6, which is strict,
/// all others into class 0 with the other half; classes 0 and 3 mark from 150,000 to 1,500,000
/// bytes; PFC on priority 3 for a cable of 100 m, unless the mode is lossy (Cumulus Linux user
/// guide, «RDMA over Converged Ethernet»). Without it ports trust the VLAN tag, and no priority
/// pauses («Quality of Service»).
final class NvueClasses {
    private static final String GLOBAL = "default-global";

    private final NvueSettings settings;
    private final List<Fact> facts = new ArrayList<>();

    NvueClasses(NvueSettings settings) {
        this.settings = settings;
    }

    List<Fact> facts() {
        Optional<Stated<String>> roce =
                settings.first("qos/roce/mode", "qos/roce/enable", "qos/roce")
                        .filter(r -> !isOff(settings, "qos/roce/enable") && !isOff(r.value()));
        roce.ifPresent(this::roce);
        // What is not said is as shipped, when this is all that is said.
        Optional<Source> base = roce.or(settings::whole).map(Stated::source);
        classes("", GLOBAL, roce, base);
        settings.ports().forEach((port, own) -> port(port, own, roce));
        return facts;
    }

    private static boolean isOff(NvueSettings in, String path) {
        return in.first(path).map(s -> isOff(s.value())).orElse(false);
    }

    private static boolean isOff(String word) {
        return Set.of("off", "disable", "disabled", "no", "false").contains(word);
    }

    private String mode() {
        return settings.first("qos/roce/mode").map(Stated::value).orElse("lossless");
    }

    private void roce(Stated<String> roce) {
        facts.add(new ServicePolicy("", "roce", "both", mode(), Map.of(), roce.source()));
        if (!mode().startsWith("lossless")) return;
        Optional<Stated<String>> said = settings.first("qos/roce/cable-length");
        Numbers.toDouble(said.map(Stated::value).orElse("100"))
                .ifPresent(
                        metres ->
                                facts.add(
                                        new AssumedCable(
                                                "",
                                                metres,
                                                said.isPresent() ? "cable-length" : "roce",
                                                said.orElse(roce).source())));
    }

    private void port(String port, NvueSettings own, Optional<Stated<String>> roce) {
        Source source = own.all().values().iterator().next().source();
        Stated<String> mtu = own.all().get("link/mtu");
        OptionalInt bytes = mtu == null ? OptionalInt.empty() : Numbers.toInt(mtu.value());
        facts.add(
                new SwitchPort(
                        port,
                        own.first("link/state").map(s -> !s.value().equals("down")),
                        Optional.empty(),
                        "",
                        mtu == null || bytes.isEmpty()
                                ? Optional.empty()
                                : Optional.of(
                                        new Stated<>(bytes.getAsInt(), mtu.words(), mtu.source())),
                        Optional.empty(),
                        Optional.empty(),
                        own.first("description").map(Stated::value),
                        linkPause(own),
                        source));
        watchdog(port, own, source);
        mapping(port, own, roce);
        profile(own, "pfc").ifPresent(p -> pfc(port, p, Optional.empty(), Optional.empty()));
        profile(own, "congestion-control").ifPresent(p -> ecn(port, p, Optional.empty()));
        profile(own, "egress-scheduler").ifPresent(p -> turns(port, p, Optional.empty()));
    }

    private void mapping(String port, NvueSettings own, Optional<Stated<String>> roce) {
        profile(own, "mapping")
                .ifPresent(
                        p -> {
                            Optional<Source> base =
                                    own.first("qos/mapping/profile").map(Stated::source);
                            trust(port, p, roce, base);
                            dscp(port, p, base);
                        });
    }

    /// The name of the profile of a port; nothing for the one that all have.
    private static Optional<String> profile(NvueSettings own, String kind) {
        return own.first("qos/" + kind + "/profile")
                .map(Stated::value)
                .filter(name -> !name.isEmpty() && !name.equals(GLOBAL));
    }

    /// 802.3x pause by the names that other switches have for it.
    private Map<String, Stated<String>> linkPause(NvueSettings own) {
        Map<String, Stated<String>> said = new LinkedHashMap<>();
        own.first("qos/link-pause/profile")
                .map(Stated::value)
                .ifPresent(
                        name -> {
                            NvueSettings profile = settings.below("qos/link-pause/" + name);
                            said("rx", "receive", profile, said);
                            said("tx", "send", profile, said);
                        });
        return said;
    }

    private static void said(
            String way, String word, NvueSettings profile, Map<String, Stated<String>> into) {
        profile.first(way)
                .ifPresent(
                        s ->
                                into.put(
                                        "flowcontrol " + word,
                                        new Stated<>(
                                                NvueQos.isOn(s.value()) ? "on" : "off",
                                                s.words(),
                                                s.source())));
    }

    /// Off as shipped; of ports that are told of in a whole configuration.
    private void watchdog(String port, NvueSettings own, Source source) {
        Optional<Stated<String>> said =
                own.first("qos/pfc-watchdog/state", "qos/pfc-watchdog/enable", "qos/pfc-watchdog");
        if (said.isEmpty() && settings.whole().isEmpty()) return;
        facts.add(
                PfcWatchdog.set(
                        port,
                        said.map(s -> !isOff(s.value())).orElse(false),
                        said.map(Stated::words).orElse("no qos pfc-watchdog"),
                        said.map(Stated::source).orElse(source)));
    }

    /// @param base the line that says how what is not said is
    private void classes(
            String port, String profile, Optional<Stated<String>> roce, Optional<Source> base) {
        trust(port, profile, roce, base);
        dscp(port, profile, base);
        queues(port, profile, roce, base);
        pfc(port, profile, roce, base);
        ecn(port, profile, roce);
        turns(port, profile, roce);
    }

    private void trust(
            String port, String profile, Optional<Stated<String>> roce, Optional<Source> base) {
        Optional<Stated<String>> said = settings.first("qos/mapping/" + profile + "/trust");
        String words =
                said.map(Stated::value)
                        .orElse(roce.isPresent() && profile.equals(GLOBAL) ? "pcp,dscp" : "l2");
        Optional<Source> source = said.map(Stated::source).or(() -> base);
        source.ifPresent(
                s -> facts.add(new PortTrust(port, NvueQos.trusted(words), "trust " + words, s)));
    }

    private void dscp(String port, String profile, Optional<Source> base) {
        Map<Integer, PriorityMap.Entry> entries = new TreeMap<>();
        base.ifPresent(
                source -> {
                    for (int d = 0; d < 64; d++) {
                        entries.put(d, new PriorityMap.Entry(d, d / 8, source));
                    }
                });
        mapped("qos/mapping/" + profile + "/dscp", 63, "switch-priority", entries);
        map(port, PriorityMap.Kind.DSCP_TO_PRIORITY, entries, "dscp -> switch-priority");
    }

    private void queues(
            String port, String profile, Optional<Stated<String>> roce, Optional<Source> base) {
        Map<Integer, PriorityMap.Entry> entries = new TreeMap<>();
        base.ifPresent(
                source -> {
                    for (int p = 0; p < 8; p++) {
                        int queue = roce.isEmpty() || p == 3 || p == 6 ? p : 0;
                        entries.put(p, new PriorityMap.Entry(p, queue, source));
                    }
                });
        mapped(
                "qos/egress-queue-mapping/" + profile + "/switch-priority",
                7,
                "traffic-class",
                entries);
        map(port, PriorityMap.Kind.PRIORITY_TO_QUEUE, entries, "switch-priority -> traffic-class");
    }

    /// `…/dscp/26/switch-priority`, `…/dscp/24,26/switch-priority`.
    private void mapped(String path, int most, String to, Map<Integer, PriorityMap.Entry> entries) {
        NvueSettings own = settings.below(path);
        for (String from : own.names()) {
            own.first(from + "/" + to)
                    .ifPresent(
                            s ->
                                    Numbers.toInt(s.value())
                                            .ifPresent(
                                                    n ->
                                                            Ports.ofList(from, most)
                                                                    .forEach(
                                                                            f ->
                                                                                    entries.put(
                                                                                            f,
                                                                                            new PriorityMap
                                                                                                    .Entry(
                                                                                                    f,
                                                                                                    n,
                                                                                                    s
                                                                                                            .source())))));
        }
    }

    private void map(
            String port,
            PriorityMap.Kind kind,
            Map<Integer, PriorityMap.Entry> entries,
            String term) {
        if (entries.isEmpty()) return;
        List<PriorityMap.Entry> all = List.copyOf(entries.values());
        facts.add(new PriorityMap(port, End.OWN, kind, all, term, all.getFirst().source()));
    }

    /// @param base absent for a profile, which says all that it is
    private void pfc(
            String port, String profile, Optional<Stated<String>> roce, Optional<Source> base) {
        NvueSettings own = settings.below("qos/pfc/" + profile);
        boolean lossless = roce.isPresent() && mode().startsWith("lossless");
        Set<Integer> priorities = new TreeSet<>();
        own.first("switch-priority").ifPresent(s -> priorities.addAll(Ports.ofList(s.value(), 7)));
        own.below("switch-priority").names().forEach(n -> priorities.addAll(Ports.ofList(n, 7)));
        if (lossless && priorities.isEmpty()) priorities.add(3);
        // In mode lossy no priority pauses, whatever else is set.
        boolean lossy = roce.isPresent() && mode().startsWith("lossy");
        boolean off = lossy || isOff(own, "tx") || isOff(own, "rx");
        Optional<Source> source =
                own.all().values().stream().map(Stated::source).findFirst().or(() -> base);
        if (source.isEmpty()) return;
        Source tells = priorities.isEmpty() || lossy ? base.orElse(source.get()) : source.get();
        facts.add(
                new PfcState(
                        port,
                        End.OWN,
                        Optional.of(
                                priorities.isEmpty() || off ? PfcState.Mode.OFF : PfcState.Mode.ON),
                        Optional.empty(),
                        Optional.of(off ? Set.of() : priorities),
                        Optional.empty(),
                        lossy && !priorities.isEmpty()
                                ? Map.of(
                                        PfcState.WITHOUT_EFFECT,
                                        priorities.stream()
                                                .map(String::valueOf)
                                                .collect(Collectors.joining(",")))
                                : Map.of(),
                        roce.isPresent() ? "roce " + mode() : "qos pfc",
                        tells));
        own.first("cable-length")
                .ifPresent(
                        s ->
                                Numbers.toDouble(s.value())
                                        .ifPresent(
                                                metres ->
                                                        facts.add(
                                                                new AssumedCable(
                                                                        port,
                                                                        metres,
                                                                        "cable-length",
                                                                        s.source()))));
        buffer(port, own, priorities);
    }

    /// A buffer that is set by hand: `xoff-threshold`, `xon-threshold`, `port-buffer`.
    private void buffer(String port, NvueSettings own, Set<Integer> priorities) {
        Optional<Stated<String>> xoff = own.first("xoff-threshold");
        if (xoff.isEmpty()) return;
        facts.add(
                new PortBuffer(
                        port,
                        PortBuffer.Kind.INGRESS,
                        "",
                        OptionalInt.empty(),
                        number(own, "port-buffer"),
                        number(own, "xoff-threshold"),
                        number(own, "xon-threshold"),
                        OptionalLong.empty(),
                        OptionalLong.empty(),
                        Optional.of(true),
                        priorities,
                        "xoff-threshold",
                        xoff.get().source()));
    }

    private static OptionalLong number(NvueSettings own, String name) {
        return own.first(name).map(s -> Numbers.toLong(s.value())).orElse(OptionalLong.empty());
    }

    private void ecn(String port, String profile, Optional<Stated<String>> roce) {
        String term = roce.isPresent() ? "roce " + mode() : "congestion-control";
        facts.addAll(NvueMarks.of(settings, port, profile, roce, term));
    }

    private void turns(String port, String profile, Optional<Stated<String>> roce) {
        Map<Integer, QueueSchedule> turns = new TreeMap<>();
        roce.ifPresent(
                r -> {
                    turns.put(0, NvueRoce.schedule(port, 0, Set.of(), "dwrr-50%", r.source()));
                    turns.put(3, NvueRoce.schedule(port, 3, Set.of(3), "dwrr-50%", r.source()));
                    turns.put(6, NvueRoce.schedule(port, 6, Set.of(6), "strict", r.source()));
                });
        NvueSettings own = settings.below("qos/egress-scheduler/" + profile + "/traffic-class");
        for (String classes : own.names()) {
            Optional<Stated<String>> mode = own.first(classes + "/mode");
            Optional<Stated<String>> share = own.first(classes + "/bw-percent");
            if (mode.isEmpty() && share.isEmpty()) continue;
            String word = mode.map(Stated::value).orElse("dwrr").toLowerCase(Locale.ROOT);
            String weight =
                    word.equals("strict")
                            ? word
                            : "dwrr-" + share.map(Stated::value).orElse("") + "%";
            Source source = share.or(() -> mode).orElseThrow().source();
            for (int c : Ports.ofList(classes, 63)) {
                turns.put(c, NvueRoce.schedule(port, c, Set.of(), weight, source));
            }
        }
        facts.addAll(turns.values());
    }
}
