package io.railhead.checks.diagnosis;

import io.railhead.model.Doubt;
import io.railhead.model.Evidence;
import io.railhead.model.Facts;
import io.railhead.model.Finding;
import io.railhead.model.Source;
import io.railhead.model.fact.EthtoolLink;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.LogEvent;
import io.railhead.model.fact.NetInterface;
import io.railhead.model.fact.PerftestRun;
import io.railhead.model.fact.RdmaLink;
import io.railhead.model.fact.RdmaNetdev;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The commands of findings with the port that their evidence is of, where they say `IFNAME`,
/// `DEVICE` or `-s ADDRESS`. Where the evidence is of several ports, or of none that it names, the
/// words stay: a guess would be typed in.
final class KnownNames {
    /// Names that systemd and the kernel give to interfaces (systemd.net-naming-scheme(7)).
    private static final Pattern INTERFACE =
            Pattern.compile(
                    "(?<![\\w./-])((?:en(?:[ops]\\d|P\\d|x[0-9a-f]{11})|eth\\d|bond\\d|ib(?:\\d|[ps]\\d))"
                            + "\\w{0,20}(?:\\.\\d{1,4})?)(?![\\w-])");

    /// Names of RDMA devices: the drivers' own, and those of rdma-core's persistent naming.
    private static final Pattern DEVICE =
            Pattern.compile(
                    "(?<![\\w.-])((?:mlx[45]_(?:bond_)?\\d|bnxt_re|irdma|qedr|rxe|siw|hfi1_|roce[a-zP]?\\d)"
                            + "\\w{0,20})(?![\\w-])");

    private static final Pattern PCI =
            Pattern.compile(
                    "(?<![\\w:.])((?:[0-9a-f]{4}:)?[0-9a-f]{2}:[01][0-9a-f]\\.[0-7])(?![\\w.])");

    /// The device that a driver's line in the kernel's log is of: `mlx5_core 0000:3b:00.0: …`.
    private static final Pattern OF_DRIVER =
            Pattern.compile(
                    "(?:^|\\] )[\\w-]{2,24} ((?:[0-9a-f]{4}:)?[0-9a-f]{2}:[01][0-9a-f]\\.[0-7])");

    /// NVIDIA's tools take the PCI address as well (mlxlink, mlxconfig: `-d`).
    private static final Pattern BY_SLOT =
            Pattern.compile("(?<=(?:mlxlink|mlxconfig|mlxfwreset) -d )DEVICE\\b");

    private static final Pattern HAS = Pattern.compile("\\b(?:IFNAME|DEVICE|ADDRESS)\\b");
    private static final Pattern SLOT = Pattern.compile("(?<=-s )ADDRESS\\b");

    private final Facts facts;
    private final Map<String, Set<String>> interfacesOf = new HashMap<>();
    private final Map<String, Set<String>> devicesOf = new HashMap<>();

    KnownNames(Facts facts) {
        this.facts = facts;
        facts(RdmaNetdev.class).forEach(n -> pair(n.device(), n.netdev()));
        facts(RdmaLink.class).forEach(l -> l.netdev().ifPresent(n -> pair(l.device(), n)));
    }

    private void pair(String device, String netdev) {
        interfacesOf.computeIfAbsent(device, d -> new TreeSet<>()).add(netdev);
        devicesOf.computeIfAbsent(netdev, d -> new TreeSet<>()).add(device);
    }

    private <F extends Fact> Stream<F> facts(Class<F> type) {
        return facts.machines().stream().flatMap(m -> facts.of(m, type).stream());
    }

    Finding in(Finding f) {
        boolean asked =
                HAS.matcher(f.fix()).find()
                        || HAS.matcher(f.doubt().decide()).find()
                        || f.doubt().alternatives().stream()
                                .anyMatch(a -> HAS.matcher(a.decide()).find());
        if (!asked) return f;
        Optional<String> netdev = only(f, INTERFACE, true);
        Optional<String> device = only(f, DEVICE, false);
        if (netdev.isEmpty()) netdev = device.flatMap(d -> single(interfacesOf.get(d)));
        if (device.isEmpty()) device = netdev.flatMap(n -> single(devicesOf.get(n)));
        Names names = new Names(netdev, device, slot(f));
        Doubt d = f.doubt();
        return new Finding(
                f.code(),
                f.severity(),
                f.subject(),
                f.summary(),
                f.cause(),
                names.put(f.fix()),
                f.evidence(),
                f.explains(),
                new Doubt(
                        d.certainty(),
                        names.put(d.decide()),
                        d.alternatives().stream()
                                .map(a -> new Doubt.Alternative(a.code(), names.put(a.decide())))
                                .toList()));
    }

    private record Names(Optional<String> netdev, Optional<String> device, Optional<String> slot) {
        String put(String text) {
            String said = text;
            if (netdev.isPresent()) said = said.replaceAll("\\bIFNAME\\b", netdev.get());
            if (device.isPresent()) said = said.replaceAll("\\bDEVICE\\b", device.get());
            if (slot.isEmpty()) return said;
            said = BY_SLOT.matcher(said).replaceAll(slot.get());
            return SLOT.matcher(said).replaceAll(slot.get());
        }
    }

    /// The one that is named by the subject, else by the summary, else by the evidence.
    private Optional<String> only(Finding f, Pattern pattern, boolean netdevs) {
        List<Set<String>> levels = new ArrayList<>();
        levels.add(found(pattern, f.subject()));
        levels.add(found(pattern, f.summary()));
        Set<String> quoted = new TreeSet<>();
        f.evidence().forEach(e -> quoted.addAll(found(pattern, e.text())));
        levels.add(quoted);
        levels.add(told(f, netdevs));
        return levels.stream().filter(l -> !l.isEmpty()).findFirst().flatMap(l -> single(l));
    }

    private static Optional<String> single(@org.jspecify.annotations.Nullable Set<String> names) {
        return names != null && names.size() == 1
                ? Optional.of(names.iterator().next())
                : Optional.empty();
    }

    private static Set<String> found(Pattern pattern, String text) {
        Set<String> names = new TreeSet<>();
        Matcher m = pattern.matcher(text);
        while (m.find()) names.add(m.group(1));
        return names;
    }

    private static Optional<String> slot(Finding f) {
        Set<String> own = new TreeSet<>();
        Set<String> all = new TreeSet<>();
        for (Evidence e : f.evidence()) {
            own.addAll(found(OF_DRIVER, e.text()));
            all.addAll(found(PCI, e.text()));
        }
        return single(own.isEmpty() ? all : own);
    }

    /// What the outputs are of that the quoted lines stand in.
    private Set<String> told(Finding f, boolean netdevs) {
        Set<String> names = new TreeSet<>();
        if (netdevs) {
            facts(EthtoolLink.class)
                    .filter(l -> isOf(f, l.source()))
                    .forEach(l -> names.add(l.interfaceName()));
            facts(NetInterface.class)
                    .filter(i -> isOf(f, i.source()))
                    .forEach(i -> names.add(i.name()));
        } else {
            facts(PerftestRun.class)
                    .filter(r -> isOf(f, r.source()))
                    .forEach(r -> r.device().ifPresent(names::add));
        }
        facts(LogEvent.class)
                .filter(e -> isOf(f, e.source()))
                .forEach(e -> names.add(e.get(netdevs ? "if" : "hca")));
        names.remove("");
        return names;
    }

    private static boolean isOf(Finding f, Source source) {
        for (Evidence e : f.evidence()) {
            if (e.document().equals(source.document())
                    && e.line() >= source.firstLine()
                    && e.line() <= source.lastLine()) return true;
        }
        return false;
    }
}
