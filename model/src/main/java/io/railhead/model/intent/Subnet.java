package io.railhead.model.intent;

import java.math.BigInteger;
import java.net.InetAddress;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.regex.Pattern;

/// An IPv4 or IPv6 subnet in CIDR notation. Never resolves names.
///
/// @param network the network's address, host bits zero
/// @param prefix 0 to 32, or to 128 for IPv6
public record Subnet(String network, int prefix) {
    private static final Pattern V4 = Pattern.compile("[0-9]{1,3}(\\.[0-9]{1,3}){3}");
    private static final Pattern V6 = Pattern.compile("[0-9a-fA-F:.]{2,45}");

    /// Reads `10.0.0.0/24` or `fd00:1::/64`; host bits are cleared. Empty when it is neither.
    public static Optional<Subnet> parse(String text) {
        int slash = text.indexOf('/');
        if (slash < 0) {
            return Optional.empty();
        }
        Optional<byte[]> address = bytes(text.substring(0, slash).strip());
        int prefix;
        try {
            prefix = Integer.parseInt(text.substring(slash + 1).strip());
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
        if (address.isEmpty() || prefix < 0 || prefix > address.get().length * 8) {
            return Optional.empty();
        }
        byte[] masked = address.get().clone();
        for (int bit = prefix; bit < masked.length * 8; bit++) {
            masked[bit / 8] &= (byte) ~(0x80 >> (bit % 8));
        }
        return Optional.of(new Subnet(text(masked), prefix));
    }

    /// The bytes of a literal IPv4 or IPv6 address; empty for anything else, names included.
    public static Optional<byte[]> bytes(String literal) {
        boolean v4 = V4.matcher(literal).matches();
        boolean v6 = literal.indexOf(':') >= 0 && V6.matcher(literal).matches();
        if (!v4 && !v6) {
            return Optional.empty();
        }
        try {
            return Optional.of(InetAddress.ofLiteral(literal).getAddress());
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    public static boolean isAddress(String literal) {
        return bytes(literal).isPresent();
    }

    /// The one way to write an address: lower case and shortest for IPv6 (RFC 5952), as `ip` and
    /// the kernel print it. Empty when it is not a literal address.
    public static Optional<String> canonical(String literal) {
        return bytes(literal).map(Subnet::text);
    }

    private static String text(byte[] address) {
        StringJoiner joined = new StringJoiner(address.length == 4 ? "." : ":");
        if (address.length == 4) {
            for (byte b : address) {
                joined.add(Integer.toString(b & 0xff));
            }
            return joined.toString();
        }
        int longest = 1;
        int from = -1;
        for (int i = 0; i < 8; i++) {
            int end = i;
            while (end < 8 && group(address, end) == 0) {
                end++;
            }
            if (end - i > longest) {
                longest = end - i;
                from = i;
            }
        }
        for (int i = 0; i < 8; i++) {
            if (i == from) {
                joined.add(i == 0 ? ":" : "");
                i += longest - 1;
                if (i == 7) {
                    joined.add("");
                }
            } else {
                joined.add(Integer.toHexString(group(address, i)));
            }
        }
        return joined.toString();
    }

    private static int group(byte[] address, int i) {
        return (address[2 * i] & 0xff) << 8 | (address[2 * i + 1] & 0xff);
    }

    public boolean contains(String address) {
        Optional<byte[]> theirs = bytes(address);
        Optional<byte[]> ours = bytes(network);
        if (theirs.isEmpty() || ours.isEmpty() || theirs.get().length != ours.get().length) {
            return false;
        }
        int shift = ours.get().length * 8 - prefix;
        return new BigInteger(1, theirs.get())
                .shiftRight(shift)
                .equals(new BigInteger(1, ours.get()).shiftRight(shift));
    }

    public boolean overlaps(Subnet other) {
        return prefix <= other.prefix ? contains(other.network) : other.contains(network);
    }

    public boolean isIpv6() {
        return network.contains(":");
    }

    @Override
    public String toString() {
        return network + "/" + prefix;
    }
}
