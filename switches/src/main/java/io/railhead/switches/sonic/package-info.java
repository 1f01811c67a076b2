/// SONiC, by its CONFIG_DB.
@NullMarked
package io.railhead.switches.sonic;

import org.jspecify.annotations.NullMarked;
