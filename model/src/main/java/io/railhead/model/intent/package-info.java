/// What is wanted: the content of one `cluster.yaml`, with every default, range and template
/// already resolved, so that a reader of these records never looks a value up twice.
@NullMarked
package io.railhead.model.intent;

import org.jspecify.annotations.NullMarked;
