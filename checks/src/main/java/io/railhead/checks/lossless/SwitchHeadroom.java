package io.railhead.checks.lossless;

import io.railhead.checks.Survey;
import io.railhead.model.fact.PortBuffer;
import java.util.Comparator;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What a switch's port keeps for packets that arrive after a pause, in bytes, where it tells.
final class SwitchHeadroom {
    /// A profile that SONiC names after the speed, in Mb/s, and the length of cable for which its
    /// maker's table or model has it.
    private static final Pattern STOCK =
            Pattern.compile("pg_lossless_(\\d{1,7})_(\\d{1,5})m_profile");

    private SwitchHeadroom() {}

    static void look(PortOfPath port, Survey survey) {
        int queue = port.port().queue(port.priority());
        Optional<PortBuffer> told =
                port
                        .port()
                        .buffers(
                                b ->
                                        bytes(b).isPresent()
                                                && (b.priorities().isEmpty()
                                                        ? b.index().orElse(-1) == queue
                                                        : b.priorities().contains(port.priority())))
                        .stream()
                        .min(Comparator.comparingLong(b -> bytes(b).orElse(0)));
        Optional<Sizes.Need> need = told.flatMap(t -> port.need());
        if (need.isEmpty()) return;
        PortBuffer b = told.get();
        long has = bytes(b).orElse(0);
        Matcher stock = STOCK.matcher(b.name());
        boolean makers = b.kind() == PortBuffer.Kind.PROFILE && stock.matches();
        if (makers && isOfOtherSpeed(port, b, stock.group(1), need.get(), survey)) return;
        HeadroomTooSmall.tooSmall(
                port,
                survey,
                has,
                // The maker knows its chip: only what no chip can do without is asked of it.
                makers ? need.get().least() : need.get(),
                "the headroom of priority %d is %,d bytes (%s)"
                        .formatted(port.priority(), has, b.name().isEmpty() ? b.term() : b.name()),
                "the headroom as `railhead design lossless` derives it: a larger one in the"
                        + " port's buffer profile, or none by hand, where the switch derives it"
                        + " itself from the cable's length",
                b);
    }

    private static boolean isOfOtherSpeed(
            PortOfPath port, PortBuffer b, String megabits, Sizes.Need need, Survey survey) {
        double gbps = Long.parseLong(megabits) / 1000.0;
        if (gbps >= need.rate().asGbps()) return false;
        survey.error(port.name())
                .says(
                        "the headroom is of a profile for %.0f Gb/s (%s), and the port runs at %.0f Gb/s"
                                .formatted(gbps, b.name(), need.rate().asGbps()))
                .because("more is under way at the higher speed when a pause is sent")
                .fix(
                        "the profile of the port's speed in BUFFER_PG, or none by hand, where the"
                                + " switch derives it itself")
                .cites(b)
                .explains("switch-config-drift", "roce-lossy-no-pfc", "rdma-loss-counters")
                .report();
        return true;
    }

    /// A profile tells the headroom itself, a buffer its size and the filling at which it pauses.
    private static OptionalLong bytes(PortBuffer b) {
        return switch (b.kind()) {
            case PROFILE -> b.xoff();
            case INGRESS ->
                    b.bytes().isPresent()
                                    && b.xoff().orElse(0) > 0
                                    && b.bytes().getAsLong() >= b.xoff().getAsLong()
                            ? OptionalLong.of(b.bytes().getAsLong() - b.xoff().getAsLong())
                            : OptionalLong.empty();
            case RECEIVE, POOL, TOTAL -> OptionalLong.empty();
        };
    }
}
