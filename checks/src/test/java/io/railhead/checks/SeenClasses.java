package io.railhead.checks;

import io.railhead.model.Bandwidth;
import io.railhead.model.counters.PortCounts;
import io.railhead.model.fact.CongestionControl;
import io.railhead.model.fact.CounterRise;
import io.railhead.model.fact.End;
import io.railhead.model.fact.LldpAnnouncement;
import io.railhead.model.fact.PfcState;
import io.railhead.model.fact.PortBuffer;
import io.railhead.model.fact.PortFec;
import io.railhead.model.fact.PortTrust;
import io.railhead.model.fact.PriorityMap;
import io.railhead.model.fact.QueueEcn;
import io.railhead.model.fact.Stated;
import io.railhead.model.fact.SwitchPort;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/// Facts about classes of traffic at the ports of hosts and switches.
public final class SeenClasses {
    private SeenClasses() {}

    /// What a port heard from its neighbour.
    public static Seen neighbour(String port, String system, String theirPort) {
        return Seen.of(
                Given.of(
                        "lldptool -t -n -i " + port,
                        "",
                        "Ifname: " + theirPort,
                        s ->
                                new LldpAnnouncement(
                                        port,
                                        End.PEER,
                                        Optional.of(system),
                                        Optional.empty(),
                                        theirPort,
                                        OptionalInt.empty(),
                                        Map.of(),
                                        s)));
    }

    /// PFC as it runs; none named: it is off.
    public static Seen pfc(String port, Integer... priorities) {
        Set<Integer> on = new TreeSet<>(Arrays.asList(priorities));
        return Seen.of(
                Given.of(
                        "pfc " + port,
                        "",
                        "prio-pfc " + on,
                        s ->
                                new PfcState(
                                        port,
                                        End.OWN,
                                        Optional.of(
                                                on.isEmpty()
                                                        ? PfcState.Mode.OFF
                                                        : PfcState.Mode.ON),
                                        Optional.empty(),
                                        Optional.of(on),
                                        Optional.empty(),
                                        Map.of(),
                                        "prio-pfc",
                                        s)));
    }

    /// A port of a switch with what somebody wrote about it.
    public static Seen described(String port, String description) {
        return Seen.of(
                Given.of(
                        "show interface " + port,
                        "",
                        "Description: " + description,
                        s ->
                                new SwitchPort(
                                        port,
                                        Optional.of(true),
                                        Optional.of(true),
                                        "up",
                                        Optional.empty(),
                                        Optional.empty(),
                                        Optional.empty(),
                                        Optional.of(description),
                                        Map.of(),
                                        s)));
    }

    /// A port of a switch with its MTU, speed in Gb/s and FEC, and where it leads.
    public static Seen leafPort(String port, String to, int mtu, double gbps, String fec) {
        return Seen.of(
                Given.of(
                        "show interface " + port,
                        "",
                        port + " " + to + " MTU " + mtu + " speed " + gbps + " " + fec,
                        s ->
                                new SwitchPort(
                                        port,
                                        Optional.of(true),
                                        Optional.of(true),
                                        "up",
                                        Optional.of(new Stated<>(mtu, "", s)),
                                        Optional.of(new Stated<>(Bandwidth.gbps(gbps), "", s)),
                                        Optional.of(new Stated<>(fec, fec, s)),
                                        Optional.of(to),
                                        Map.of(),
                                        s)));
    }

    public static Seen fec(String port, String active) {
        return Seen.of(
                Given.of(
                        "ethtool --show-fec " + port,
                        "",
                        "Active FEC encoding: " + active,
                        s -> new PortFec(port, "Auto", Optional.of(active), s)));
    }

    public static Seen dscp(String port, int dscp, int priority) {
        return map(port, PriorityMap.Kind.DSCP_TO_PRIORITY, dscp, priority, "dscp2prio");
    }

    /// As NX-OS tells it: a DSCP into a QoS group, and the group of a paused CoS.
    public static Seen qosGroup(String port, int dscp, int group) {
        return map(port, PriorityMap.Kind.DSCP_TO_PRIORITY, dscp, group, "set qos-group");
    }

    public static Seen queue(String port, int priority, int queue) {
        return map(port, PriorityMap.Kind.PRIORITY_TO_QUEUE, priority, queue, "prio-tc");
    }

    private static Seen map(String port, PriorityMap.Kind kind, int from, int to, String term) {
        return Seen.of(
                Given.of(
                        kind + " " + port,
                        "",
                        term + " " + from + ":" + to,
                        s ->
                                new PriorityMap(
                                        port,
                                        End.OWN,
                                        kind,
                                        List.of(new PriorityMap.Entry(from, to, s)),
                                        term,
                                        s)));
    }

    public static Seen trust(String port, PortTrust.Field... fields) {
        return Seen.of(
                Given.of(
                        "trust " + port,
                        "",
                        "trust " + Arrays.toString(fields),
                        s -> new PortTrust(port, Set.of(fields), Arrays.toString(fields), s)));
    }

    /// A port for whose DSCPs `dcb app` lists no rule.
    public static Seen noRule(String port) {
        return Seen.of(
                Given.of(
                        "dcb app show dev " + port,
                        "",
                        PortTrust.NO_RULE,
                        s ->
                                new PortTrust(
                                        port, Set.of(PortTrust.Field.PCP), PortTrust.NO_RULE, s)));
    }

    /// An ingress buffer of a class.
    public static Seen ingress(String port, int index, boolean lossless) {
        return Seen.of(
                Given.of(
                        "ingress " + port,
                        String.valueOf(index),
                        "qos-group " + index + " " + (lossless ? "no-drop" : "drop"),
                        s ->
                                new PortBuffer(
                                        port,
                                        PortBuffer.Kind.INGRESS,
                                        "",
                                        OptionalInt.of(index),
                                        OptionalLong.of(100_000),
                                        OptionalLong.empty(),
                                        OptionalLong.empty(),
                                        OptionalLong.empty(),
                                        OptionalLong.empty(),
                                        Optional.of(lossless),
                                        Set.of(),
                                        "drop-type",
                                        s)));
    }

    public static Seen ecn(String port, boolean enabled, Integer... queues) {
        return Seen.of(
                Given.of(
                        "ecn " + port,
                        "",
                        "ecn " + enabled,
                        s ->
                                new QueueEcn(
                                        port,
                                        "",
                                        Set.of(queues),
                                        enabled,
                                        Optional.empty(),
                                        Optional.empty(),
                                        Optional.empty(),
                                        "ecn",
                                        s)));
    }

    /// DCQCN of a NIC for one priority.
    public static Seen dcqcn(String port, int priority, boolean notifies, boolean reacts) {
        return Seen.of(
                Given.of(
                        "grep -r . /sys/class/net/*/ecn/",
                        port,
                        "/sys/class/net/" + port + "/ecn/roce_np/enable/" + priority,
                        s ->
                                new CongestionControl(
                                        port,
                                        Map.of(priority, new Stated<>(notifies, "", s)),
                                        Map.of(priority, new Stated<>(reacts, "", s)),
                                        Map.of(),
                                        s)));
    }

    /// A counter that was read twice, ten seconds apart.
    public static Seen rise(
            String port, PortCounts.Kind kind, int priority, String term, long before, long now) {
        return Seen.of(
                Given.of(
                        "counters " + term + " " + port,
                        "",
                        "     " + term + ": " + now,
                        s ->
                                new CounterRise(
                                        port,
                                        kind,
                                        priority < 0
                                                ? OptionalInt.empty()
                                                : OptionalInt.of(priority),
                                        term,
                                        before,
                                        now,
                                        OptionalDouble.of(10),
                                        s)));
    }

    /// A profile that marks at most so many of a hundred packets below its upper threshold.
    public static Seen marksAtMost(String port, int percent) {
        return Seen.of(
                Given.of(
                        "ecn " + port,
                        "",
                        "probability " + percent,
                        s ->
                                new QueueEcn(
                                        port,
                                        "",
                                        Set.of(3),
                                        true,
                                        Optional.empty(),
                                        Optional.empty(),
                                        Optional.of(new Stated<>(percent, percent + "%", s)),
                                        "ecn",
                                        s)));
    }

    /// How a switch port takes VLANs, by the words after `switchport`.
    public static Seen switchport(String port, Map<String, String> settings) {
        return Seen.of(
                Given.of(
                        "show running-config",
                        "",
                        "switchport " + new TreeMap<>(settings),
                        s -> {
                            Map<String, Stated<String>> all = new TreeMap<>();
                            settings.forEach(
                                    (name, value) ->
                                            all.put(
                                                    "switchport " + name,
                                                    new Stated<>(value, value, s)));
                            return SwitchPort.configured(port, all);
                        }));
    }
}
