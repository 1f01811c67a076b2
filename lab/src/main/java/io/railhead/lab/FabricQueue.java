package io.railhead.lab;

import java.util.List;
import java.util.Locale;

/// The queue of every link of one rail from the lab's switch into a host, so that an incast meets a
/// port that is slower than what comes in, as at a switch.
///
/// @param rail `rail0` or `rail1`
/// @param megabits line rate of the port in Mb/s, 10 to 10,000
public record FabricQueue(Policy policy, String rail, int megabits) {
    /// What becomes of what does not fit.
    public enum Policy {
        /// No queue of its own: veth's and tap's own speed.
        OFF,
        /// A short queue that drops what does not fit.
        DROP,
        /// Marks ECN (CE) of what exceeds nine tenths of the rate, and has room for what comes
        /// meanwhile: hosts that heed marks lose nothing.
        MARK;

        /// `off`, `drop`, `mark`.
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /// The kernel's tables of marks, one a rail.
    static final String TABLE = "railhead_queue_";

    /// Seven frames of 9000 bytes: what a port without a buffer of its own class has.
    private static final int SHORT_BYTES = 65_536;

    /// Room for the windows of all senders until they have heard of the marks.
    private static final int LONG_BYTES = 8 << 20;

    /// What may go at once: one frame as large as the kernel makes them.
    private static final int BURST_BYTES = 65_536;

    public FabricQueue {
        if (megabits < 10 || megabits > 10_000) {
            throw new IllegalArgumentException("rate: 10 to 10000 Mb/s, not " + megabits);
        }
    }

    /// Shell for the fabric's namespace.
    ///
    /// @param ports of the fabric into hosts of the rail
    String script(List<String> ports) {
        StringBuilder text = new StringBuilder("set -e\n");
        text.append("nft delete table bridge %s%s 2>/dev/null || :\n".formatted(TABLE, rail));
        for (String port : ports) {
            text.append("tc qdisc del dev %s root 2>/dev/null || :\n".formatted(port));
            if (policy != Policy.OFF) {
                text.append(
                        "tc qdisc add dev %s root tbf rate %dmbit burst %d limit %d\n"
                                .formatted(
                                        port,
                                        megabits,
                                        BURST_BYTES,
                                        policy == Policy.DROP ? SHORT_BYTES : LONG_BYTES));
            }
        }
        if (policy == Policy.MARK) {
            text.append("nft -f - <<'RULES'\ntable bridge %s%s {\n".formatted(TABLE, rail));
            ports.forEach(p -> text.append("counter %s {\n}\n".formatted(p)));
            text.append("chain forward {\ntype filter hook forward priority 0;\n");
            // In packets: nft's bucket of bytes holds a whole second's.
            for (String port : ports) {
                text.append(
                        ("oifname \"%1$s\" ip ecn != not-ect limit rate over %2$d/second burst 8"
                                        + " packets ip ecn set ce counter name \"%1$s\"\n")
                                .formatted(port, marked()));
            }
            text.append("}\n}\nRULES\n");
        }
        return text.toString();
    }

    /// Frames of 9000 bytes a second from which on packets are marked: nine tenths of the rate.
    private long marked() {
        return megabits * 900_000L / 8 / Addressing.RAIL_MTU;
    }

    /// Shell for a host: a congestion control that slows down at a loss or a mark (bbr heeds
    /// neither), marks asked for where they are made, and packets that leave as they are on a wire.
    /// All are settings of the namespace. It may have only what the machine leaves to everybody, of
    /// which reno is one always.
    ///
    /// @param device of the rail
    /// @param usual congestion control of the machine
    String hostScript(String device, String usual) {
        boolean off = policy == Policy.OFF;
        return """
        cd /proc/sys/net/ipv4 || exit 1
        { echo %1$s >tcp_congestion_control; } 2>/dev/null || echo reno >tcp_congestion_control || exit 1
        echo %2$d >tcp_ecn || exit 1
        ethtool -K %3$s tso %4$s gso %4$s
        """
                .formatted(
                        off ? usual : "cubic",
                        policy == Policy.MARK ? 1 : 2,
                        device,
                        off ? "on" : "off");
    }
}
