package io.railhead.checks;

import io.railhead.model.Bandwidth;
import io.railhead.model.fact.*;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/// Links, paths and network files of a test world.
public final class SeenLinks {
    private SeenLinks() {}

    public static Seen ethtool(String name, double gbps, String duplex) {
        return Seen.of(
                Given.of(
                        "ethtool " + name,
                        name,
                        "Speed: " + (long) (gbps * 1000) + "Mb/s Duplex: " + duplex,
                        s ->
                                new EthtoolLink(
                                        name,
                                        Optional.of(Bandwidth.gbps(gbps)),
                                        Optional.of(duplex),
                                        Optional.empty(),
                                        Optional.of(true),
                                        Optional.of(true),
                                        Map.of(),
                                        s)));
    }

    public static Seen ethtoolUnknown(String name) {
        return Seen.of(
                Given.of(
                        "ethtool " + name,
                        name,
                        "Speed: Unknown!",
                        s ->
                                new EthtoolLink(
                                        name,
                                        Optional.empty(),
                                        Optional.empty(),
                                        Optional.empty(),
                                        Optional.empty(),
                                        Optional.of(false),
                                        Map.of(),
                                        s)));
    }

    public static Seen driver(String name, String driver, String version, String firmware) {
        return Seen.of(
                Given.of(
                        "ethtool -i " + name,
                        name,
                        "driver: " + driver + " version: " + version + " firmware: " + firmware,
                        s ->
                                new DriverInfo(
                                        name,
                                        driver,
                                        version,
                                        firmware,
                                        "0000:17:00.0",
                                        Map.of(),
                                        s)));
    }

    public static Seen pause(String name, boolean rx, boolean tx) {
        return Seen.of(
                Given.of(
                        "ethtool -a " + name,
                        name,
                        "RX: " + (rx ? "on" : "off") + " TX: " + (tx ? "on" : "off"),
                        s ->
                                new PauseParameters(
                                        name,
                                        true,
                                        Optional.of(false),
                                        Optional.of(rx),
                                        Optional.of(tx),
                                        s)));
    }

    public static Seen offload(String name, String feature, boolean on) {
        return Seen.of(
                Given.of(
                        "ethtool -k " + name,
                        name,
                        feature + ": " + (on ? "on" : "off"),
                        s -> new Offloads(name, Map.of(feature, on), java.util.Set.of(), s)));
    }

    public static Seen counters(String name, Object... namesAndValues) {
        Map<String, Long> values = Seen.longs(namesAndValues);
        return Seen.of(
                Given.of(
                        "ethtool -S " + name,
                        name,
                        values.toString(),
                        s -> new NicCounters(name, values, s)));
    }

    public static Seen transceiver(String name, Map<String, List<String>> settings) {
        return Seen.of(
                Given.of(
                        "ethtool -m " + name,
                        name,
                        settings.toString(),
                        s ->
                                new Transceiver(
                                        name,
                                        Optional.of("Mellanox"),
                                        Optional.empty(),
                                        OptionalDouble.empty(),
                                        false,
                                        settings,
                                        s)));
    }

    public static Seen neighbour(String address, String device, String state) {
        return Seen.of(
                Given.of(
                        "ip -j neigh",
                        address,
                        address + " dev " + device + " " + state,
                        s -> new Neighbour(address, device, Optional.empty(), state, s)));
    }

    public static Seen route(String destination, String device) {
        return Seen.of(
                Given.of(
                        "ip -j route",
                        destination + device,
                        destination + " dev " + device,
                        s ->
                                new Route(
                                        destination,
                                        device,
                                        Optional.empty(),
                                        Optional.empty(),
                                        OptionalInt.empty(),
                                        "main",
                                        s)));
    }

    /// A small ping.
    public static Seen ping(String target, boolean answered) {
        return ping(target, OptionalInt.of(56), false, answered, OptionalInt.empty(), "");
    }

    /// A ping that may not be fragmented.
    public static Seen bigPing(String target, int payload, boolean answered) {
        return ping(target, OptionalInt.of(payload), true, answered, OptionalInt.empty(), "");
    }

    /// A ping that was refused with an MTU.
    public static Seen refusedPing(String target, int payload, int mtu, String error) {
        return ping(target, OptionalInt.of(payload), true, false, OptionalInt.of(mtu), error);
    }

    public static Seen ping(
            String target,
            OptionalInt payload,
            boolean dontFragment,
            boolean answered,
            OptionalInt reported,
            String error) {
        String size = payload.isPresent() ? " -s " + payload.getAsInt() : "";
        return Seen.of(
                Given.of(
                        "ping" + (dontFragment ? " -M do" : "") + size + " " + target,
                        "",
                        "3 packets transmitted, " + (answered ? 3 : 0) + " received " + error,
                        s ->
                                new PingResult(
                                        target,
                                        payload,
                                        dontFragment,
                                        3,
                                        answered ? 3 : 0,
                                        OptionalDouble.empty(),
                                        OptionalDouble.empty(),
                                        OptionalDouble.empty(),
                                        OptionalDouble.empty(),
                                        reported,
                                        error.isEmpty() ? Optional.empty() : Optional.of(error),
                                        s)));
    }

    /// A login from this machine to an address; it worked when the error is empty.
    public static Seen sshLogin(String target, String error) {
        return Seen.of(
                Given.of(
                        "ssh " + target,
                        target,
                        "ssh-login " + target + (error.isEmpty() ? " ok" : " failed: " + error),
                        s -> new SshLogin(target, Seen.text(error), s)));
    }

    public static Seen netplanFile(String path, String mode, String renderer, String problem) {
        return Seen.of(
                Given.of(
                        "netplan files",
                        path,
                        path + " " + mode + " " + renderer + " " + problem,
                        s ->
                                new NetplanFile(
                                        path, mode, Seen.text(renderer), Seen.text(problem), s)));
    }

    public static Seen netplan(String file, String name, OptionalInt mtu, String... addresses) {
        return Seen.of(
                Given.of(
                        "netplan files",
                        file + " " + name,
                        name + ": addresses: " + Arrays.toString(addresses) + " mtu: " + mtu,
                        s ->
                                new NetplanInterface(
                                        file,
                                        name,
                                        "ethernets",
                                        List.of(addresses),
                                        mtu,
                                        Optional.of(false),
                                        Optional.empty(),
                                        Optional.empty(),
                                        s)));
    }

    public static Seen cloudInit(boolean installed, boolean disabled) {
        return Seen.of(
                Given.of(
                        "cloud.cfg.d",
                        "",
                        "installed " + installed + " disabled " + disabled,
                        s -> new CloudInitNetwork(installed, disabled, s)));
    }
}
