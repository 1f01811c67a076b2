package io.railhead.intent;

import java.util.Set;

/// What the file declares but could not be read: a reference to it is not dangling.
///
/// @param hosts true when the hosts could not be read as a whole
/// @param hostNames hosts declared, whatever else is wrong with them
record Unreadable(boolean hosts, boolean switches, Set<String> hostNames, Set<String> switchNames) {

    boolean host(String name) {
        return hosts || hostNames.contains(name);
    }

    boolean switchOf(String name) {
        return switches || switchNames.contains(name);
    }
}
