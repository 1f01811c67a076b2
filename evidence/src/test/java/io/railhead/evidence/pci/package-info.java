/// Views of PCI facts for the recorded samples, and what the samples do not cover.
@NullMarked
package io.railhead.evidence.pci;

import org.jspecify.annotations.NullMarked;
