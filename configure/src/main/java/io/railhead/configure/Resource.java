package io.railhead.configure;

import io.railhead.model.Change;
import io.railhead.model.Risk;
import io.railhead.model.intent.Cluster;
import io.railhead.model.intent.Host;
import java.util.List;
import java.util.Optional;

/// One kind of thing that can be configured on a host: a file, a kernel setting, a link's MTU.
///
/// A resource is one class with `@AutoService(Resource.class)`, and a folder of its kind under
/// `src/test/resources/worlds`. It has no state. It never throws on what a machine printed: what it
/// cannot make sense of is an [Obstacle].
public interface Resource {

    /// Stable lower-case name: `file`, `link-mtu`.
    String kind();

    /// Where changes of this kind stand among those of a host that do not need each other: lowest
    /// first. Files come before what reads them, live links last. Guarded changes come after all
    /// others.
    int order();

    /// What the intent wants of this host.
    List<Item> wanted(Cluster cluster, Host host);

    /// Shell that prints how the item is, read-only, with `rh_o` for its state and `rh_n` for
    /// notes. Printed values are one line; anything else goes through `rh_b64`.
    String observe(Item item);

    /// The item once every host has been looked at, for a wish that depends on what other hosts
    /// have, such as their public keys: what is added to [Item#want] is what [#diff], [#obstacles]
    /// and [#steps] see. [#observe] must print the same for both. It may be given an item that is
    /// complete already, to be completed anew.
    ///
    /// @param peers how the items of this kind are on every host that answered, this host's own
    ///     among them, in the order of the intent
    default Item complete(Item item, List<Peer> peers) {
        return item;
    }

    /// Shell that makes what other hosts must know of this one before their changes can be worked
    /// out, such as a key pair, and prints it with `rh_n` as [#observe] would from now on. It is
    /// run by apply after consent and before any run begins, and only where this gives something.
    ///
    /// It stands outside the journal: it may write below `$rh_home` alone, what is made there is
    /// put in its place by a step, and it may be run again.
    default Optional<String> prepare(Item item, Observed is) {
        return Optional.empty();
    }

    /// The difference between what is and what is wanted; empty when there is none, or none that
    /// could be changed here (then [#obstacles] says so).
    Optional<Change> diff(Item item, Observed is);

    /// What of the item is wanted and cannot be had here. Nothing by default.
    default List<Obstacle> obstacles(Item item, Observed is) {
        return List.of();
    }

    /// What has to be known of a resource that was never seen at work on what it is for, to follow
    /// its name; empty for all others.
    default Optional<String> untried() {
        return Optional.empty();
    }

    /// The way there and back; asked for only when [#diff] gave a change.
    Steps steps(Item item, Observed is);

    /// Whether the change is made under a dead-man's switch: whatever may cut the connection.
    default boolean guarded(Item item, Change change) {
        return change.risk() == Risk.MAY_DISCONNECT;
    }
}
