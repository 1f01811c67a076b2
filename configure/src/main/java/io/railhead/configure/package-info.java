/// Changing machines without regret: what is wanted of a host ([Resource]), the difference to what
/// is ([Planner]), a plan that a person can read and keep ([Plan]), and a guarded apply with a
/// journal on the machine itself ([Apply], [Rollback]).
///
/// The shell that runs on machines is in `lib.sh`, `network.sh` and `live.sh` (what steps are made
/// of), `journal.sh` (states, lock, worker, taking back), `look.sh` (how things are, against how
/// they were), `seal.sh` (whether a journal is as it was written), `begin.sh` (how a run begins),
/// `switch.sh` (the dead-man's switch) and `back.sh` (rollback), beside these classes. A new kind
/// of thing to configure is one class that implements [Resource]; see
/// `docs/adding-a-resource.md`.
@NullMarked
package io.railhead.configure;

import org.jspecify.annotations.NullMarked;
