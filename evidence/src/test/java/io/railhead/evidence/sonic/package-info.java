/// Tests of what reads SONiC.
@NullMarked
package io.railhead.evidence.sonic;

import org.jspecify.annotations.NullMarked;
