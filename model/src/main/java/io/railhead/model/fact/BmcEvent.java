package io.railhead.model.fact;

import io.railhead.model.Source;

/// An entry of a BMC's event log (`ipmitool sel list`).
///
/// @param id of the entry, hexadecimal as printed
/// @param at date and time as printed, in the BMC's own time; `Pre-Init` before its clock was set
/// @param sensor with its type: `Power Supply #0x51`, `Temperature Inlet`
/// @param event what happened: `Upper Critical going high`
/// @param asserted whether it began; false when it ended
public record BmcEvent(
        String id, String at, String sensor, String event, boolean asserted, Source source)
        implements Fact {}
