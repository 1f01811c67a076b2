/// One run held against another, or TCP against RDMA: like with like, else refused by name.
@NullMarked
package io.railhead.bench.compare;

import org.jspecify.annotations.NullMarked;
