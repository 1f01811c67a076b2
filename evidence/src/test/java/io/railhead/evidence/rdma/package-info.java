/// RDMA parsers: how their facts answer the recorded samples' expectations, and what the samples
/// do not cover.
@NullMarked
package io.railhead.evidence.rdma;

import org.jspecify.annotations.NullMarked;
