package io.railhead.model.fact;

import io.railhead.model.Source;
import java.util.Optional;

/// A netplan file.
///
/// @param mode octal permissions, `600`
/// @param renderer global `renderer`
/// @param problem why it is not valid YAML, when it is not
public record NetplanFile(
        String path,
        String mode,
        Optional<String> renderer,
        Optional<String> problem,
        Source source)
        implements Fact {}
