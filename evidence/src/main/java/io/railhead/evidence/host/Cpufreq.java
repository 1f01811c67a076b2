package io.railhead.evidence.host;

import com.google.auto.service.AutoService;
import io.railhead.evidence.CommandLine;
import io.railhead.evidence.Lines;
import io.railhead.evidence.Numbers;
import io.railhead.evidence.Parser;
import io.railhead.evidence.Reading;
import io.railhead.model.Probe;
import io.railhead.model.Transcript;
import io.railhead.model.fact.CpuGovernor;
import io.railhead.model.fact.Fact;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// `cpufreq` in sysfs, as `grep -H` prints it: `policy0/scaling_governor:performance`. A policy
/// rules the CPUs in `affected_cpus`. Virtual machines mostly have none.
@AutoService(Parser.class)
public final class Cpufreq implements Parser {
    private static final String FOLDER = "/sys/devices/system/cpu/cpufreq";
    private static final Set<String> GOVERNORS =
            Set.of(
                    "performance",
                    "powersave",
                    "ondemand",
                    "conservative",
                    "schedutil",
                    "userspace");

    @Override
    public String name() {
        return "cpufreq";
    }

    @Override
    public List<Probe> probes() {
        return List.of(
                Probe.once(
                                name(),
                                "cd "
                                        + FOLDER
                                        + " && grep -sH . policy*/scaling_governor policy*/affected_cpus"
                                        + " policy*/scaling_min_freq policy*/scaling_max_freq"
                                        + " policy*/scaling_cur_freq")
                        .cited("grep . " + FOLDER + "/policy*/scaling_*")
                        .asPrompt());
    }

    @Override
    public Set<Class<? extends Fact>> gives() {
        return Set.of(CpuGovernor.class);
    }

    @Override
    public boolean readsCommand(String command) {
        CommandLine line = CommandLine.of(command);
        return command.contains("/policy*/scaling_")
                || command.contains("scaling_governor")
                        && (line.is("cd") || line.is("cat") || line.is("grep"));
    }

    @Override
    public boolean recognises(String text) {
        return text.lines()
                .anyMatch(l -> l.contains("scaling_governor:") && !l.contains("No such file"));
    }

    @Override
    public Reading read(Transcript transcript) {
        Lines lines = Lines.of(transcript);
        Map<String, Policy> policies = new LinkedHashMap<>();
        Optional<String> absent = Optional.empty();
        for (Lines.Line line : lines) {
            if (!line.isLeft()) continue;
            if (line.text().contains("No such file or directory")) {
                absent = Optional.of(line.read().stripped());
                continue;
            }
            if (GOVERNORS.contains(line.stripped())) {
                // `cat cpu*/cpufreq/scaling_governor`: a CPU a line.
                policies.computeIfAbsent("line " + line.number(), k -> new Policy())
                        .take("scaling_governor", line.read(), line.stripped());
                continue;
            }
            Optional<GrepRow> row = GrepRow.of(line, false);
            if (row.isEmpty()) continue;
            String path = row.get().path();
            String policy = path.substring(0, Math.max(path.lastIndexOf('/'), 0));
            if (policies.computeIfAbsent(policy, k -> new Policy())
                    .take(row.get().baseName(), line, row.get().text())) {
                line.read();
            }
        }
        List<Fact> facts = facts(policies.values());
        if (facts.isEmpty()) {
            lines.unavailable(
                    "no CPU frequency control: this kernel or hypervisor offers none ("
                            + absent.or(lines::complaint).orElse(FOLDER + " holds no policy")
                            + ")");
        }
        return lines.reading(facts);
    }

    private static List<Fact> facts(Iterable<Policy> policies) {
        Map<String, List<Policy>> byGovernor = new LinkedHashMap<>();
        for (Policy p : policies) {
            if (p.governor != null)
                byGovernor.computeIfAbsent(p.governor, k -> new ArrayList<>()).add(p);
        }
        List<Fact> facts = new ArrayList<>();
        byGovernor.forEach(
                (governor, members) -> {
                    Policy first = members.getFirst();
                    if (first.line == null) return;
                    facts.add(
                            new CpuGovernor(
                                    governor,
                                    members.stream().mapToInt(p -> p.cpus).sum(),
                                    lowest(members, "scaling_min_freq"),
                                    highest(members, "scaling_max_freq"),
                                    lowest(members, "scaling_cur_freq"),
                                    first.line.source()));
                });
        return facts;
    }

    private static OptionalLong lowest(List<Policy> members, String file) {
        return members.stream()
                .flatMap(p -> Optional.ofNullable(p.khz.get(file)).stream())
                .mapToLong(Long::longValue)
                .min();
    }

    private static OptionalLong highest(List<Policy> members, String file) {
        return members.stream()
                .flatMap(p -> Optional.ofNullable(p.khz.get(file)).stream())
                .mapToLong(Long::longValue)
                .max();
    }

    private static final class Policy {
        private final Map<String, Long> khz = new HashMap<>();
        private int cpus = 1;
        private @Nullable String governor;
        private Lines.@Nullable Line line;

        boolean take(String file, Lines.Line from, String value) {
            switch (file) {
                case "scaling_governor" -> {
                    governor = value;
                    line = from;
                }
                case "affected_cpus", "related_cpus" -> {
                    if (file.startsWith("affected")) cpus = value.split("\\s+").length;
                }
                case "scaling_driver", "energy_performance_preference" -> {
                    return true;
                }
                default -> {
                    OptionalLong n = Numbers.toLong(value);
                    if (n.isEmpty() || !file.endsWith("_freq")) return false;
                    khz.put(file, n.getAsLong());
                }
            }
            return true;
        }
    }
}
