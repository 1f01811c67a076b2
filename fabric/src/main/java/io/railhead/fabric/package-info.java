/// Analytic models of a fabric: its form and rails, link aggregates, and the lossless class. Every
/// result carries the terms it was summed from, each with its arithmetic and its source, so that a
/// reader can check it with a pencil.
@NullMarked
package io.railhead.fabric;

import org.jspecify.annotations.NullMarked;
