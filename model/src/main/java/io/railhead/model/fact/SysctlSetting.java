package io.railhead.model.fact;

import io.railhead.model.Source;

/// A kernel setting in a configuration file; a later one of the same key wins.
///
/// @param key dotted
/// @param value white space folded to one blank
/// @param order position in the order in which `sysctl --system` reads them, from 0
public record SysctlSetting(String file, String key, String value, int order, Source source)
        implements Fact {}
