package io.railhead.model.fact;

import static io.railhead.model.fact.Ordered.or;

import io.railhead.model.Source;
import java.util.Optional;

/// A row of a port's GID table.
///
/// @param device empty when the output starts below its name
/// @param port from 1
/// @param gid eight groups of four hexadecimal digits, lower case, whatever form was printed
/// @param ipv4 for an IPv4-mapped GID
/// @param type `RoCE v1`, `RoCE v2`, `IB`; absent when the tool does not say
/// @param netdev absent when the link is down, and when the tool does not say
public record GidEntry(
        String device,
        int port,
        int index,
        String gid,
        Optional<String> ipv4,
        Optional<String> type,
        Optional<String> netdev,
        Source source)
        implements Fact, Merging<GidEntry> {

    public boolean isRoceV2() {
        return type.filter("RoCE v2"::equals).isPresent();
    }

    /// An entry that no address has filled.
    public boolean isZero() {
        return gid.chars().allMatch(c -> c == '0' || c == ':');
    }

    @Override
    public Object group() {
        return device + "/" + port + "/" + index;
    }

    @Override
    public boolean sameThing(GidEntry other) {
        return index == other.index
                && port == other.port
                && device.equals(other.device)
                && gid.equals(other.gid)
                && Ordered.agree(type, other.type)
                && Ordered.agree(netdev, other.netdev);
    }

    @Override
    public GidEntry filledFrom(GidEntry other) {
        return new GidEntry(
                device,
                port,
                index,
                gid,
                or(ipv4, other.ipv4),
                or(type, other.type),
                or(netdev, other.netdev),
                source);
    }
}
