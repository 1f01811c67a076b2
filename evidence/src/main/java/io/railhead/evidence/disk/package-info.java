/// NVMe drives.
@NullMarked
package io.railhead.evidence.disk;

import org.jspecify.annotations.NullMarked;
