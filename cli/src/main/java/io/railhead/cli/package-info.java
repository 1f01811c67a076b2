/// The command line: one file a command, and what they share: options ([ClusterOptions],
/// [OutputOptions], [ReachOptions]), the [Console] they print to, [Progress], and JSON.
///
/// No domain logic lives here. Results go to standard output, progress and logs to standard error;
/// a command returns an [Exit] code and throws [UserError] for what the user can mend.
@NullMarked
package io.railhead.cli;

import org.jspecify.annotations.NullMarked;
