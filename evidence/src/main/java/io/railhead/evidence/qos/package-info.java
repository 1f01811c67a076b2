/// Classes of traffic at a host's ports: trust, priorities, PFC, buffers, DCBX, congestion control.
@NullMarked
package io.railhead.evidence.qos;

import org.jspecify.annotations.NullMarked;
