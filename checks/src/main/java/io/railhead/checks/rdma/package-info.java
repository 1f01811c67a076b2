/// Checks of RDMA devices, GIDs, RDMA MTU, flow control and the NIC's PCIe link.
@NullMarked
package io.railhead.checks.rdma;

import org.jspecify.annotations.NullMarked;
