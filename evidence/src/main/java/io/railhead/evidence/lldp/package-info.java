/// What neighbours announce by LLDP, as switches and lldpd show it.
@NullMarked
package io.railhead.evidence.lldp;

import org.jspecify.annotations.NullMarked;
