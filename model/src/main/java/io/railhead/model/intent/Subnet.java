package io.railhead.model.intent;

import java.math.BigInteger;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Locale;
import java.util.Optional;

/// An IPv4 or IPv6 subnet in CIDR notation. Never resolves names.
///
/// @param network the network's address, host bits zero
/// @param prefix 0 to 32, or to 128 for IPv6
public record Subnet(String network, int prefix) {

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
        return text(masked).map(t -> new Subnet(t, prefix));
    }

    /// The bytes of a literal IPv4 or IPv6 address; empty for anything else, names included.
    public static Optional<byte[]> bytes(String literal) {
        boolean v4 = literal.matches("\\d{1,3}(\\.\\d{1,3}){3}");
        boolean v6 = literal.contains(":") && literal.matches("[0-9a-fA-F:.]+");
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

    private static Optional<String> text(byte[] address) {
        try {
            return Optional.of(
                    InetAddress.getByAddress(address).getHostAddress().toLowerCase(Locale.ROOT));
        } catch (UnknownHostException e) {
            return Optional.empty();
        }
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
