package io.railhead.configure;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;

/// What was read of one item on its host.
///
/// @param host what holds for the whole host: `management` (interfaces that the connection comes in
///     by, or `unknown`), `network` (who configures interfaces from netplan: `networkd`,
///     `NetworkManager`, `none`), `addresses`, `unapplied` (links of which netplan's files say
///     otherwise than what is in force, as `rh_unapplied` gives them), `by-hand` and `filed` (what
///     is in force by nobody's protocol, and what of it stands in files, as `rh_net_by_hand` and
///     `rh_filed` give them)
/// @param state what makes the item's fingerprint: what a change of it would change
/// @param notes what else was read beside it, which may change without the item having moved
public record Observed(
        Map<String, String> host, SequencedMap<String, String> state, Map<String, String> notes) {

    public Observed {
        host = Map.copyOf(host);
        state = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(state));
        notes = Map.copyOf(notes);
    }

    /// A value of the state, empty text when it was not given.
    public String state(String key) {
        return state.getOrDefault(key, "");
    }

    public String note(String key) {
        return notes.getOrDefault(key, "");
    }

    public String host(String key) {
        return host.getOrDefault(key, "");
    }

    /// A note that was sent in base64; empty when it was not sent or is not base64.
    public Optional<byte[]> bytes(String key) {
        String text = notes.get(key);
        if (text == null) {
            return Optional.empty();
        }
        try {
            return Optional.of(Base64.getDecoder().decode(text));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /// The same with more notes.
    Observed with(Map<String, String> more) {
        Map<String, String> all = new LinkedHashMap<>(notes);
        all.putAll(more);
        return new Observed(host, state, all);
    }

    /// SHA-256 of the state as the machine prints it; the same sum is made there by
    /// `rh_fingerprint` before anything is changed.
    public String fingerprint() {
        StringBuilder text = new StringBuilder();
        state.forEach((k, v) -> text.append("rh:o ").append(k).append('=').append(v).append('\n'));
        return Sha256.of(text.toString().getBytes(StandardCharsets.UTF_8));
    }

    /// Whether a link is, or may be, one that the controller's connection comes in by.
    public boolean mayCarryConnection(String link) {
        String management = host("management");
        return management.isBlank()
                || management.equals("unknown")
                || java.util.List.of(management.strip().split("\\s+")).contains(link);
    }
}
