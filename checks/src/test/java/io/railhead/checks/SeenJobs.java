package io.railhead.checks;

import io.railhead.model.Source;
import io.railhead.model.fact.JobVariable;
import io.railhead.model.fact.PacketFilter;
import io.railhead.model.fact.PacketFilter.Chain;
import io.railhead.model.fact.PacketFilter.Rule;
import io.railhead.model.fact.ProcessLimit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What jobs meet on a host of a test world: variables, limits of launchers, packet filters.
public final class SeenJobs {
    private SeenJobs() {}

    public static Seen variable(String file, String name, String value) {
        return Seen.of(
                Given.of(
                        "nccl.conf",
                        file + name,
                        file + ":1:" + name + "=" + value,
                        s -> new JobVariable(name, value, file, s)));
    }

    /// A further line of the same file for the same variable.
    public static Seen again(String file, String name, String value) {
        return Seen.of(
                Given.of(
                        "nccl.conf",
                        file + name + " again",
                        file + ":2:" + name + "=" + value,
                        s -> new JobVariable(name, value, file, s)));
    }

    public static Seen processLimit(String process, String bytes) {
        return Seen.of(
                Given.of(
                        "grep memory /proc/PID/limits",
                        process,
                        process + "[812]: Max locked memory " + bytes,
                        s -> new ProcessLimit(process, 812, "memlock", bytes, bytes, s)));
    }

    /// @param chains `input accept`, with a hook and a policy, or `other`; each followed by its
    ///     rules, `CONDITION -> VERDICT`
    public static Seen filter(String... chains) {
        return Seen.of(
                Given.of(
                        "nft list ruleset",
                        "",
                        String.join(" | ", chains),
                        s -> new PacketFilter(chains(s, chains), s)));
    }

    private static List<Chain> chains(Source s, String... rows) {
        List<Chain> chains = new ArrayList<>();
        List<Rule> rules = new ArrayList<>();
        for (int i = rows.length - 1; i >= 0; i--) {
            int arrow = rows[i].indexOf("->");
            if (arrow >= 0) {
                String condition = rows[i].substring(0, arrow).strip();
                rules.addFirst(new Rule(condition, rows[i].substring(arrow + 2).strip(), s));
                continue;
            }
            String[] words = rows[i].split(" ");
            boolean base = words.length > 1;
            chains.addFirst(
                    new Chain(
                            "inet",
                            "filter",
                            words[0],
                            base ? Optional.of(words[0]) : Optional.empty(),
                            base ? Optional.of(words[1]) : Optional.empty(),
                            rules,
                            s));
            rules = new ArrayList<>();
        }
        return chains;
    }
}
