/// Cisco NX-OS on Nexus 9000.
@NullMarked
package io.railhead.switches.nxos;

import org.jspecify.annotations.NullMarked;
