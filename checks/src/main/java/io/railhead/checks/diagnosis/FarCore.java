package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import io.railhead.model.fact.PerftestRun;
import java.math.BigInteger;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// Processes run on CPUs far from their NIC or GPU.
@AutoService(Cause.class)
public final class FarCore implements Cause {
    @Override
    public String code() {
        return "numa-cpu-binding";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        List<LogEvent> bound = clues.of("cpu-binding");
        if (byMask(clues, verdict)) return;
        if (byDevice(clues, verdict)) return;
        boolean severalHosts =
                clues.of("numa-of-hca").stream().map(clues::who).distinct().count() > 1;
        for (LogEvent hca : clues.of("numa-of-hca")) {
            List<LogEvent> here =
                    bound.stream()
                            .filter(b -> !severalHosts || clues.who(b).equals(clues.who(hca)))
                            .toList();
            List<LogEvent> elsewhere =
                    here.stream()
                            .filter(b -> !b.get("node").isEmpty())
                            .filter(b -> !b.get("node").equals(hca.get("node")))
                            .filter(
                                    b ->
                                            b.text().contains(hca.get("hca"))
                                                    || isFor(clues, b, hca.get("hca")))
                            .toList();
            if (!elsewhere.isEmpty()) {
                verdict.certain(
                                elsewhere,
                                "the process is bound to NUMA node "
                                        + elsewhere.getFirst().get("node")
                                        + ", the device is on node "
                                        + hca.get("node"))
                        .cites(hca);
                return;
            }
            for (LogEvent b : here) {
                List<LogEvent> own = clues.where("numa-cpus", "node", hca.get("node"));
                if (b.get("cpus").isEmpty() || own.isEmpty() || usesOther(clues, b, hca)) continue;
                if (Cpus.outside(b.get("cpus"), own.getFirst().get("cpus"))) {
                    verdict.certain(
                                    List.of(b),
                                    "the process is bound to CPU "
                                            + b.get("cpus")
                                            + ", the device is on NUMA node "
                                            + hca.get("node"))
                            .cites(hca)
                            .cites(own);
                    return;
                }
            }
        }
    }

    /// The kernel tells a device's own CPUs (`local_cpulist`): none of those that the process may
    /// use is among them.
    private static boolean byDevice(Clues clues, Verdict verdict) {
        List<LogEvent> lists = clues.where("numa-cpus", e -> !device(e).isEmpty());
        for (LogEvent list : lists) {
            boolean alone =
                    lists.stream().map(e -> e.get("cpus")).distinct().count() == 1
                            && clues.of("numa-of-hca").stream()
                                            .map(e -> e.get("node"))
                                            .distinct()
                                            .count()
                                    <= 1;
            List<LogEvent> far =
                    clues.of("cpu-binding", "cpu-mask").stream()
                            .filter(b -> isSameHost(clues, b, list))
                            .filter(b -> Cpus.outside(allowed(b), list.get("cpus")))
                            .filter(b -> alone || isFor(clues, b, device(list)))
                            .toList();
            if (far.isEmpty()) continue;
            Suspicion s =
                    verdict.certain(
                            far,
                            "the process may use CPUs %s only, those of %s are %s"
                                    .formatted(
                                            allowed(far.getFirst()),
                                            device(list),
                                            list.get("cpus")));
            clues.all(PerftestRun.class).stream().limit(2).forEach(s::cites);
            s.cites(list)
                    .cites(clues.of("numa-of-hca"))
                    .cites(clues.where("cpu-binding", b -> !far.contains(b)));
            return true;
        }
        return false;
    }

    private static String device(LogEvent e) {
        return e.get("hca").isEmpty() ? e.get("if") : e.get("hca");
    }

    /// Hosts are told apart where both lines name theirs.
    private static boolean isSameHost(Clues clues, LogEvent a, LogEvent b) {
        return a.host().isEmpty() || b.host().isEmpty() || clues.who(a).equals(clues.who(b));
    }

    /// The CPUs that a process may use, as a list.
    private static String allowed(LogEvent b) {
        return b.get("mask").isEmpty()
                ? b.get("cpus").strip().replace(' ', ',')
                : cpus(b.get("mask"));
    }

    /// Whether it is of a process that uses this device: its command names it, or the test that
    /// the same text goes on with.
    private static boolean isFor(Clues clues, LogEvent b, String device) {
        if (Pattern.compile("\\b" + Pattern.quote(device) + "\\b").matcher(named(clues, b)).find())
            return true;
        return clues.all(PerftestRun.class).stream()
                .filter(r -> r.source().document().equals(b.source().document()))
                .filter(r -> r.source().firstLine() >= b.source().firstLine())
                .findFirst()
                .flatMap(PerftestRun::device)
                .filter(device::equals)
                .isPresent();
    }

    /// Whether a command names another device than this one.
    private static boolean usesOther(Clues clues, LogEvent command, LogEvent device) {
        return clues.of("numa-of-hca").stream()
                .map(e -> e.get("hca"))
                .filter(name -> !name.isEmpty() && !name.equals(device.get("hca")))
                .anyMatch(name -> named(clues, command).matches("(?s).*\\b" + name + "\\b.*"));
    }

    /// The command and the line before it: what a shell echoes (`set -x`) stands there.
    private static String named(Clues clues, LogEvent command) {
        return clues.lineBefore(command) + "\n" + command.text();
    }

    /// Slurm tells the mask of CPUs that a task may use: none of them is of the device's node.
    private static boolean byMask(Clues clues, Verdict verdict) {
        List<LogEvent> hcas = clues.of("numa-of-hca");
        if (hcas.stream().map(e -> e.get("node")).distinct().count() != 1) return false;
        List<LogEvent> own = clues.where("numa-cpus", "node", hcas.getFirst().get("node"));
        if (own.isEmpty()) return false;
        List<LogEvent> far =
                clues.where(
                        "cpu-mask",
                        e -> Cpus.outside(cpus(e.get("mask")), own.getFirst().get("cpus")));
        if (far.isEmpty()) return false;
        List<LogEvent> near = clues.where("cpu-mask", e -> !far.contains(e));
        Suspicion s =
                verdict.certain(
                        far,
                        "the task may use the CPUs of mask %s only, the device is on NUMA node %s"
                                .formatted(
                                        far.getFirst().get("mask"), hcas.getFirst().get("node")));
        clues.all(PerftestRun.class).stream().limit(2).forEach(s::cites);
        s.cites(hcas).cites(own).cites(near);
        return true;
    }

    /// A list of the CPUs whose bits are set, as `0,1,2`.
    private static String cpus(String mask) {
        String digits = mask.replaceFirst("^0x", "").replace(",", "");
        BigInteger bits = new BigInteger(digits.isEmpty() ? "0" : digits, 16);
        return IntStream.range(0, bits.bitLength())
                .filter(bits::testBit)
                .mapToObj(String::valueOf)
                .collect(Collectors.joining(","));
    }
}
