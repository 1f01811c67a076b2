package io.railhead.bench.run;

import io.railhead.model.Facts;
import io.railhead.model.Measurement;
import io.railhead.model.fact.FileSystem;
import io.railhead.model.fact.NvmeDrive;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The NVMe drives of hosts, and which of them the directory of a disk test lies on.
final class Drives {
    /// A drive, or a partition of it; what lies behind LVM, RAID or encryption has another name.
    private static final Pattern DEVICE = Pattern.compile("/dev/(nvme\\d{1,6}n\\d{1,6})(?:p\\d+)?");

    private final Facts facts;
    private final String directory;

    Drives(Facts facts, String directory) {
        this.facts = facts;
        this.directory = directory;
    }

    /// The value with the drive it was taken on, `drive`, where that is known.
    Measurement placed(Measurement m) {
        if (!m.metric().startsWith("disk.")) {
            return m;
        }
        return below(m.conditions().get("from"))
                .map(
                        drive ->
                                new Measurement(
                                        m.metric(),
                                        m.value(),
                                        m.unit(),
                                        m.statistic(),
                                        m.conditions().with("drive", words(drive)),
                                        m.source(),
                                        m.expectation()))
                .orElse(m);
    }

    private Optional<NvmeDrive> below(String host) {
        Optional<String> device =
                facts.of(host, FileSystem.class).stream()
                        .filter(f -> holds(f.mountPoint()))
                        .max(Comparator.comparingInt(f -> f.mountPoint().length()))
                        .map(FileSystem::device)
                        .map(DEVICE::matcher)
                        .filter(Matcher::matches)
                        .map(m -> m.group(1));
        return device.flatMap(
                d ->
                        facts.of(host, NvmeDrive.class).stream()
                                .filter(n -> n.device().equals(d))
                                .findFirst());
    }

    private boolean holds(String mountPoint) {
        String place = mountPoint.endsWith("/") ? mountPoint : mountPoint + "/";
        return (directory + "/").startsWith(place);
    }

    /// `NVMe drives of gpu01, gpu02: nvme0n1 SAMSUNG MZVLB256HAHQ 256 GB`: hosts that have the same
    /// once.
    List<String> inventory(List<String> hosts) {
        Map<String, List<String>> alike = new LinkedHashMap<>();
        for (String host : hosts) {
            List<String> drives =
                    facts.of(host, NvmeDrive.class).stream()
                            .map(d -> d.device() + " " + words(d))
                            .distinct()
                            .sorted()
                            .toList();
            if (!drives.isEmpty()) {
                alike.computeIfAbsent(String.join(", ", drives), d -> new ArrayList<>()).add(host);
            }
        }
        List<String> lines = new ArrayList<>();
        alike.forEach(
                (drives, of) ->
                        lines.add("NVMe drives of " + String.join(", ", of) + ": " + drives));
        return lines;
    }

    private static String words(NvmeDrive drive) {
        String model = drive.model().map(String::strip).orElse("of unknown model");
        return model + capacity(drive.capacityBytes());
    }

    /// With decimal prefixes, as drives are sold.
    private static String capacity(OptionalLong bytes) {
        if (bytes.isEmpty() || bytes.getAsLong() <= 0) {
            return "";
        }
        double gigabytes = bytes.getAsLong() / 1e9;
        return gigabytes < 1000
                ? String.format(Locale.ROOT, " %.0f GB", gigabytes)
                : String.format(Locale.ROOT, " %.2f TB", gigabytes / 1000);
    }
}
