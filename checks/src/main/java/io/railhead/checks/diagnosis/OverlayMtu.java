package io.railhead.checks.diagnosis;

import io.railhead.model.fact.LogEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The MTU of a tunnel interface is so large that its packets do not fit the network below, once
/// the tunnel's header stands before them.
final class OverlayMtu {
    /// Interfaces below a tunnel that is not set at all have more than any Ethernet network, in
    /// bytes; Open vSwitch leaves its tunnels at 65000.
    private static final long LARGEST = 9216;

    private OverlayMtu() {}

    /// Whether it is so and harm was seen.
    static boolean look(Clues clues, Verdict verdict) {
        for (LogEvent tunnel : clues.of("tunnel")) {
            for (LogEvent own : mtus(clues, tunnel, tunnel.get("if"))) {
                Optional<LogEvent> below =
                        mtus(clues, tunnel, tunnel.get("dev")).stream().findFirst();
                if (below.isEmpty()) continue;
                long room = mtu(below.get()) - header(tunnel);
                if (mtu(own) <= room || mtu(own) > LARGEST) continue;
                List<LogEvent> lost =
                        clues.where(
                                "ping-loss",
                                e ->
                                        Clues.is(e, "loss", "100")
                                                && MtuTooLarge.size(e) > room
                                                && MtuTooLarge.size(e) <= mtu(own));
                List<LogEvent> harm = new ArrayList<>(lost);
                harm.addAll(clues.of("iperf-zero", "watchdog-timeout", "join-timeout"));
                Suspicion s =
                        lost.isEmpty()
                                ? verdict.likely(List.of(own), says(tunnel, own, below.get()))
                                : verdict.certain(List.of(own), says(tunnel, own, below.get()));
                s.cites(tunnel)
                        .cites(below.get())
                        .cites(harm)
                        .cites(
                                clues.where(
                                        "ping-loss",
                                        e ->
                                                !Clues.is(e, "loss", "100")
                                                        && MtuTooLarge.size(e) > 0))
                        .fix(
                                "MTU %d for the tunnel and for what runs in it, or %d below it"
                                        .formatted(room, mtu(own) + header(tunnel)))
                        .explains(
                                "path-mtu-blackhole",
                                "path-mtu-too-small",
                                "collective-desync-straggler");
                if (harm.isEmpty()) s.info();
                return true;
            }
        }
        return false;
    }

    private static String says(LogEvent tunnel, LogEvent own, LogEvent below) {
        return "%s has MTU %d; with %d bytes of %s header that does not fit into the %d of %s"
                .formatted(
                        tunnel.get("if"),
                        mtu(own),
                        header(tunnel),
                        tunnel.get("kind"),
                        mtu(below),
                        tunnel.get("dev"));
    }

    /// MTUs of an interface, told where the tunnel was.
    private static List<LogEvent> mtus(Clues clues, LogEvent tunnel, String name) {
        return clues.where(
                "ip-mtu",
                e ->
                        !name.isEmpty()
                                && e.get("if").replaceFirst("@.*", "").equals(name)
                                && clues.who(e).equals(clues.who(tunnel)));
    }

    private static long mtu(LogEvent e) {
        return Clues.number(e, "mtu").orElse(0);
    }

    /// Bytes before the inner packet over IPv4: outer IP (20; IPv6 40), UDP (8), VXLAN or Geneve
    /// without options (8) and the inner Ethernet header (14) (RFC 7348, RFC 8926); GRE has 4, with
    /// Ethernet inside 18 (RFC 2784); IP in IP none (RFC 2003).
    private static int header(LogEvent tunnel) {
        int ip = tunnel.text().matches(".*\\b(?:local|remote) [0-9a-f]*:.*") ? 40 : 20;
        return ip
                + switch (tunnel.get("kind")) {
                    case "gretap" -> 18;
                    case "gre" -> 4;
                    case "ipip" -> 0;
                    default -> 30;
                };
    }
}
