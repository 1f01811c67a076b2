package io.railhead.model.counters;

import io.railhead.model.Facts;
import io.railhead.model.Source;
import io.railhead.model.fact.NicCounters;
import io.railhead.model.fact.PortCounters;
import io.railhead.model.fact.QosCounter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Counters of congestion at ports, and of the packets that they are held against, by what they
/// mean, at one moment.
public final class PortCounts {

    /// What is counted; the word is the last part of a metric's name.
    public enum Kind {
        DROPS("drops"),
        PAUSE("pause"),
        PAUSE_MICROS("pause-micros"),
        GLOBAL_PAUSE("global-pause"),
        CNP("cnp"),
        ECN_MARKED("ecn-marked"),
        /// What follows from a loss and does not say where it was.
        REPEATED("repeated"),
        /// All packets of a priority, or of a port: what ratios are of.
        PACKETS("packets"),
        BYTES("bytes");

        private final String word;

        Kind(String word) {
            this.word = word;
        }

        public String word() {
            return word;
        }

        /// Whether it counts what passed, and no congestion.
        public boolean isTraffic() {
            return this == PACKETS || this == BYTES;
        }
    }

    /// One counter.
    ///
    /// @param priority empty for the whole port
    /// @param term the device's own name
    public record Key(String device, String port, Kind kind, String priority, String term)
            implements Comparable<Key> {
        @Override
        public int compareTo(Key o) {
            return (device + " " + port + " " + kind + " " + priority + " " + term)
                    .compareTo(
                            o.device
                                    + " "
                                    + o.port
                                    + " "
                                    + o.kind
                                    + " "
                                    + o.priority
                                    + " "
                                    + o.term);
        }

        /// `h1 eth1 rx_prio3_pause`.
        public String words() {
            return device + (port.isEmpty() ? "" : " " + port) + " " + term;
        }
    }

    private record Meaning(Pattern name, Kind kind) {
        Meaning(String name, Kind kind) {
            this(Pattern.compile(name), kind);
        }
    }

    /// Names of `ethtool -S` (mlx5, mlx4, bnxt, ice), hw_counters (mlx5, rxe) and
    /// /sys/class/net/IF/statistics. The digit is the priority.
    private static final List<Meaning> MEANINGS =
            List.of(
                    new Meaning("[rt]x_prio(\\d)_packets", Kind.PACKETS),
                    new Meaning("[rt]x_prio(\\d)_bytes", Kind.BYTES),
                    new Meaning("[rt]x_prio(\\d)_pause", Kind.PAUSE),
                    new Meaning("[rt]x_pfc_ena_frames_pri(\\d)", Kind.PAUSE),
                    new Meaning("[rt]x_priority_(\\d)_xo(?:n|ff)\\.nic", Kind.PAUSE),
                    new Meaning("[rt]x_prio(\\d)_pause_duration", Kind.PAUSE_MICROS),
                    new Meaning("[rt]x_(?:pause_ctrl_phy|global_pause)", Kind.GLOBAL_PAUSE),
                    new Meaning(
                            "[rt]x_prio(\\d)_(?:discards|buf_discard|cong_discard)", Kind.DROPS),
                    new Meaning("rx_prio(\\d)_marked", Kind.ECN_MARKED),
                    new Meaning(
                            "rx_ecn_mark|qdisc_ecn_mark|np_ecn_marked_roce_packets|InCEPkts",
                            Kind.ECN_MARKED),
                    new Meaning("[rt]x_discards_phy|port_(?:rcv|xmit)_discards", Kind.DROPS),
                    new Meaning(
                            "(?:rx_dropped|tx_dropped|rx_missed_errors|rx_fifo_errors"
                                    + "|tx_fifo_errors|qdisc_dropped)",
                            Kind.DROPS),
                    new Meaning("rx_out_of_buffer", Kind.DROPS),
                    new Meaning("np_cnp_sent|rp_cnp_handled|rp_cnp_ignored", Kind.CNP),
                    new Meaning(
                            "packet_seq_err|out_of_sequence|local_ack_timeout_err"
                                    + "|rcvd_seq_err|out_of_seq_request|duplicate_request"
                                    + "|roce_slow_restart_trans",
                            Kind.REPEATED));

    private final Map<Key, Long> values = new TreeMap<>();
    private final Map<Key, Source> sources = new HashMap<>();

    /// All counters that machines and switches gave, each at its own port; those of an RDMA device
    /// at the port of that name.
    public static PortCounts of(Facts facts) {
        PortCounts counts = new PortCounts();
        for (String machine : facts.machines()) {
            facts.of(machine, NicCounters.class)
                    .forEach(
                            c ->
                                    counts.add(
                                            machine,
                                            c.interfaceName(),
                                            c.values(),
                                            Optional.of(c.source())));
            facts.of(machine, PortCounters.class)
                    .forEach(
                            c -> {
                                counts.add(
                                        machine, c.device(), c.counters(), Optional.of(c.source()));
                                counts.add(
                                        machine,
                                        c.device(),
                                        c.hwCounters(),
                                        Optional.of(c.source()));
                            });
        }
        counts.addSwitches(facts);
        return counts;
    }

    public Map<Key, Long> values() {
        return values;
    }

    /// One of the counters, as that of a device.
    public PortCounts only(Key key, String device) {
        PortCounts one = new PortCounts();
        Long value = values.get(key);
        if (value == null) return one;
        Key named = new Key(device, key.port(), key.kind(), key.priority(), key.term());
        one.values.put(named, value);
        source(key).ifPresent(s -> one.sources.put(named, s));
        return one;
    }

    /// Where a counter was read; absent when it was given without.
    public Optional<Source> source(Key key) {
        return Optional.ofNullable(sources.get(key));
    }

    /// @param named by the device's own names
    public void add(String device, String port, Map<String, Long> named) {
        add(device, port, named, Optional.empty());
    }

    private void add(String device, String port, Map<String, Long> named, Optional<Source> source) {
        named.forEach(
                (name, value) -> {
                    for (Meaning meaning : MEANINGS) {
                        Matcher m = meaning.name().matcher(name);
                        if (m.matches()) {
                            String priority = m.groupCount() > 0 ? m.group(1) : "";
                            Key key = new Key(device, port, meaning.kind(), priority, name);
                            values.put(key, value);
                            source.ifPresent(s -> sources.put(key, s));
                            break;
                        }
                    }
                });
    }

    /// @param rdmaDevice behind the port; of other devices nothing is taken
    public void add(Facts facts, String host, String port, Optional<String> rdmaDevice) {
        facts.of(host, NicCounters.class).forEach(c -> add(host, port, c.values()));
        facts.of(host, PortCounters.class).stream()
                .filter(c -> rdmaDevice.equals(Optional.of(c.device())))
                .forEach(
                        c -> {
                            add(host, port, c.counters());
                            add(host, port, c.hwCounters());
                        });
    }

    /// Counters of switches, as their show commands gave them.
    public void addSwitches(Facts facts) {
        for (String device : facts.machines()) {
            for (QosCounter c : facts.of(device, QosCounter.class)) {
                Optional<Kind> kind = kind(c);
                if (kind.isEmpty()) continue;
                Key key =
                        new Key(
                                device,
                                c.port(),
                                kind.get(),
                                c.index().isPresent() ? Integer.toString(c.index().getAsInt()) : "",
                                c.way().name().toLowerCase(Locale.ROOT) + " " + c.term());
                values.put(key, c.value());
                sources.put(key, c.source());
            }
        }
    }

    private static Optional<Kind> kind(QosCounter c) {
        return switch (c.measure()) {
            case DROPPED_PACKETS -> Optional.of(Kind.DROPS);
            case PAUSE_FRAMES -> Optional.of(Kind.PAUSE);
            case PAUSE_MICROS -> Optional.of(Kind.PAUSE_MICROS);
            case GLOBAL_PAUSE_FRAMES -> Optional.of(Kind.GLOBAL_PAUSE);
            case CNP_PACKETS -> Optional.of(Kind.CNP);
            case ECN_MARKED_PACKETS -> Optional.of(Kind.ECN_MARKED);
            case PACKETS -> Optional.of(Kind.PACKETS);
            case BYTES -> Optional.of(Kind.BYTES);
            case RECENT_PAUSE_MICROS,
                    PAUSE_TRANSITIONS,
                    PAUSE_STORMS,
                    DROPPED_BYTES,
                    DEPTH_BYTES,
                    ERROR_FRAMES ->
                    Optional.empty();
        };
    }

    public boolean counts(String device, Kind kind) {
        return values.keySet().stream()
                .anyMatch(k -> k.device().equals(device) && k.kind() == kind);
    }

    /// What came to each counter that is in both readings.
    ///
    /// @param cleared told each counter that fell: it was cleared in between, and says nothing
    public Map<Key, Long> since(PortCounts before, List<String> cleared) {
        Map<Key, Long> grown = new LinkedHashMap<>();
        values.forEach(
                (key, now) -> {
                    Long then = before.values.get(key);
                    if (then != null && now < then) {
                        cleared.add(key.words());
                    } else if (then != null) {
                        grown.put(key, now - then);
                    }
                });
        return grown;
    }

    /// Kinds that a host's port does not count.
    public List<String> missing(String host, boolean rdma) {
        List<String> missing = new ArrayList<>();
        if (!counts(host, Kind.PAUSE)) {
            missing.add("pause per priority");
        }
        if (values.keySet().stream()
                .noneMatch(
                        k ->
                                k.device().equals(host)
                                        && k.kind() == Kind.DROPS
                                        && !k.priority().isEmpty())) {
            missing.add("drops per priority");
        }
        if (rdma && !counts(host, Kind.CNP)) {
            missing.add("CNPs");
        }
        if (!counts(host, Kind.ECN_MARKED)) {
            missing.add("ECN marks");
        }
        return missing;
    }
}
