package io.railhead.checks.rdma;

import io.railhead.checks.Survey;
import io.railhead.model.fact.GidEntry;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// GID tables, held against rail addresses.
final class Gids {
    private Gids() {}

    /// The rows of a port, by index.
    static List<GidEntry> table(Survey survey, Rdma.Port port) {
        return survey.facts().of(port.machine(), GidEntry.class).stream()
                .filter(g -> g.device().equals(port.rdma().device()))
                .filter(g -> g.port() == port.rdma().port())
                .sorted(Comparator.comparingInt(GidEntry::index))
                .toList();
    }

    /// The rows that an address has made.
    static List<GidEntry> of(List<GidEntry> table, String address) {
        String gid = Rdma.gid(address).orElse("");
        return table.stream()
                .filter(g -> g.gid().equals(gid) || g.ipv4().filter(address::equals).isPresent())
                .toList();
    }

    /// The RoCE v2 row of an address.
    static Optional<GidEntry> v2(List<GidEntry> table, String address) {
        return of(table, address).stream().filter(GidEntry::isRoceV2).findFirst();
    }
}
