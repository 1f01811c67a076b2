package io.railhead.bench;

import io.railhead.model.Bandwidth;
import io.railhead.model.Conditions;
import io.railhead.model.Latency;
import io.railhead.model.Measurement;
import io.railhead.model.Statistic;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/// Measured values in words.
public final class Values {
    private Values() {}

    /// `9.41 Gb/s`, `13.4 µs`, `12`, `0.3 %`.
    public static String text(double value, String unit) {
        return switch (unit) {
            case "bit/s" -> new Bandwidth(value).toString();
            case "ns" -> new Latency(value).toString();
            case "byte" -> bytes((long) value);
            case "op/s" -> String.format(Locale.ROOT, "%.0f", value);
            case "ratio" -> String.format(Locale.ROOT, "%.1f %%", value * 100);
            default ->
                    value == Math.rint(value)
                            ? String.format(Locale.ROOT, "%.0f", value)
                            : String.format(Locale.ROOT, "%.3g", value);
        };
    }

    /// `64 KiB`, `8 B`, `4096 B`: a whole number of the largest unit from 8 KiB on.
    public static String bytes(long n) {
        if (n >= 1 << 20 && n % (1 << 20) == 0) {
            return (n >> 20) + " MiB";
        }
        return n >= 1 << 13 && n % 1024 == 0 ? (n >> 10) + " KiB" : n + " B";
    }

    /// What a person gave, as it was given: `0, 4`.
    static String listed(List<?> values) {
        return values.stream().map(String::valueOf).collect(Collectors.joining(", "));
    }

    public static String text(Measurement m) {
        return text(m, m.value());
    }

    /// A value of the measurement's kind: collectives and disks are told in GB/s of 10^9 bytes,
    /// below 1 in MB/s of 10^6.
    public static String text(Measurement m, double value) {
        return isInBytes(m)
                ? Math.abs(value) < 8e9 && value != 0
                        ? String.format(Locale.ROOT, "%.1f MB/s", value / 8e6)
                        : String.format(Locale.ROOT, "%.2f GB/s", value / 8e9)
                : text(value, m.unit());
    }

    private static boolean isInBytes(Measurement m) {
        return m.unit().equals("bit/s")
                && (m.metric().startsWith("nccl.") || m.metric().startsWith("disk."));
    }

    /// What a value is, with the conditions that tell it from its neighbours:
    /// `TCP bandwidth, 4 streams`, `TCP latency p99, half a round trip, under load`.
    public static String name(Measurement m) {
        StringBuilder text = new StringBuilder(metric(m));
        if (m.unit().equals("ns")) {
            text.append(' ').append(statistic(m.statistic()));
            String trip = m.conditions().get("trip");
            if (trip.equals("half")) {
                text.append(", half a round trip");
            } else if (trip.equals("full")) {
                text.append(", full round trip");
            }
        }
        String streams = m.conditions().get("streams");
        if (!streams.isEmpty() && !m.unit().equals("ns")) {
            text.append(", ").append(streams).append(streams.equals("1") ? " stream" : " streams");
        }
        String qps = m.conditions().get("qps");
        if (!qps.isEmpty() && m.metric().startsWith("rdma.") && m.unit().equals("bit/s")) {
            text.append(", ").append(qps).append(qps.equals("1") ? " QP" : " QPs");
            text.append(", ").append(size(m.conditions().get("message")));
            if (m.conditions().get("direction").equals("both")) {
                text.append(", both directions");
            }
            if (m.statistic() == Statistic.PEAK) {
                text.append(", peak");
            }
        }
        if (m.conditions().get("load").equals("under-load")) {
            text.append(", under load");
        }
        String flows = m.conditions().get("flows");
        text.append(
                switch (m.conditions().get("together")) {
                    case "rails" -> ", rails at once";
                    case "bisection" -> ", bisection of " + flows;
                    default -> "";
                });
        return text.toString();
    }

    /// `all_reduce busbw, 1024 MiB, in-place, by P2P`.
    private static String nccl(Measurement m) {
        Conditions c = m.conditions();
        return c.get("collective")
                + " busbw, "
                + size(c.get("message"))
                + ", "
                + c.get("placement")
                + ", by "
                + c.get("transport");
    }

    /// `disk randread IOPS, 4096 B, depth 32`.
    private static String disk(Measurement m) {
        Conditions c = m.conditions();
        String kind =
                switch (m.metric()) {
                    case "disk.iops" -> "IOPS";
                    case "disk.latency" -> "latency";
                    default -> "bandwidth";
                };
        return "disk %s %s, %s, depth %s"
                .formatted(c.get("access"), kind, size(c.get("block")), c.get("depth"));
    }

    private static String size(String number) {
        return number.matches("\\d{1,18}") ? bytes(Long.parseLong(number)) : number;
    }

    /// `mean`, `p99`, `p99.9`.
    public static String statistic(Statistic s) {
        return switch (s) {
            case P999 -> "p99.9";
            case P9999 -> "p99.99";
            case STDDEV -> "standard deviation";
            case MEAN, MEDIAN, MIN, MAX, P25, P50, P75, P90, P99, TOTAL, PEAK -> s.word();
        };
    }

    private static String metric(Measurement m) {
        String verb = m.conditions().get("verb");
        return switch (m.metric()) {
            case "rdma.bandwidth" -> "RDMA " + verb + " bandwidth";
            case "rdma.bandwidth.sum" -> "sum of RDMA " + verb + " bandwidth";
            case "tcp.bandwidth.sum" -> "sum of TCP bandwidth";
            case "rdma.latency" -> "RDMA " + verb + " latency";
            case "nccl.busbw", "nccl.busbw.sweep" -> nccl(m);
            case "nccl.wrong" -> m.conditions().get("collective") + " wrong values";
            case "disk.bandwidth", "disk.iops", "disk.latency" -> disk(m);
            case "rdma.path-mtu" -> "RDMA path MTU";
            case "saturate.flow.bandwidth" -> m.conditions().get("pattern") + " flow";
            case "saturate.sum.bandwidth" -> m.conditions().get("pattern") + " sum";
            case "saturate.fairness" -> m.conditions().get("pattern") + " fairness";
            case "saturate.retransmits" -> m.conditions().get("pattern") + " retransmits";
            case "saturate.latency" -> m.conditions().get("load") + " latency";
            case "tcp.bandwidth" -> "TCP bandwidth";
            case "tcp.latency" -> "TCP latency";
            case "tcp.retransmits" -> "TCP retransmits";
            case "tcp.cpu.sender" -> "CPU of the sender";
            case "tcp.cpu.receiver" -> "CPU of the receiver";
            case "ping.rtt" -> "ping";
            case "ping.loss" -> "ping loss";
            default ->
                    m.metric().startsWith("saturate.")
                            ? m.conditions().get("pattern") + " " + m.conditions().get("counter")
                            : m.metric();
        };
    }
}
