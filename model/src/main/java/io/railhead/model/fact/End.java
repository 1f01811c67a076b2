package io.railhead.model.fact;

/// Whose state a port tells: its own, or what its link partner announced to it (LLDP, DCBX).
public enum End {
    OWN,
    PEER
}
