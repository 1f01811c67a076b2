/// Counters of different devices by what they mean, and how they rise from one reading to the next.
@NullMarked
package io.railhead.model.counters;

import org.jspecify.annotations.NullMarked;
