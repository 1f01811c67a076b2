package io.railhead.checks;

import io.railhead.model.fact.*;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;

/// GPU topology and NVLink of a test world.
public final class SeenGpus {
    private SeenGpus() {}

    /// @param links `GPU0 NIC0 PIX` a row
    public static Seen topology(Map<String, String> nicNames, String... links) {
        Map<String, Map<String, String>> matrix = new TreeMap<>();
        for (String link : links) {
            String[] part = link.split(" ");
            matrix.computeIfAbsent(part[0], k -> new TreeMap<>()).put(part[1], part[2]);
            matrix.computeIfAbsent(part[1], k -> new TreeMap<>()).put(part[0], part[2]);
        }
        int gpus = (int) matrix.keySet().stream().filter(k -> k.startsWith("GPU")).count();
        return Seen.of(
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

    public static Seen nvlink(int gpu, int link, boolean active) {
        return Seen.of(
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

    public static Seen nvlinkErrors(int gpu, int link, Object... namesAndValues) {
        Map<String, Long> values = Seen.longs(namesAndValues);
        return Seen.of(
                Given.of(
                        "nvidia-smi nvlink -e",
                        gpu + "/" + link,
                        "Link " + link + ": " + values,
                        s -> new NvLinkErrors(gpu, link, values, s)));
    }
}
