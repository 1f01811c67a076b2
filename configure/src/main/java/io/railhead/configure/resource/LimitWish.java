package io.railhead.configure.resource;

import io.railhead.configure.Item;
import io.railhead.model.intent.Cluster;
import io.railhead.model.intent.Host;
import io.railhead.model.intent.HostPolicy;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/// Limits that a policy wants, by their names in limits.conf(5).
final class LimitWish {
    private LimitWish() {}

    static TreeMap<String, String> of(HostPolicy policy) {
        TreeMap<String, String> all = new TreeMap<>(policy.launch().limits());
        policy.memlock().ifPresent(v -> all.put("memlock", v));
        return all;
    }

    /// As [Item#want] keeps them, under `limit:`.
    static TreeMap<String, String> of(Item item) {
        TreeMap<String, String> all = new TreeMap<>();
        item.want()
                .forEach(
                        (k, v) -> {
                            if (k.startsWith("limit:")) {
                                all.put(k.substring("limit:".length()), v);
                            }
                        });
        return all;
    }

    static String why(Cluster cluster, Host host, TreeMap<String, String> wanted) {
        return Why.policy(
                cluster,
                host,
                p -> List.of(p.memlock(), p.launch().limits()),
                "limits",
                String.join(", ", wanted.keySet()));
    }

    /// A login whose limits cannot be set is refused by `pam_limits`, so what the kernel would not
    /// take must not be written.
    ///
    /// @param most `fs.nr_open`: the most open files that a process may be allowed
    static Optional<String> refusal(String limit, String value, String most) {
        if (!limit.equals("nofile") || !most.matches("[0-9]{1,18}")) {
            return Optional.empty();
        }
        boolean tooMuch =
                !value.matches("[0-9]{1,18}") || Long.parseLong(value) > Long.parseLong(most);
        return tooMuch
                ? Optional.of(
                        "cannot be "
                                + value
                                + ": the kernel allows "
                                + most
                                + " at most (fs.nr_open), and refuses logins that ask for more")
                : Optional.empty();
    }
}
