/// Show commands of Cisco NX-OS (Nexus).
@NullMarked
package io.railhead.evidence.nxos;

import org.jspecify.annotations.NullMarked;
