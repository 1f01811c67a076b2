package io.railhead.fabric;

import io.railhead.model.Bandwidth;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What flows get of a link aggregate: a hash puts each flow on one member and leaves it there, so
/// that no flow is faster than a member.
///
/// @param members at least 1
/// @param speed of one member
public record Lag(int members, Bandwidth speed, Hash hash) {

    /// What chooses the member.
    public enum Hash {
        /// Linux bonding: addresses and ports (kernel, Documentation/networking/bonding.rst).
        LAYER3_4("layer3+4"),
        /// Linux bonding: MAC and IP addresses, so one member a pair of hosts.
        LAYER2_3("layer2+3"),
        /// Linux bonding, its default: MAC addresses, so one member a pair of hosts.
        LAYER2("layer2"),
        /// A switch's, which its maker does not publish: some field of the flow.
        UNKNOWN("unknown");

        private final String word;

        Hash(String word) {
            this.word = word;
        }

        public String word() {
            return word;
        }

        public static Optional<Hash> of(String word) {
            for (Hash hash : values()) {
                if (hash.word.equals(word)) {
                    return Optional.of(hash);
                }
            }
            return Optional.empty();
        }
    }

    /// A TCP or UDP flow; of RoCE v2 the queue pair's own UDP source port, to 4791.
    public record Flow(InetAddress from, int fromPort, InetAddress to, int toPort) {
        private static final Pattern TEXT =
                Pattern.compile(
                        "([0-9.]{7,15}|\\[[0-9a-fA-F:.]{2,45}]):(\\d{1,5})-"
                                + "([0-9.]{7,15}|\\[[0-9a-fA-F:.]{2,45}]):(\\d{1,5})");

        /// `10.0.1.1:50000-10.0.1.2:4791`, `[fd00::1]:50000-[fd00::2]:4791`; no names.
        public static Optional<Flow> parse(String text) {
            Matcher m = TEXT.matcher(text.strip());
            if (!m.matches()) {
                return Optional.empty();
            }
            int from = Integer.parseInt(m.group(2));
            int to = Integer.parseInt(m.group(4));
            if (from > 65_535 || to > 65_535) {
                return Optional.empty();
            }
            try {
                InetAddress a = InetAddress.ofLiteral(bare(m.group(1)));
                InetAddress b = InetAddress.ofLiteral(bare(m.group(3)));
                return a.getAddress().length == b.getAddress().length
                        ? Optional.of(new Flow(a, from, b, to))
                        : Optional.empty();
            } catch (IllegalArgumentException e) {
                return Optional.empty();
            }
        }

        private static String bare(String address) {
            return address.replaceAll("[\\[\\]]", "");
        }

        @Override
        public String toString() {
            return text(from, fromPort) + "-" + text(to, toPort);
        }

        private static String text(InetAddress address, int port) {
            String plain = address.getHostAddress();
            return (plain.indexOf(':') >= 0 ? "[" + plain + "]" : plain) + ":" + port;
        }
    }

    /// A flow and the member it takes, from 0; empty where the hash is of what is not known here.
    public record Placed(Flow flow, OptionalInt member) {}

    public List<Placed> place(List<Flow> flows) {
        return flows.stream().map(f -> new Placed(f, member(f))).toList();
    }

    /// The member that the bonding driver of a little-endian host sends a flow by.
    public OptionalInt member(Flow flow) {
        return hash == Hash.LAYER3_4
                ? OptionalInt.of(Integer.remainderUnsigned(folded(flow), members))
                : OptionalInt.empty();
    }

    /// Ports as they stand in the header, XOR both addresses, folded to a byte from the left; the
    /// lowest bit is dropped, since ports are often even.
    private static int folded(Flow flow) {
        int hash =
                word(
                        new byte[] {
                            (byte) (flow.fromPort >> 8), (byte) flow.fromPort,
                            (byte) (flow.toPort >> 8), (byte) flow.toPort
                        },
                        0);
        hash ^= address(flow.from) ^ address(flow.to);
        hash ^= hash >>> 16;
        hash ^= hash >>> 8;
        return hash >>> 1;
    }

    /// Four bytes of a header as a little-endian host has them in a register.
    private static int word(byte[] bytes, int at) {
        return (bytes[at] & 0xff)
                | (bytes[at + 1] & 0xff) << 8
                | (bytes[at + 2] & 0xff) << 16
                | (bytes[at + 3] & 0xff) << 24;
    }

    /// Of IPv6 its four words folded (`ipv6_addr_hash`).
    private static int address(InetAddress address) {
        byte[] bytes = address.getAddress();
        int sum = 0;
        for (int i = 0; i < bytes.length; i += 4) {
            sum ^= word(bytes, i);
        }
        return sum;
    }

    /// What the hash tells apart among the flows: flows that are alike to it share a member.
    public int kinds(List<Flow> flows) {
        List<Object> kinds = new ArrayList<>();
        for (Flow flow : flows) {
            kinds.add(
                    switch (hash) {
                        case LAYER2, LAYER2_3 -> List.of(flow.from, flow.to);
                        case LAYER3_4, UNKNOWN -> flow;
                    });
        }
        return (int) kinds.stream().distinct().count();
    }

    /// Members that so many flows of unlike hash use on average, when every member is as likely:
    /// m (1 - (1 - 1/m)^k).
    public double usedOnAverage(int kinds) {
        return members * (1 - Math.pow(1 - 1.0 / members, kinds));
    }

    /// Bits a second of all flows together at most: the members they use. Of a hash that is known
    /// those that they do use, else as many as they could.
    public Bandwidth most(List<Flow> flows) {
        long used =
                hash == Hash.LAYER3_4
                        ? place(flows).stream().map(Placed::member).distinct().count()
                        : Math.min(kinds(flows), members);
        return new Bandwidth(used * speed.bitsPerSecond());
    }
}
