package io.railhead.configure;

import io.railhead.model.intent.Host;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/// What was read of a host for a plan.
///
/// @param items what is wanted and how it is
/// @param unread items that could not be read
/// @param unfinished runs in its journal that did not come to an end
/// @param applied what runs that stand made, by resource
record HostState(
        Host host,
        List<Seen> items,
        List<Item> unread,
        List<RunReport> unfinished,
        Map<String, Applied.Known> applied) {

    record Seen(Item item, Resource resource, Observed is) {
        Seen with(Item other) {
            return new Seen(other, resource, is);
        }

        Seen with(Observed other) {
            return new Seen(item, resource, other);
        }
    }

    /// The same with each item as `change` gives it.
    HostState map(UnaryOperator<Seen> change) {
        return new HostState(
                host, items.stream().map(change).toList(), unread, unfinished, applied);
    }

    /// Pairs what was asked for with what came back.
    static HostState of(Host host, List<Map.Entry<Item, Resource>> asked, Reply reply) {
        List<Seen> seen = new java.util.ArrayList<>();
        List<Item> unread = new java.util.ArrayList<>();
        for (int i = 0; i < asked.size(); i++) {
            Item item = asked.get(i).getKey();
            if (i >= reply.items().size() || reply.failedItems().containsKey(i)) {
                unread.add(item);
            } else {
                seen.add(new Seen(item, asked.get(i).getValue(), reply.items().get(i)));
            }
        }
        return new HostState(host, seen, unread, reply.runs(), reply.applied());
    }
}
