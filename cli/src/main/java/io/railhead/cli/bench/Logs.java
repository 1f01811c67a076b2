package io.railhead.cli.bench;

import io.railhead.bench.Log;
import io.railhead.checks.Report;
import io.railhead.checks.Situation;
import io.railhead.checks.diagnosis.Diagnosis;
import io.railhead.cli.report.BenchText;
import io.railhead.evidence.paste.Paste;
import io.railhead.model.Facts;
import io.railhead.model.Finding;
import io.railhead.model.Severity;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.RdmaLink;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// What the logs of a run say by themselves: the same diagnosis as of pasted ones.
final class Logs {
    private Logs() {}

    /// The findings of all logs together, root causes first. What hosts showed stands beside the
    /// logs, and what only it tells is left to `check`.
    static List<Finding> diagnosed(List<Log> logs, Facts hosts) {
        if (logs.isEmpty()) {
            return List.of();
        }
        Paste paste = new Paste();
        paste.add(hosts.toBuilder());
        hosts.machines().forEach(host -> devices(paste, hosts, host));
        Set<String> documents = new HashSet<>();
        for (Log log : logs) {
            String name =
                    BenchText.OUTPUT_OF + "%s on %s".formatted(log.label(), log.pair().from());
            add(paste, documents, name, log.transcript().stdout());
            add(paste, documents, name + ", errors", log.transcript().stderr());
        }
        Report report = Diagnosis.of(new Situation(paste.facts(), Optional.empty()));
        // Within a host the network carries nothing: what is only worth knowing of it is not.
        boolean spans = logs.stream().anyMatch(l -> l.pair().isJob());
        return report.findings().stream()
                .filter(f -> spans || f.severity() != Severity.INFO)
                .filter(f -> f.evidence().stream().anyMatch(e -> documents.contains(e.document())))
                .toList();
    }

    /// Whether NCCL itself said anything: what only the shell said was no log of it.
    static boolean isOfNccl(Log log) {
        return (log.transcript().stdout() + log.transcript().stderr()).contains(" NCCL ");
    }

    /// Causes know devices by the lines that name them.
    private static void devices(Paste paste, Facts hosts, String host) {
        String lines =
                hosts.of(host, RdmaLink.class).stream()
                        .map(Fact::source)
                        .map(s -> hosts.line(s.document(), s.firstLine()))
                        .filter(l -> !l.isBlank())
                        .distinct()
                        .collect(Collectors.joining("\n"));
        add(paste, new HashSet<>(), host + "/rdma link", lines);
    }

    private static void add(Paste paste, Set<String> documents, String name, String text) {
        if (!text.isBlank() && documents.add(name)) {
            paste.add(name, new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
        }
    }
}
