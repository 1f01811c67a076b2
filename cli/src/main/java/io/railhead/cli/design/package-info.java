/// What was designed, as text and as JSON.
@NullMarked
package io.railhead.cli.design;

import org.jspecify.annotations.NullMarked;
