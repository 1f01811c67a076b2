/// Switches while they are worked on: logins, checkpoints and dead man's switches of each system,
/// and the runs that change them.
@NullMarked
package io.railhead.switches.live;

import org.jspecify.annotations.NullMarked;
