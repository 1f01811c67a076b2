/// What machines say: one record a kind of evidence, each with its
///     [Source][io.railhead.model.Source].
@NullMarked
package io.railhead.model.fact;

import org.jspecify.annotations.NullMarked;
