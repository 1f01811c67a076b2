package io.railhead.checks;

import io.railhead.model.Bandwidth;
import io.railhead.model.fact.*;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;

/// What a machine of a test world said; each makes one [Given].
public interface Seen {
    Given given();

    static Seen of(Given given) {
        return () -> given;
    }

    static SeenNic nic(String name) {
        return SeenNic.named(name);
    }

    static SeenGpu gpu(int index) {
        return SeenGpu.at(index);
    }

    static SeenPci pci(String slot, String deviceClass, String model) {
        return SeenPci.at(slot, deviceClass, model);
    }

    // --- the host itself

    static Seen hostname(String name) {
        return of(Given.of("hostname", "", name, s -> new HostName(name, Optional.empty(), s)));
    }

    static Seen resolves(String name, String... addresses) {
        return of(
                Given.of(
                        "getent ahosts " + name,
                        name,
                        String.join(" ", addresses) + " STREAM " + name,
                        s -> new NameResolution(name, List.of(addresses), s)));
    }

    static Seen hostsEntry(String address, String... names) {
        return of(
                Given.of(
                        "/etc/hosts",
                        address + names[0],
                        address + " " + String.join(" ", names),
                        s -> new HostsEntry(address, List.of(names), s)));
    }

    /// @param offsetMillis ahead of the collector
    static Seen clock(long offsetMillis, long uncertaintyMillis, Optional<Boolean> synchronised) {
        long now = 1_790_000_000_000_000_000L;
        return of(
                Given.of(
                        "date +%s.%N",
                        "",
                        Long.toString(now + offsetMillis * 1_000_000),
                        s ->
                                new Clock(
                                        now + offsetMillis * 1_000_000,
                                        now,
                                        uncertaintyMillis * 1_000_000,
                                        synchronised,
                                        s)));
    }

    static Seen kernel(String release) {
        return kernel(release, "root=/dev/sda1 ro quiet");
    }

    static Seen kernel(String release, String commandLine) {
        return of(
                Given.of(
                        "uname -srm",
                        "",
                        "Linux " + release + " x86_64 " + commandLine,
                        s -> new Kernel(release, "x86_64", Optional.of(commandLine), s)));
    }

    static Seen os(String id, String version) {
        return of(
                Given.of(
                        "/etc/os-release",
                        "",
                        "PRETTY_NAME=\"" + id + " " + version + "\"",
                        s -> new OsRelease(id, version, id + " " + version, s)));
    }

    static Seen cpu(int numaNodes) {
        return cpu(numaNodes, "Xeon");
    }

    static Seen cpu(int numaNodes, String model) {
        return of(
                Given.of(
                        "lscpu",
                        "",
                        "NUMA node(s): " + numaNodes,
                        s -> new Cpu(model, 2, 32, 2, 128, numaNodes, s)));
    }

    static Seen governor(String governor, int cpus, long minKhz, long maxKhz, long currentKhz) {
        return of(
                Given.of(
                        "cpufreq",
                        governor,
                        cpus + " " + governor + " " + currentKhz,
                        s ->
                                new CpuGovernor(
                                        governor,
                                        cpus,
                                        OptionalLong.of(minKhz),
                                        OptionalLong.of(maxKhz),
                                        OptionalLong.of(currentKhz),
                                        s)));
    }

    static Seen memory(long swapBytes) {
        long gib = 1L << 30;
        return of(
                Given.of(
                        "/proc/meminfo",
                        "",
                        "SwapTotal: " + swapBytes / 1024 + " kB",
                        s -> new Memory(512 * gib, 500 * gib, swapBytes, 0, 2_097_152, s)));
    }

    static Seen fileSystem(String mountPoint, long totalBytes, long availableBytes) {
        return of(
                Given.of(
                        "df -P -k",
                        mountPoint,
                        "/dev/x "
                                + totalBytes / 1024
                                + " "
                                + availableBytes / 1024
                                + " "
                                + mountPoint,
                        s -> new FileSystem("/dev/x", mountPoint, totalBytes, availableBytes, s)));
    }

    static Seen module(String name) {
        return of(
                Given.of(
                        "/proc/modules",
                        name,
                        name + " 16384 0 - Live",
                        s -> new KernelModule(name, Optional.empty(), s)));
    }

    static Seen service(String unit, String active, String memlock) {
        return of(
                Given.of(
                        "systemctl show",
                        unit,
                        "Id=" + unit + " ActiveState=" + active + " LimitMEMLOCK=" + memlock,
                        s ->
                                new Service(
                                        unit,
                                        "loaded",
                                        active,
                                        active.equals("failed") ? "failed" : "running",
                                        "enabled",
                                        Optional.of(memlock),
                                        s)));
    }

    static Seen installed(String name, String version) {
        return of(
                Given.of(
                        "dpkg-query -W",
                        name,
                        name + " " + version,
                        s -> new PackageVersion(name, version, false, s)));
    }

    static Seen sessionLimit(String item, String soft, String hard) {
        return of(
                Given.of(
                        "/proc/self/limits",
                        item,
                        "Max " + item + " " + soft + " " + hard,
                        s -> new SessionLimit(item, soft, hard, "bytes", s)));
    }

    static Seen managerLimit(String item, String value) {
        return of(
                Given.of(
                        "systemctl show -p DefaultLimit",
                        item,
                        "DefaultLimit" + item + "=" + value,
                        s -> new ManagerLimit(item, value, s)));
    }

    static Seen limitSetting(String file, String domain, String type, String item, String value) {
        return of(
                Given.of(
                        "limits.conf",
                        file + domain + type + item,
                        domain + " " + type + " " + item + " " + value,
                        s -> new LimitSetting(file, domain, type, item, value, s)));
    }

    static Seen sysctl(String key, String value) {
        return of(Given.of("sysctl -a", key, key + " = " + value, s -> new Sysctl(key, value, s)));
    }

    static Seen sysctlFile(String file, String key, String value, int order) {
        return of(
                Given.of(
                        "sysctl.d",
                        file + key + order,
                        key + " = " + value,
                        s -> new SysctlSetting(file, key, value, order, s)));
    }

    // --- links

    static Seen ethtool(String name, double gbps, String duplex) {
        return of(
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

    static Seen ethtoolUnknown(String name) {
        return of(
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

    static Seen driver(String name, String driver, String version, String firmware) {
        return of(
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

    static Seen pause(String name, boolean rx, boolean tx) {
        return of(
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

    static Seen offload(String name, String feature, boolean on) {
        return of(
                Given.of(
                        "ethtool -k " + name,
                        name,
                        feature + ": " + (on ? "on" : "off"),
                        s -> new Offloads(name, Map.of(feature, on), java.util.Set.of(), s)));
    }

    static Seen counters(String name, Object... namesAndValues) {
        Map<String, Long> values = longs(namesAndValues);
        return of(
                Given.of(
                        "ethtool -S " + name,
                        name,
                        values.toString(),
                        s -> new NicCounters(name, values, s)));
    }

    static Map<String, Long> longs(Object... namesAndValues) {
        Map<String, Long> values = new TreeMap<>();
        for (int i = 0; i + 1 < namesAndValues.length; i += 2) {
            values.put(namesAndValues[i].toString(), ((Number) namesAndValues[i + 1]).longValue());
        }
        return values;
    }

    static Seen transceiver(String name, Map<String, List<String>> settings) {
        return of(
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

    static Seen neighbour(String address, String device, String state) {
        return of(
                Given.of(
                        "ip -j neigh",
                        address,
                        address + " dev " + device + " " + state,
                        s -> new Neighbour(address, device, Optional.empty(), state, s)));
    }

    static Seen route(String destination, String device) {
        return of(
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
    static Seen ping(String target, boolean answered) {
        return ping(target, OptionalInt.of(56), false, answered, OptionalInt.empty(), "");
    }

    /// A ping that may not be fragmented.
    static Seen bigPing(String target, int payload, boolean answered) {
        return ping(target, OptionalInt.of(payload), true, answered, OptionalInt.empty(), "");
    }

    /// A ping that was refused with an MTU.
    static Seen refusedPing(String target, int payload, int mtu, String error) {
        return ping(target, OptionalInt.of(payload), true, false, OptionalInt.of(mtu), error);
    }

    static Seen ping(
            String target,
            OptionalInt payload,
            boolean dontFragment,
            boolean answered,
            OptionalInt reported,
            String error) {
        String size = payload.isPresent() ? " -s " + payload.getAsInt() : "";
        return of(
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

    // --- RDMA

    /// An RDMA port that is up, as `rdma link` shows it.
    static Seen rdmaLink(String device, String netdev) {
        return rdmaLink(device, "ACTIVE", "LINK_UP", netdev);
    }

    static Seen rdmaLink(String device, String state, String physical, String netdev) {
        return of(
                Given.of(
                        "rdma link",
                        device,
                        "link " + device + "/1 state " + state + " netdev " + netdev,
                        s ->
                                new RdmaLink(
                                        device,
                                        1,
                                        state,
                                        Optional.of(physical),
                                        text(netdev),
                                        Optional.empty(),
                                        OptionalInt.empty(),
                                        OptionalInt.empty(),
                                        Optional.empty(),
                                        s)));
    }

    /// A port of an InfiniBand card.
    static Seen ibLink(String device, String state) {
        return of(
                Given.of(
                        "rdma link",
                        device,
                        "link " + device + "/1 subnet_prefix fe80:: state " + state,
                        s ->
                                new RdmaLink(
                                        device,
                                        1,
                                        state,
                                        Optional.of("LINK_UP"),
                                        Optional.empty(),
                                        Optional.of("fe80:0000:0000:0000"),
                                        OptionalInt.of(65535),
                                        OptionalInt.of(0),
                                        Optional.empty(),
                                        s)));
    }

    static Seen rdmaNetdev(String device, String netdev) {
        return of(
                Given.of(
                        "ibdev2netdev",
                        device,
                        device + " port 1 ==> " + netdev + " (Up)",
                        s -> new RdmaNetdev(device, 1, netdev, true, s)));
    }

    static Seen rdmaSubsystem(boolean present) {
        return of(
                Given.of(
                        "sysfs-infiniband",
                        "subsystem",
                        present ? "/sys/class/infiniband" : "no /sys/class/infiniband",
                        s -> new RdmaSubsystem(present, s)));
    }

    static Seen rdmaPort(String device, int activeMtu, String linkLayer) {
        return of(
                Given.of(
                        "ibv_devinfo -v",
                        device,
                        "hca_id: "
                                + device
                                + " active_mtu: "
                                + activeMtu
                                + " link_layer: "
                                + linkLayer,
                        s ->
                                new RdmaPortInfo(
                                        device,
                                        1,
                                        "PORT_ACTIVE",
                                        OptionalInt.of(4096),
                                        activeMtu == 0
                                                ? OptionalInt.empty()
                                                : OptionalInt.of(activeMtu),
                                        text(linkLayer),
                                        OptionalInt.empty(),
                                        Optional.empty(),
                                        OptionalDouble.empty(),
                                        Optional.empty(),
                                        Optional.empty(),
                                        Map.of(),
                                        Map.of(),
                                        s)));
    }

    static Seen rdmaPortState(String device, int number, String state, String linkLayer) {
        return of(
                Given.of(
                        "sysfs-infiniband",
                        device + " state",
                        device + "/ports/1/state:" + number + ": " + state,
                        s ->
                                new RdmaPortState(
                                        device,
                                        1,
                                        number,
                                        state,
                                        OptionalInt.of(number == 4 ? 5 : 2),
                                        Optional.empty(),
                                        text(linkLayer),
                                        Optional.empty(),
                                        s)));
    }

    /// @param type `RoCE v1`, `RoCE v2`, or empty when the tool does not say
    static Seen gid(String device, int index, String type, String ipv4) {
        String[] parts = ipv4.split("\\.");
        String gid =
                String.format(
                        "0000:0000:0000:0000:0000:ffff:%02x%02x:%02x%02x",
                        Integer.parseInt(parts[0]),
                        Integer.parseInt(parts[1]),
                        Integer.parseInt(parts[2]),
                        Integer.parseInt(parts[3]));
        return gid(device, index, type, gid, Optional.of(ipv4));
    }

    static Seen gid(String device, int index, String type, String gid, Optional<String> ipv4) {
        return of(
                Given.of(
                        "show_gids",
                        device + index,
                        device + " 1 " + index + " " + gid + " " + type,
                        s ->
                                new GidEntry(
                                        device,
                                        1,
                                        index,
                                        gid,
                                        ipv4,
                                        text(type),
                                        Optional.empty(),
                                        s)));
    }

    static Seen portCounters(
            String device, Map<String, Long> counters, Map<String, Long> hwCounters) {
        return of(
                Given.of(
                        "rdma counters",
                        device,
                        device + " " + counters + " " + hwCounters,
                        s -> new PortCounters(device, 1, counters, hwCounters, s)));
    }

    static Seen cmaMode(String device, String mode) {
        return of(
                Given.of(
                        "cma_roce_mode -d " + device,
                        device,
                        mode,
                        s -> new CmaRoceMode(device, 1, mode, s)));
    }

    // --- GPUs

    /// @param links `GPU0 NIC0 PIX` a row
    static Seen topology(Map<String, String> nicNames, String... links) {
        Map<String, Map<String, String>> matrix = new TreeMap<>();
        for (String link : links) {
            String[] part = link.split(" ");
            matrix.computeIfAbsent(part[0], k -> new TreeMap<>()).put(part[1], part[2]);
            matrix.computeIfAbsent(part[1], k -> new TreeMap<>()).put(part[0], part[2]);
        }
        int gpus = (int) matrix.keySet().stream().filter(k -> k.startsWith("GPU")).count();
        return of(
                Given.of(
                        "nvidia-smi topo -m",
                        "",
                        matrix.toString(),
                        s ->
                                new GpuTopology(
                                        gpus,
                                        matrix.size() - gpus,
                                        matrix,
                                        Map.of(),
                                        Map.of(),
                                        Map.of(),
                                        nicNames,
                                        s)));
    }

    static Seen nvlink(int gpu, int link, boolean active) {
        return of(
                Given.of(
                        "nvidia-smi nvlink -s",
                        gpu + "/" + link,
                        "Link " + link + ": " + (active ? "26.562 GB/s" : "<inactive>"),
                        s ->
                                new NvLink(
                                        gpu,
                                        link,
                                        active,
                                        active ? OptionalDouble.of(26.562) : OptionalDouble.empty(),
                                        s)));
    }

    static Seen nvlinkErrors(int gpu, int link, Object... namesAndValues) {
        Map<String, Long> values = longs(namesAndValues);
        return of(
                Given.of(
                        "nvidia-smi nvlink -e",
                        gpu + "/" + link,
                        "Link " + link + ": " + values,
                        s -> new NvLinkErrors(gpu, link, values, s)));
    }

    // --- netplan

    static Seen netplanFile(String path, String mode, String renderer, String problem) {
        return of(
                Given.of(
                        "netplan files",
                        path,
                        path + " " + mode + " " + renderer + " " + problem,
                        s -> new NetplanFile(path, mode, text(renderer), text(problem), s)));
    }

    static Seen netplan(String file, String name, OptionalInt mtu, String... addresses) {
        return of(
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

    static Seen cloudInit(boolean installed, boolean disabled) {
        return of(
                Given.of(
                        "cloud.cfg.d",
                        "",
                        "installed " + installed + " disabled " + disabled,
                        s -> new CloudInitNetwork(installed, disabled, s)));
    }

    static Optional<String> text(String value) {
        return value.isEmpty() ? Optional.empty() : Optional.of(value);
    }
}
