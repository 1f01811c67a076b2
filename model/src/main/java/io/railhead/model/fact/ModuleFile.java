package io.railhead.model.fact;

import io.railhead.model.Source;
import java.util.Optional;

/// A module as it lies on the disk (`modinfo`), loaded or not.
///
/// @param name empty where only its version was asked for
/// @param file `(builtin)` for one that is part of the kernel
/// @param signer who signed it; absent when it is not signed
public record ModuleFile(
        String name,
        Optional<String> file,
        Optional<String> version,
        Optional<String> signer,
        Source source)
        implements Fact {}
