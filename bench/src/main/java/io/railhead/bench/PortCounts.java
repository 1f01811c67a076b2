package io.railhead.bench;

import io.railhead.model.Facts;
import io.railhead.model.fact.NicCounters;
import io.railhead.model.fact.PortCounters;
import io.railhead.model.fact.QosCounter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Counters of congestion at ports, by what they mean, at one moment.
final class PortCounts {

    /// What is counted; the word is the last part of a metric's name.
    enum Kind {
        DROPS("drops"),
        PAUSE("pause"),
        PAUSE_MICROS("pause-micros"),
        GLOBAL_PAUSE("global-pause"),
        CNP("cnp"),
        ECN_MARKED("ecn-marked"),
        /// What follows from a loss and does not say where it was.
        REPEATED("repeated");

        private final String word;

        Kind(String word) {
            this.word = word;
        }

        String word() {
            return word;
        }
    }

    /// One counter.
    ///
    /// @param priority empty for the whole port
    /// @param term the device's own name
    record Key(String device, String port, Kind kind, String priority, String term)
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
        String words() {
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

    Map<Key, Long> values() {
        return values;
    }

    void add(String device, String port, Map<String, Long> named) {
        named.forEach(
                (name, value) -> {
                    for (Meaning meaning : MEANINGS) {
                        Matcher m = meaning.name().matcher(name);
                        if (m.matches()) {
                            String priority = m.groupCount() > 0 ? m.group(1) : "";
                            values.put(
                                    new Key(device, port, meaning.kind(), priority, name), value);
                            break;
                        }
                    }
                });
    }

    /// @param rdmaDevice behind the port; of other devices nothing is taken
    void add(Facts facts, String host, String port, Optional<String> rdmaDevice) {
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
    void addSwitches(Facts facts) {
        for (String device : facts.machines()) {
            for (QosCounter c : facts.of(device, QosCounter.class)) {
                kind(c).ifPresent(
                                kind ->
                                        values.put(
                                                new Key(
                                                        device,
                                                        c.port(),
                                                        kind,
                                                        c.index().isPresent()
                                                                ? Integer.toString(
                                                                        c.index().getAsInt())
                                                                : "",
                                                        c.way()
                                                                        .name()
                                                                        .toLowerCase(
                                                                                java.util.Locale
                                                                                        .ROOT)
                                                                + " "
                                                                + c.term()),
                                                c.value()));
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
            case RECENT_PAUSE_MICROS,
                    PAUSE_TRANSITIONS,
                    PAUSE_STORMS,
                    PACKETS,
                    BYTES,
                    DROPPED_BYTES,
                    DEPTH_BYTES,
                    ERROR_FRAMES ->
                    Optional.empty();
        };
    }

    boolean counts(String device, Kind kind) {
        return values.keySet().stream()
                .anyMatch(k -> k.device().equals(device) && k.kind() == kind);
    }

    /// What came to each counter that is in both readings.
    ///
    /// @param cleared told each counter that fell: it was cleared in between, and says nothing
    Map<Key, Long> since(PortCounts before, List<String> cleared) {
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
    List<String> missing(String host, boolean rdma) {
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
