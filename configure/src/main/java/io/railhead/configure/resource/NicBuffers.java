package io.railhead.configure.resource;

import io.railhead.configure.Item;
import io.railhead.configure.Observed;
import io.railhead.fabric.Headroom;
import io.railhead.model.Bandwidth;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/// A NIC's receive buffers: one for the lossless priority alone, which takes what still arrives
/// after a pause was sent, by the same arithmetic as at the switch's port; one for all else. What
/// is large enough already, such as the firmware's own parting, stays as it is.
///
/// No tool sets where a NIC pauses (xoff) and resumes (xon): mlx5 works both out from the buffer's
/// size and the cable's length.
///
/// @param value priorities' buffers and buffers' sizes as `nic-tools.sh` writes them; empty when
///     they do not fit
/// @param arithmetic how the size came about, or why it does not fit
record NicBuffers(Optional<String> value, String arithmetic) {
    /// Sizes are whole KiB: buffers are made of cells of 128 B on ConnectX-4, and of larger powers
    /// of two since (`port_buff_cell_sz` of the driver).
    private static final long STEP = 1024;

    /// mlx5's largest MTU, by which it lets a buffer run empty before it resumes (`max_mtu` in
    /// `update_xoff_threshold`), and a cell.
    private static final long MLX5_RESUME = 9_978 + 128;

    /// Longest cable that mlx5 takes, metres: less than `MLX5E_MAX_CABLE_LENGTH`.
    static final int MLX5_CABLE = 999;

    /// Empty when buffers are not to be derived or not shown.
    static Optional<NicBuffers> of(Item item, Observed is) {
        Optional<Shown> shown = Shown.of(is.state("buffers"));
        if (item.want().get("derive-buffers") == null || shown.isEmpty()) {
            return Optional.empty();
        }
        Optional<Bandwidth> rate = rate(item, is);
        if (rate.isEmpty()) {
            return Optional.of(
                    new NicBuffers(
                            Optional.empty(),
                            "its speed is neither in the intent nor told by the port"));
        }
        return Optional.of(shown.get().parted(item, is, rate.get()));
    }

    private static Optional<Bandwidth> rate(Item item, Observed is) {
        String given = item.want("rate");
        if (!given.isEmpty()) {
            return Optional.of(Bandwidth.gbps(Double.parseDouble(given)));
        }
        // Megabits a second; -1 without a link.
        String told = is.note("speed");
        return told.matches("[1-9]\\d{0,7}")
                ? Optional.of(Bandwidth.mbps(Integer.parseInt(told)))
                : Optional.empty();
    }

    static String words(String value) {
        String[] parts = value.split("/", -1);
        return parts.length == 2
                ? "buffer of priorities 0 to 7: "
                        + parts[0]
                        + "\nsize of buffers 0 to 7, bytes: "
                        + parts[1]
                : "receive buffers: " + value;
    }

    /// Buffers as they are.
    private record Shown(int[] of, long[] sizes) {
        static Optional<Shown> of(String state) {
            if (!state.matches("[0-7](,[0-7]){7}/\\d{1,9}(,\\d{1,9}){7}")) {
                return Optional.empty();
            }
            String[] parts = state.split("/");
            return Optional.of(
                    new Shown(
                            Arrays.stream(parts[0].split(","))
                                    .mapToInt(Integer::parseInt)
                                    .toArray(),
                            Arrays.stream(parts[1].split(","))
                                    .mapToLong(Long::parseLong)
                                    .toArray()));
        }

        NicBuffers parted(Item item, Observed is, Bandwidth rate) {
            double metres = Double.parseDouble(item.want("metres"));
            int frame = Integer.parseInt(item.want("frame"));
            Headroom headroom = Headroom.general(rate, metres, frame);
            String sum =
                    text(
                            "%.0f Gb/s, %.1f m, frames of %d B: headroom %s",
                            rate.asGbps(), metres, frame, headroom.arithmetic());
            long under = headroom.bytes();
            // As at switches' ports: it resumes when two frames are out again.
            long resume = 2L * frame;
            if (is.note("driver").equals("mlx5_core")) {
                Headroom driver =
                        Headroom.mlx5(
                                rate,
                                Math.min(MLX5_CABLE, (int) Math.ceil(metres)),
                                Integer.parseInt(item.want("mtu")));
                sum += text("; mlx5 itself takes %s", driver.arithmetic());
                under = Math.max(under, driver.bytes());
                resume = Math.max(resume, MLX5_RESUME);
            }
            long least = up(under + resume);
            sum += text("; with %d B until it resumes at least %d B", resume, least);
            int priority = Integer.parseInt(item.want("priority"));
            long total = total(is);
            if (isEnough(priority, least, 2L * frame)) {
                return new NicBuffers(
                        Optional.of(is.state("buffers")),
                        sum + text("; it has %d B", sizes[of[priority]]));
            }
            // Half, as the firmware of ConnectX-5 parts it when PFC is turned on.
            long lossless = Math.max(total / 2 / STEP * STEP, least);
            long rest = (total - lossless) / STEP * STEP;
            if (rest < 2L * frame) {
                return new NicBuffers(
                        Optional.empty(),
                        sum
                                + text(
                                        ", of the NIC's %d B, which leaves less than two frames for"
                                                + " all else",
                                        total));
            }
            return new NicBuffers(
                    Optional.of(
                            IntStream.range(0, 8)
                                            .mapToObj(p -> p == priority ? "1" : "0")
                                            .collect(Collectors.joining(","))
                                    + "/"
                                    + rest
                                    + ","
                                    + lossless
                                    + ",0,0,0,0,0,0"),
                    sum + text("; of %d B the class gets %d B", total, lossless));
        }

        /// Whether the priority has a buffer to itself that is large enough, and the others one.
        private boolean isEnough(int priority, long least, long forOthers) {
            int own = of[priority];
            return IntStream.range(0, 8).filter(p -> of[p] == own).count() == 1
                    && sizes[own] >= least
                    && IntStream.range(0, 8)
                            .filter(p -> p != priority)
                            .allMatch(p -> sizes[of[p]] >= forOthers);
        }

        private long total(Observed is) {
            String told = is.note("buffer-max");
            long now = LongStream.of(sizes).sum();
            return told.matches("\\d{1,9}") ? Math.max(now, Long.parseLong(told)) : now;
        }
    }

    private static long up(long bytes) {
        return (bytes + STEP - 1) / STEP * STEP;
    }

    private static String text(String pattern, Object... arguments) {
        return String.format(Locale.ROOT, pattern, arguments);
    }
}
