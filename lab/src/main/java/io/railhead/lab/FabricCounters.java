package io.railhead.lab;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What the kernel counted at the ports of a lab's switch that have a queue ([FabricQueue]), and
/// what those queues are set to.
///
/// @param ports by name
/// @param settings of the queues in the kernel's own words, each once
public record FabricCounters(Map<String, Port> ports, Set<String> settings) {
    /// @param dropped packets that the queue had no room for
    /// @param marked packets that got a CE mark; empty where none are made
    public record Port(long dropped, OptionalLong marked) {}

    private static final Pattern QUEUE =
            Pattern.compile("qdisc tbf \\S+ dev (\\S+) root (?:refcnt \\d+ )?(.*\\S)\\s*");
    private static final Pattern DROPPED = Pattern.compile(".*\\(dropped (\\d+),.*");
    private static final Pattern COUNTER = Pattern.compile("\\s*counter (\\w+) \\{");
    private static final Pattern PACKETS = Pattern.compile("\\s*packets (\\d+) bytes \\d+");
    private static final Pattern MARKS =
            Pattern.compile("\\s*oifname .*limit rate over (\\d+)/second .*ecn set ce.*");

    /// Of the fabric behind a network namespace; nothing where there is none.
    public static FabricCounters read(Path namespace) {
        ProcessBuilder builder =
                new ProcessBuilder(
                        "nsenter",
                        "--net=" + namespace,
                        "sh",
                        "-c",
                        "tc -s qdisc show; nft list ruleset bridge 2>/dev/null");
        builder.environment().put("PATH", Prerequisites.PATH);
        builder.redirectError(ProcessBuilder.Redirect.DISCARD);
        try {
            Process process = builder.start();
            process.getOutputStream().close();
            String out =
                    new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            process.waitFor();
            return parse(out);
        } catch (IOException e) {
            return new FabricCounters(Map.of(), Set.of());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new FabricCounters(Map.of(), Set.of());
        }
    }

    static FabricCounters parse(String text) {
        Map<String, Long> dropped = new LinkedHashMap<>();
        Map<String, Long> marked = new LinkedHashMap<>();
        Set<String> queues = new LinkedHashSet<>();
        Set<String> marks = new LinkedHashSet<>();
        Optional<String> port = Optional.empty();
        for (String line : text.lines().toList()) {
            Matcher queue = QUEUE.matcher(line);
            Matcher drops = DROPPED.matcher(line);
            Matcher counter = COUNTER.matcher(line);
            Matcher packets = PACKETS.matcher(line);
            Matcher rule = MARKS.matcher(line);
            if (queue.matches()) {
                port = Optional.of(queue.group(1));
                queues.add("tbf " + queue.group(2));
            } else if (line.startsWith("qdisc ")) {
                port = Optional.empty();
            } else if (counter.matches()) {
                port = Optional.of(counter.group(1));
            } else if (rule.matches()) {
                marks.add("CE over " + rule.group(1) + " packets/second");
            } else if (port.isPresent() && drops.matches()) {
                dropped.put(port.get(), Long.parseLong(drops.group(1)));
                port = Optional.empty();
            } else if (port.isPresent() && packets.matches()) {
                marked.put(port.get(), Long.parseLong(packets.group(1)));
                port = Optional.empty();
            }
        }
        Map<String, Port> ports = new LinkedHashMap<>();
        dropped.forEach(
                (name, n) -> {
                    Long ce = marked.get(name);
                    ports.put(
                            name,
                            new Port(n, ce == null ? OptionalLong.empty() : OptionalLong.of(ce)));
                });
        List<String> settings = new ArrayList<>(queues);
        if (!queues.isEmpty()) {
            settings.addAll(marks.isEmpty() ? List.of("no ECN marks") : marks);
        }
        return new FabricCounters(ports, new LinkedHashSet<>(settings));
    }
}
