package io.railhead.configure.resource;

import io.railhead.model.intent.Subnet;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Addresses as the kernel and `ip` write them: IPv6 in lower case with the longest run of zero
/// groups shortened (RFC 5952), IPv4 dotted.
final class IpText {
    private IpText() {}

    /// The text unchanged when it is no literal address.
    static String of(String address) {
        Optional<byte[]> bytes = Subnet.bytes(address);
        if (bytes.isEmpty() || bytes.get().length != 16) {
            return address;
        }
        List<Integer> groups = new ArrayList<>();
        for (int i = 0; i < 16; i += 2) {
            groups.add((bytes.get()[i] & 0xff) << 8 | bytes.get()[i + 1] & 0xff);
        }
        int best = -1;
        int length = 1;
        for (int i = 0; i < 8; i++) {
            int j = i;
            while (j < 8 && groups.get(j) == 0) {
                j++;
            }
            if (j - i > length) {
                best = i;
                length = j - i;
            }
        }
        return best < 0
                ? hex(groups)
                : hex(groups.subList(0, best)) + "::" + hex(groups.subList(best + length, 8));
    }

    private static String hex(List<Integer> groups) {
        return String.join(":", groups.stream().map(Integer::toHexString).toList());
    }
}
