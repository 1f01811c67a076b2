package io.railhead.configure;

/// How an item is on one of the hosts that have it.
///
/// @param item as the intent alone asks for it
public record Peer(Item item, Observed is) {
    /// Name of the host.
    public String device() {
        return item.device();
    }
}
