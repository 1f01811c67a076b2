package io.railhead.checks.lossless;

import io.railhead.checks.Survey;
import io.railhead.model.fact.PortBuffer;
import java.util.Comparator;
import java.util.Optional;
import java.util.OptionalLong;

/// What a switch's port keeps for packets that arrive after a pause, in bytes, where it tells.
final class SwitchHeadroom {
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
        HeadroomTooSmall.tooSmall(
                port,
                survey,
                has,
                need.get(),
                "the headroom of priority %d is %,d bytes (%s)"
                        .formatted(port.priority(), has, b.name().isEmpty() ? b.term() : b.name()),
                "the headroom as `railhead design lossless` derives it: a larger one in the"
                        + " port's buffer profile, or none by hand, where the switch derives it"
                        + " itself from the cable's length",
                b);
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
