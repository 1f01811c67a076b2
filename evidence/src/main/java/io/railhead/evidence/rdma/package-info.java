/// RDMA devices, ports and GID tables: `rdma`, `ibv_devinfo`, `ibstat`, sysfs and the scripts of
/// the vendor packages.
@NullMarked
package io.railhead.evidence.rdma;

import org.jspecify.annotations.NullMarked;
