/// GPUs, their NVLinks and their place among the NICs, as nvidia-smi tells them.
///
/// A running machine is asked with `nvidia-smi -q` only; the other outputs that give a
/// [io.railhead.model.fact.Gpu] are for pasted files. Where several speak of one GPU,
/// [io.railhead.model.Facts] makes one fact of them.
@NullMarked
package io.railhead.evidence.gpu;

import org.jspecify.annotations.NullMarked;
