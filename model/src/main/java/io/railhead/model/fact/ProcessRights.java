package io.railhead.model.fact;

import io.railhead.model.Source;

/// What processes of a machine may do at most (`/proc/self/status`, `/proc/self/uid_map`).
///
/// @param bounding the capability bounding set, as the kernel prints it: hexadecimal, bit N is the
///     capability numbered N in capabilities(7)
/// @param ownUsers true when root here is an ordinary user outside (a user namespace)
public record ProcessRights(String bounding, boolean ownUsers, Source source) implements Fact {
    /// CAP_SYS_RESOURCE in linux/capability.h: may raise hard limits.
    private static final int SYS_RESOURCE = 24;

    /// Whether any process here may have more than the hard limits that it was started with.
    public boolean mayRaiseLimits() {
        return !ownUsers && (Long.parseUnsignedLong(bounding, 16) >>> SYS_RESOURCE & 1) == 1;
    }
}
