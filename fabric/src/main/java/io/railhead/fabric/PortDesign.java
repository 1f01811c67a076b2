package io.railhead.fabric;

import io.railhead.model.Bandwidth;
import java.util.Optional;

/// What one port of a switch should have for the lossless class.
///
/// @param port by the switch's name for it
/// @param peer what is plugged in, `gpu1/ens6` or `spine1/Ethernet4`, where the intent tells
/// @param metres length of its cable
/// @param mtu largest frame in bytes
/// @param headroom buffer that takes what still arrives after a pause was sent
/// @param xonOffsetBytes how far below the point of pausing the queue must fall to resume
/// @param ecn marking thresholds of the queue; empty where the intent wants none
public record PortDesign(
        String port,
        Optional<String> peer,
        Bandwidth rate,
        double metres,
        int mtu,
        Headroom headroom,
        long xonOffsetBytes,
        Optional<EcnThresholds> ecn) {}
