package io.railhead.intent;

import io.railhead.model.intent.Gpus;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/// A host as another tool's list knows it.
///
/// @param name the list's name for it
/// @param address where SSH reaches it; the name when the list says nothing else
/// @param key path of a private key file
/// @param jump bastion
/// @param sudo true when the list says that root is reached through sudo
/// @param groups groups or partitions it is in, sorted
/// @param note what a reader of the list should be told about it, such as that it was drained
/// @param line of the list, from 1
public record ImportedHost(
        String name,
        String address,
        Optional<String> user,
        OptionalInt port,
        Optional<String> key,
        Optional<String> jump,
        boolean sudo,
        Optional<Gpus> gpus,
        List<String> groups,
        Optional<String> note,
        int line) {

    public ImportedHost {
        groups = groups.stream().distinct().sorted().toList();
    }

    /// A host of which only the name is known.
    static ImportedHost named(String name, int line) {
        return new ImportedHost(
                name,
                name,
                Optional.empty(),
                OptionalInt.empty(),
                Optional.empty(),
                Optional.empty(),
                false,
                Optional.empty(),
                List.of(),
                Optional.empty(),
                line);
    }
}
