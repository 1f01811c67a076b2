package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.Evidence;
import io.railhead.model.fact.HostsEntry;
import io.railhead.model.fact.LogEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;

/// Two nodes have the same host name.
@AutoService(Cause.class)
public final class DuplicateHost implements Cause {
    private static final Pattern ADDRESS =
            Pattern.compile("[Uu]sing (?:\\[\\d+\\])?([^:\\s]+:\\d+\\.\\d+\\.\\d+\\.\\d+)<");

    @Override
    public String code() {
        return "duplicate-hostname";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        Map<String, Set<String>> addresses = new TreeMap<>();
        Map<String, HostsEntry> entries = new TreeMap<>();
        List<HostsEntry> twice = new ArrayList<>();
        for (HostsEntry h : clues.all(HostsEntry.class)) {
            for (String name : h.names()) {
                String name0 = name.replaceAll("\\..*", "");
                if (h.address().startsWith("127.")
                        || name0.equals("localhost")
                        || h.address().contains(":")) continue;
                Set<String> of = addresses.computeIfAbsent(name0, k -> new TreeSet<>());
                of.add(h.address());
                HostsEntry first = entries.putIfAbsent(name0, h);
                if (first != null && of.size() > 1) {
                    twice.add(first);
                    twice.add(h);
                }
            }
        }
        List<LogEvent> ipc = clues.of("nccl-ipc-failed");
        if (!twice.isEmpty() && !ipc.isEmpty()) {
            Suspicion s =
                    verdict.certain(
                                    ipc,
                                    "two nodes have one host name, and NCCL takes them for one machine")
                            .cites(clues.of("nccl-channel-p2p"));
            twice.forEach(s::cites);
            s.explains("acs-iommu-breaks-p2p", "remote-rank-crashed");
        }
        byNccl(clues, verdict);
        Map<String, List<LogEvent>> named =
                new TreeMap<>(Clues.grouped(clues.of("named-address"), e -> e.get("name")));
        List<LogEvent> counted = clues.of("gpu-count-short", "nccl-duplicate-gpu");
        for (Map.Entry<String, List<LogEvent>> byName : named.entrySet()) {
            List<LogEvent> of = byName.getValue();
            if (of.stream().map(e -> e.get("addr")).distinct().count() < 2) continue;
            String called = "two machines are both called " + byName.getKey();
            (counted.isEmpty()
                            ? verdict.likely(of, called)
                            : verdict.certain(
                                    counted,
                                    called + ", and their processes are counted as of one"))
                    .cites(of)
                    .explains("duplicate-gpu", "cuda-error", "remote-rank-crashed");
        }
        asked(clues, counted, verdict);
        launched(clues, counted, verdict);
        LocalRanks.look(clues, verdict);
        List<LogEvent> told = clues.of("name-conflict");
        if (!told.isEmpty()) {
            verdict.certain(
                            told,
                            "another machine already has the name "
                                    + told.getFirst().value("name").orElse("of this one"))
                    .cites(clues.of("named-address"));
        }
    }

    /// ansible prints the machine that it asked above its answer: one answer under several of them.
    private static void asked(Clues clues, List<LogEvent> counted, Verdict verdict) {
        if (!clues.has("asked-hostname")) return;
        Map<String, List<LogEvent>> answers =
                Clues.grouped(
                        clues.of("ansible-host"),
                        e -> e.source().document() + "\n" + clues.lineAfter(e).strip());
        for (Map.Entry<String, List<LogEvent>> answer : answers.entrySet()) {
            String name = answer.getKey().substring(answer.getKey().indexOf('\n') + 1);
            List<LogEvent> of = answer.getValue();
            // Of lines that read alike the first and the last are known.
            long machines =
                    of.stream()
                            .mapToLong(
                                    e ->
                                            e.count() > 1
                                                            && name.equals(
                                                                    clues.facts()
                                                                            .line(
                                                                                    e.source()
                                                                                            .document(),
                                                                                    e.last() + 1)
                                                                            .strip())
                                                    ? 2
                                                    : 1)
                            .sum();
            if (machines < 2 || !name.matches("[A-Za-z][\\w.-]*")) continue;
            Suspicion s = verdict.certain(of, "two machines are both called " + name);
            of.forEach(
                    e ->
                            s.cites(
                                    new Evidence(
                                            e.source().document(),
                                            e.source().lastLine() + 1,
                                            name)));
            s.cites(counted).explains("duplicate-gpu", "cuda-error", "remote-rank-crashed");
            return;
        }
    }

    /// One name from all machines that a launcher was given, where there are two of them or more.
    private static void launched(Clues clues, List<LogEvent> counted, Verdict verdict) {
        Map<String, List<LogEvent>> answers =
                Clues.grouped(
                        clues.of("launched-hostname"),
                        e -> e.source().document() + " " + e.get("nodes"));
        for (List<LogEvent> of : answers.values()) {
            long slots = slots(of.getFirst().get("nodes"));
            long said = of.stream().mapToLong(LogEvent::count).sum();
            if (said < slots || of.stream().map(e -> e.get("name")).distinct().count() > 1)
                continue;
            String name = of.getFirst().get("name");
            (counted.isEmpty()
                            ? verdict.likely(of, "all machines of the job are called " + name)
                            : verdict.certain(
                                    counted,
                                    "all machines of the job are called "
                                            + name
                                            + ", and their processes are counted as of one"))
                    .cites(of)
                    .explains("duplicate-gpu", "cuda-error", "remote-rank-crashed");
        }
    }

    /// Processes that reach every machine of a list `A:8,B:8`, of one process where none is told,
    /// and of a number of machines; more than can be told where the list names one machine.
    private static long slots(String nodes) {
        if (nodes.matches("\\d{1,9}")) return Long.parseLong(nodes);
        List<String> list = List.of(nodes.split(","));
        long hosts = list.stream().map(n -> n.replaceAll(":.*", "")).distinct().count();
        if (hosts < 2) return Long.MAX_VALUE;
        return list.stream()
                .map(n -> n.replaceAll("^[^:]*:?", ""))
                .mapToLong(n -> n.matches("\\d{1,6}") ? Long.parseLong(n) : 1)
                .sum();
    }

    /// NCCL of one host name tells two addresses of one interface: then these are two machines.
    private static void byNccl(Clues clues, Verdict verdict) {
        Map<String, List<LogEvent>> interfaces = new TreeMap<>();
        for (LogEvent e : clues.of("nccl-bootstrap-if", "nccl-socket-using")) {
            String address =
                    ADDRESS.matcher(e.text()).results().map(r -> r.group(1)).findFirst().orElse("");
            if (e.host().isEmpty() || address.isEmpty()) continue;
            interfaces
                    .computeIfAbsent(
                            e.host() + " " + address.replaceAll(":.*", ""), k -> new ArrayList<>())
                    .add(e);
        }
        List<LogEvent> failed =
                clues.of(
                        "nccl-shm-open-failed",
                        "nccl-ipc-failed",
                        "nccl-wc-shm",
                        "connect-failed",
                        "nccl-duplicate-gpu");
        for (List<LogEvent> of : interfaces.values()) {
            Set<String> addresses = new TreeSet<>();
            of.forEach(
                    e ->
                            ADDRESS.matcher(e.text())
                                    .results()
                                    .findFirst()
                                    .ifPresent(r -> addresses.add(r.group(1))));
            if (addresses.size() < 2 || failed.isEmpty()) continue;
            verdict.certain(
                            failed,
                            "NCCL takes two machines of the name "
                                    + of.getFirst().host()
                                    + " for one")
                    .cites(of)
                    .cites(clues.of("nccl-channel-shm", "nccl-channel-p2p"))
                    .explains(
                            "acs-iommu-breaks-p2p",
                            "duplicate-gpu",
                            "dev-shm-too-small",
                            "remote-rank-crashed",
                            "container-bridge-network");
            return;
        }
    }
}
