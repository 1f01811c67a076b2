/// What a machine's BMC tells: `ipmitool`.
@NullMarked
package io.railhead.evidence.bmc;

import org.jspecify.annotations.NullMarked;
