/// Slurm's own view of nodes and jobs: `scontrol`, `sinfo`, `sacct`.
@NullMarked
package io.railhead.evidence.slurm;

import org.jspecify.annotations.NullMarked;
