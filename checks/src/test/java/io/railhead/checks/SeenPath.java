package io.railhead.checks;

import static io.railhead.checks.SeenClasses.described;
import static io.railhead.checks.SeenClasses.neighbour;

import io.railhead.model.fact.AssumedCable;
import io.railhead.model.fact.CongestionControl;
import io.railhead.model.fact.End;
import io.railhead.model.fact.PfcState;
import io.railhead.model.fact.PfcWatchdog;
import io.railhead.model.fact.PortBuffer;
import io.railhead.model.fact.PriorityMap;
import io.railhead.model.fact.QosCounter;
import io.railhead.model.fact.QueueEcn;
import io.railhead.model.fact.QueueSchedule;
import io.railhead.model.fact.RdmaTos;
import io.railhead.model.fact.Stated;
import io.railhead.model.fact.SwitchDifference;
import io.railhead.model.fact.SwitchPort;
import io.railhead.model.intent.Cable;
import io.railhead.model.intent.Link;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;

/// One host and one switch with a cable between them, of which a lossless class is wanted, and what
/// is read of the way through them.
public final class SeenPath {
    public static final String LEAF = "Ethernet1/7";

    private SeenPath() {}

    /// `gpu01 eth1` at `leaf1 Ethernet1/7`, told by LLDP and by the description of the port.
    public static World cable() {
        return World.silent(1)
                .wantsLossless()
                .hosts(h -> Intents.host(h, h.rails().subList(0, 1), h.gpus(), h.policy()))
                .with("gpu01", neighbour("eth1", "leaf1", LEAF))
                .with("leaf1", described(LEAF, "gpu01 eth1"));
    }

    public static Link between(String a, String portA, String b, String portB, double metres) {
        return new Link(
                new Link.End(a, portA),
                new Link.End(b, portB),
                Optional.of(new Cable(Cable.Kind.FIBRE, metres)),
                Optional.empty(),
                OptionalInt.empty());
    }

    public static Seen map(String port, PriorityMap.Kind kind, String term, int... pairs) {
        return Seen.of(
                Given.of(
                        kind + " " + port,
                        "",
                        term + " " + Arrays.toString(pairs),
                        s -> {
                            List<PriorityMap.Entry> entries = new java.util.ArrayList<>();
                            for (int i = 0; i + 1 < pairs.length; i += 2) {
                                entries.add(new PriorityMap.Entry(pairs[i], pairs[i + 1], s));
                            }
                            return new PriorityMap(port, End.OWN, kind, entries, term, s);
                        }));
    }

    public static Seen turn(String port, int queue, QueueSchedule.Turn turn) {
        return Seen.of(
                Given.of(
                        "turns " + port,
                        "" + queue,
                        "queue " + queue + " " + turn,
                        s ->
                                new QueueSchedule(
                                        port,
                                        End.OWN,
                                        queue,
                                        turn,
                                        OptionalInt.empty(),
                                        OptionalInt.empty(),
                                        Set.of(),
                                        Optional.empty(),
                                        turn.toString(),
                                        s)));
    }

    /// DCQCN of a NIC: parameters by name and value.
    public static Seen dcqcn(String port, boolean reacts, String... parameters) {
        return Seen.of(
                Given.of(
                        "grep -r . /sys/class/net/*/ecn/",
                        port,
                        port + " " + String.join(" ", parameters),
                        s -> {
                            Map<String, Stated<String>> all = new LinkedHashMap<>();
                            for (int i = 0; i < parameters.length; i += 2) {
                                all.put(
                                        parameters[i],
                                        new Stated<>(parameters[i + 1], parameters[i + 1], s));
                            }
                            return new CongestionControl(
                                    port,
                                    Map.of(3, new Stated<>(true, "1", s)),
                                    Map.of(3, new Stated<>(reacts, reacts ? "1" : "0", s)),
                                    all,
                                    s);
                        }));
    }

    public static Seen watchdog(String port, boolean on) {
        return Seen.of(
                Given.of(
                        "watchdog " + port,
                        "",
                        "watchdog " + on,
                        s -> PfcWatchdog.set(port, on, "watchdog", s)));
    }

    /// PFC as it is set, and whether it runs where that is told.
    public static Seen pfcSet(String port, PfcState.Mode mode, Optional<Boolean> runs) {
        return Seen.of(
                Given.of(
                        "pfc set " + port,
                        "" + runs.isPresent(),
                        "mode " + mode + " " + runs,
                        s ->
                                new PfcState(
                                        port,
                                        End.OWN,
                                        Optional.of(mode),
                                        runs,
                                        runs.map(
                                                r ->
                                                        r
                                                                ? new TreeSet<>(Set.of(3))
                                                                : new TreeSet<>()),
                                        Optional.empty(),
                                        Map.of(),
                                        "mode",
                                        s)));
    }

    public static Seen buffer(String port, PortBuffer.Kind kind, int index, long bytes, long xoff) {
        return Seen.of(
                Given.of(
                        "buffer " + port,
                        "" + index,
                        "buffer " + index + " " + bytes + " xoff " + xoff,
                        s ->
                                new PortBuffer(
                                        port,
                                        kind,
                                        "",
                                        OptionalInt.of(index),
                                        OptionalLong.of(bytes),
                                        OptionalLong.of(xoff),
                                        OptionalLong.empty(),
                                        OptionalLong.empty(),
                                        OptionalLong.empty(),
                                        Optional.empty(),
                                        Set.of(),
                                        "buffer",
                                        s)));
    }

    public static Seen assumed(String port, double metres) {
        return Seen.of(
                Given.of(
                        "cable " + port,
                        "",
                        "cable len " + metres,
                        s -> new AssumedCable(port, metres, "Cable len", s)));
    }

    public static Seen marksFrom(String port, int queue, long bytes) {
        return Seen.of(
                Given.of(
                        "ecn " + port,
                        "",
                        "ecn from " + bytes,
                        s ->
                                new QueueEcn(
                                        port,
                                        "",
                                        Set.of(queue),
                                        true,
                                        Optional.of(new Stated<>(bytes, "" + bytes, s)),
                                        Optional.empty(),
                                        Optional.empty(),
                                        "ecn",
                                        s)));
    }

    public static Seen counted(
            String port,
            QosCounter.Scope scope,
            int index,
            QosCounter.Way way,
            QosCounter.Measure measure,
            long value) {
        return Seen.of(
                Given.of(
                        "counters " + port,
                        scope + " " + index + measure,
                        measure + " " + index + " " + value,
                        s ->
                                new QosCounter(
                                        port,
                                        scope,
                                        OptionalInt.of(index),
                                        way,
                                        measure,
                                        value,
                                        measure.toString(),
                                        s)));
    }

    public static Seen tos(String device, RdmaTos.Of of, int tos) {
        return Seen.of(
                Given.of(
                        "cma_roce_tos -d " + device,
                        of.toString(),
                        "" + tos,
                        s -> new RdmaTos(device, 1, of, tos, s)));
    }

    /// A setting that is not as derived; empty text for none.
    public static Seen differs(String section, String is, String wanted) {
        return Seen.of(
                Given.of(
                        "show running-config",
                        section + wanted,
                        is.isEmpty() ? section + "." : is,
                        s ->
                                new SwitchDifference(
                                        section,
                                        section + " / " + wanted,
                                        Optional.of(is).filter(i -> !i.isEmpty()),
                                        Optional.of(wanted),
                                        "the class",
                                        s)));
    }

    /// A switch port with 802.3x pause as it is set.
    public static Seen flowControl(String port, String way, String word) {
        return Seen.of(
                Given.of(
                        "show running-config",
                        port,
                        way + " " + word,
                        s ->
                                new SwitchPort(
                                        port,
                                        Optional.empty(),
                                        Optional.empty(),
                                        "",
                                        Optional.empty(),
                                        Optional.empty(),
                                        Optional.empty(),
                                        Optional.empty(),
                                        Map.of(way, new Stated<>(word, way + " " + word, s)),
                                        s)));
    }
}
