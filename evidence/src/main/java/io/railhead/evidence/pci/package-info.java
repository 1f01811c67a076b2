/// PCI functions and their links: NICs, GPUs and NVMe drives.
@NullMarked
package io.railhead.evidence.pci;

import org.jspecify.annotations.NullMarked;
