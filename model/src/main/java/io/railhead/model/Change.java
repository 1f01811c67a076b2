package io.railhead.model;

import java.util.List;
import java.util.Set;

/// One difference between what is and what is wanted, with the way there and back.
///
/// @param device name of the machine
/// @param resource what is changed, `kind:name`: `sysctl:/etc/sysctl.d/99-zz-railhead.conf`,
///     `link-mtu:eth1`
/// @param before what is, as text a diff can be made of; empty when it is absent
/// @param after what is wanted, as text; empty when it is to be absent
/// @param why which line of the intent, or which finding, asks for it
/// @param needs resources on the same device that must be in place first
/// @param undo how it is taken back, in words; the journal holds what it takes
public record Change(
        String device,
        String resource,
        String before,
        String after,
        Risk risk,
        String why,
        Set<String> needs,
        List<String> undo) {

    public Change {
        needs = Set.copyOf(needs);
        undo = List.copyOf(undo);
    }
}
