/// Tests of what reads classes of traffic.
@NullMarked
package io.railhead.evidence.qos;

import org.jspecify.annotations.NullMarked;
