package io.railhead.configure;

import io.railhead.model.intent.Cluster;
import io.railhead.model.intent.Host;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;

/// Holds the state of one thing, as its observation printed it, against what the intent asks for.
public record Intended(Resources resources) {

    public enum Answer {
        /// Nothing would be changed.
        MET,
        /// Something would be changed, or it cannot be told from the state alone.
        UNMET,
        /// The intent asks for no such thing of this host.
        NOT_ASKED
    }

    /// @param resource `kind:name`
    /// @param state what `rh_o` printed, by key
    public Answer of(
            Cluster cluster, Host host, String resource, SequencedMap<String, String> state) {
        int colon = resource.indexOf(':');
        Optional<Resource> kind = resources.of(colon < 0 ? resource : resource.substring(0, colon));
        Optional<Item> asked =
                kind.stream()
                        .flatMap(k -> k.wanted(cluster, host).stream())
                        .filter(i -> i.id().equals(resource))
                        .findFirst();
        if (asked.isEmpty()) {
            return Answer.NOT_ASKED;
        }
        Resource of = kind.get();
        Observed is = new Observed(Map.of(), new LinkedHashMap<>(state), Map.of());
        try {
            Item item = of.complete(asked.get(), List.of(new Peer(asked.get(), is)));
            return of.diff(item, is).isEmpty() && of.obstacles(item, is).isEmpty()
                    ? Answer.MET
                    : Answer.UNMET;
        } catch (IllegalStateException e) {
            // It takes more than the state: notes, or what other hosts showed.
            return Answer.UNMET;
        }
    }
}
