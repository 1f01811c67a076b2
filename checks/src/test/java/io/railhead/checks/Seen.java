package io.railhead.checks;

import io.railhead.model.fact.*;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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

    static Seen rights(String bounding, boolean ownUsers) {
        return of(
                Given.of(
                        "/proc/self/status",
                        "CapBnd",
                        "CapBnd: " + bounding,
                        s -> new ProcessRights(bounding, ownUsers, s)));
    }

    static Seen loginPath(String file, String item, String value) {
        return of(
                Given.of(file, item, item + " " + value, s -> new LoginPath(file, item, value, s)));
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

    static Seen unconfirmed(String run, int left) {
        return of(
                Given.of(
                        "railhead's journal",
                        "waits",
                        "waits " + run + " left=" + left,
                        s -> new UnconfirmedRun(run, left, "ann@admin1", s)));
    }

    static Seen journal(int runs) {
        return of(
                Given.of(
                        "railhead's journal",
                        "runs",
                        "journal of railhead: " + runs + " runs stand",
                        s -> new ConfigJournal(runs, s)));
    }

    /// Applied by ann's run of a day in November; how it was left and is now as `key=value`.
    static Seen applied(
            String resource,
            AppliedResource.State state,
            List<String> was,
            List<String> now,
            AppliedResource.Edit... edits) {
        return of(
                Given.of(
                        "railhead's journal",
                        resource,
                        state.name().toLowerCase(java.util.Locale.ROOT) + " " + resource,
                        s ->
                                new AppliedResource(
                                        resource,
                                        "20261127T101500.250Z-0a1b",
                                        "2026-11-27T10:15:00Z",
                                        "ann@admin1",
                                        state,
                                        pairs(was),
                                        pairs(now),
                                        List.of(edits),
                                        s)));
    }

    private static java.util.SequencedMap<String, String> pairs(List<String> texts) {
        java.util.SequencedMap<String, String> pairs = new java.util.LinkedHashMap<>();
        texts.forEach(t -> pairs.put(t.split("=", 2)[0], t.split("=", 2)[1]));
        return pairs;
    }

    // --- for all of them

    static Map<String, Long> longs(Object... namesAndValues) {
        Map<String, Long> values = new TreeMap<>();
        for (int i = 0; i + 1 < namesAndValues.length; i += 2) {
            values.put(namesAndValues[i].toString(), ((Number) namesAndValues[i + 1]).longValue());
        }
        return values;
    }

    static Optional<String> text(String value) {
        return value.isEmpty() ? Optional.empty() : Optional.of(value);
    }
}
