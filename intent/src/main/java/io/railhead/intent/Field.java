package io.railhead.intent;

import org.snakeyaml.engine.v2.nodes.Node;

/// A key and its value.
///
/// @param keyAt where the key is written
/// @param at where the value is written
record Field(String name, Node value, Spot keyAt, Spot at) {}
