/// Switch systems. Each package below has one system: what the lossless class is in its words, what
/// of its running configuration bears on it, and how the difference is entered.
@NullMarked
package io.railhead.switches;

import org.jspecify.annotations.NullMarked;
