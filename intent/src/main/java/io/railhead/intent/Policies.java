package io.railhead.intent;

import io.railhead.model.intent.HostPolicy;
import io.railhead.model.intent.HostPolicy.WholeFile;
import io.railhead.model.intent.Lossless;
import io.railhead.model.intent.Lossless.Ecn;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.snakeyaml.engine.v2.nodes.MappingNode;

/// `host-policy`, `policy` of a host, and `lossless`.
final class Policies {
    /// CPU frequency governors of the mainline kernel (Documentation/admin-guide/pm/cpufreq.rst).
    static final List<String> GOVERNORS =
            List.of(
                    "performance",
                    "powersave",
                    "schedutil",
                    "ondemand",
                    "conservative",
                    "userspace");

    private static final Pattern SYSCTL = Pattern.compile("[a-z0-9_]+([./][A-Za-z0-9_.:@*/-]+)+");
    private static final Pattern MODE = Pattern.compile("0?[0-7]{3}|[0-7]{4}");
    private static final Pattern OWNER = Pattern.compile("[a-z_][a-z0-9_-]{0,31}");

    private Policies() {}

    /// What one policy changes of the policy it inherits; an empty value takes away.
    record Patch(
            Map<String, Optional<String>> sysctl,
            Given<String> memlock,
            Given<String> governor,
            Optional<Boolean> netplan,
            Optional<Integer> timeSkewMillis,
            Map<String, Optional<WholeFile>> files) {

        static final Patch NONE =
                new Patch(
                        Map.of(),
                        Given.not(),
                        Given.not(),
                        Optional.empty(),
                        Optional.empty(),
                        Map.of());

        HostPolicy apply(HostPolicy base) {
            TreeMap<String, String> keys = new TreeMap<>(base.sysctl());
            sysctl.forEach(
                    (key, value) ->
                            value.ifPresentOrElse(v -> keys.put(key, v), () -> keys.remove(key)));
            TreeMap<String, WholeFile> byPath = new TreeMap<>();
            base.files().forEach(f -> byPath.put(f.path(), f));
            files.forEach(
                    (path, file) ->
                            file.ifPresentOrElse(
                                    f -> byPath.put(path, f), () -> byPath.remove(path)));
            return new HostPolicy(
                    keys,
                    memlock.over(base.memlock()),
                    governor.over(base.governor()),
                    netplan.orElse(base.netplan()),
                    List.copyOf(byPath.values()),
                    timeSkewMillis.orElse(base.timeSkewMillis()),
                    base.network(),
                    base.software(),
                    base.launch());
        }
    }

    static Patch policy(Decoding in, Optional<Field> field) {
        Optional<Section> open =
                field.flatMap(f -> Section.open(in, f, f.name() + ": with one key a line below"));
        if (open.isEmpty()) {
            return Patch.NONE;
        }
        Section section = open.get();
        Patch patch =
                new Patch(
                        section.get("sysctl").map(f -> sysctl(in, f)).orElse(Map.of()),
                        Given.read(section, "memlock", f -> memlock(in, f)),
                        Given.read(section, "governor", f -> in.choice(f, GOVERNORS, "governors")),
                        section.get("netplan").flatMap(in::bool),
                        section.get("time-skew").flatMap(f -> skew(in, f)),
                        section.get("files").map(f -> files(in, f)).orElse(Map.of()));
        section.close();
        return patch;
    }

    private static Optional<Integer> skew(Decoding in, Field field) {
        return in.quantity(
                field,
                text -> {
                    OptionalInt millis = Units.millis(text);
                    return millis.isPresent() && millis.getAsInt() > 0
                            ? Optional.of(millis.getAsInt())
                            : Optional.empty();
                },
                "a time of at least 1ms, such as 500ms or 2s");
    }

    private static Optional<String> memlock(Decoding in, Field field) {
        if (YamlText.text(field.value()).equals("unlimited")) {
            return Optional.of("unlimited");
        }
        return in.quantity(
                field,
                text -> {
                    OptionalLong bytes = Units.bytes(text);
                    return bytes.isPresent() && bytes.getAsLong() % 1024 == 0
                            ? Optional.of(Long.toString(bytes.getAsLong() / 1024))
                            : Optional.empty();
                },
                "unlimited, or a whole number of KiB such as 64GiB");
    }

    private static Map<String, Optional<String>> sysctl(Decoding in, Field field) {
        Map<String, Optional<String>> keys = new LinkedHashMap<>();
        Section.open(
                        in,
                        field,
                        "sysctl: with a kernel setting a line, net.core.rmem_max: 268435456")
                .ifPresent(
                        section -> {
                            for (Field one : section.all()) {
                                if (!SYSCTL.matcher(one.name()).matches()) {
                                    in.problems.error(
                                            one.keyAt(),
                                            "is not the name of a kernel setting",
                                            "write it as sysctl does, net.core.rmem_max");
                                } else if (Decoding.isNull(one.value())) {
                                    keys.put(one.name(), Optional.empty());
                                } else {
                                    in.scalar(one)
                                            .filter(v -> oneLine(in, one, v))
                                            .ifPresent(v -> keys.put(one.name(), Optional.of(v)));
                                }
                            }
                        });
        return keys;
    }

    private static boolean oneLine(Decoding in, Field field, String value) {
        boolean fits =
                value.chars().noneMatch(c -> c < 0x20 && c != '\t')
                        && value.length() <= 4096
                        && !value.isBlank();
        if (!fits) {
            in.problems.error(field.at(), "is not a single line", "write one line of text");
        }
        return fits;
    }

    private static Map<String, Optional<WholeFile>> files(Decoding in, Field field) {
        Map<String, Optional<WholeFile>> files = new LinkedHashMap<>();
        for (Field item : in.items(field, "a list of {path: …, content: …}")) {
            Section.open(in, item, "{path: /etc/…, content: …}")
                    .ifPresent(section -> file(in, section, files));
        }
        return files;
    }

    private static void file(Decoding in, Section section, Map<String, Optional<WholeFile>> files) {
        Optional<Field> pathField = section.require("path", "/etc/…");
        Optional<String> path = pathField.flatMap(in::word);
        Optional<Field> contentField = section.require("content", "the text of the file");
        boolean without = contentField.isPresent() && Decoding.isNull(contentField.get().value());
        Optional<String> content = without ? Optional.of("") : contentField.flatMap(in::text);
        Optional<String> mode = section.get("mode").flatMap(f -> mode(in, f));
        Optional<String> owner = section.get("owner").flatMap(f -> owner(in, f));
        Optional<String> group = section.get("group").flatMap(f -> owner(in, f));
        section.close();
        if (path.isEmpty()) {
            return;
        }
        Spot at = pathField.get().at();
        String name = path.get();
        if (!name.startsWith("/")
                || name.endsWith("/")
                || name.chars().anyMatch(c -> c < 0x20)
                || List.of(name.split("/")).contains("..")) {
            in.problems.error(
                    at,
                    "\"" + Ranges.shortened(name) + "\" is not the absolute path of a file",
                    "write a path that begins with / and has no ..");
        } else if (files.containsKey(name)) {
            in.problems.error(at, name + " is listed twice", "keep one of the two");
        } else if (content.isPresent()) {
            files.put(
                    name,
                    without
                            ? Optional.empty()
                            : Optional.of(
                                    new WholeFile(
                                            name,
                                            content.get(),
                                            mode.orElse("0644"),
                                            owner.orElse("root"),
                                            group.orElse("root"))));
        }
    }

    private static Optional<String> mode(Decoding in, Field field) {
        Optional<String> text = in.text(field);
        if (text.isPresent() && !MODE.matcher(text.get()).matches()) {
            in.problems.error(
                    field.at(),
                    "\"" + Ranges.shortened(text.get()) + "\" is not a mode",
                    "write octal digits in quotes, such as \"0644\"");
            return Optional.empty();
        }
        return text.map(t -> t.length() == 3 ? "0" + t : t);
    }

    private static Optional<String> owner(Decoding in, Field field) {
        Optional<String> text = in.word(field);
        if (text.isPresent() && !OWNER.matcher(text.get()).matches()) {
            in.problems.error(
                    field.at(),
                    "\"" + Ranges.shortened(text.get()) + "\" is not a user or group",
                    "write a name such as root");
            return Optional.empty();
        }
        return text;
    }

    static Optional<Lossless> lossless(Decoding in, Optional<Field> field) {
        Optional<Section> open =
                field.flatMap(f -> Section.open(in, f, "lossless: {priority: 3, dscp: 26}"));
        if (open.isEmpty()) {
            return Optional.empty();
        }
        Section section = open.get();
        Optional<Field> priorityField = section.require("priority", "3");
        OptionalInt priority = integer(in, priorityField, 7);
        OptionalInt dscp = integer(in, section.require("dscp", "26"), 63);
        Optional<Field> cnpField = section.get("cnp-dscp");
        OptionalInt cnpDscp = integer(in, cnpField, 63);
        Optional<Field> cnpPriorityField = section.get("cnp-priority");
        OptionalInt cnpPriority = integer(in, cnpPriorityField, 7);
        Ecn ecn = section.get("ecn").flatMap(f -> ecn(in, f)).orElse(new Ecn.Derive());
        section.close();
        if (priority.isEmpty() || dscp.isEmpty()) {
            return Optional.empty();
        }
        if (cnpPriority.equals(priority)) {
            in.problems.warning(
                    cnpPriorityField.orElseThrow().at(),
                    "congestion notifications would wait in the lossless queue they are to relieve",
                    "give them a priority of their own, 6 for example");
        }
        if (cnpDscp.equals(dscp)) {
            in.problems.warning(
                    cnpField.orElseThrow().at(),
                    "congestion notifications carry the DSCP of the data they are about",
                    "give them a DSCP of their own, 48 for example");
        }
        return Optional.of(
                new Lossless(priority.getAsInt(), dscp.getAsInt(), cnpDscp, cnpPriority, ecn));
    }

    private static OptionalInt integer(Decoding in, Optional<Field> field, int high) {
        return field.isEmpty() ? OptionalInt.empty() : in.integer(field.get(), 0, high);
    }

    private static Optional<Ecn> ecn(Decoding in, Field field) {
        if (!(field.value() instanceof MappingNode)) {
            return in.choice(field, List.of("derive", "off"), "values besides {kmin: …}")
                    .map(word -> word.equals("off") ? new Ecn.Off() : new Ecn.Derive());
        }
        Section section = Section.open(in, field, "ecn: derive").orElseThrow();
        Optional<Long> kmin = section.require("kmin", "150KB").flatMap(f -> bytes(in, f));
        Optional<Field> kmaxField = section.require("kmax", "1500KB");
        Optional<Long> kmax = kmaxField.flatMap(f -> bytes(in, f));
        Optional<Integer> pmax = section.require("pmax", "10%").flatMap(f -> percent(in, f));
        section.close();
        if (kmin.isEmpty() || kmax.isEmpty() || pmax.isEmpty()) {
            return Optional.empty();
        }
        if (kmax.get() < kmin.get()) {
            in.problems.error(
                    kmaxField.orElseThrow().at(),
                    "kmax is below kmin",
                    "marking starts at kmin and is full at kmax: let kmax be larger");
        }
        return Optional.of(new Ecn.Fixed(kmin.get(), kmax.get(), pmax.get()));
    }

    private static Optional<Long> bytes(Decoding in, Field field) {
        return in.quantity(
                field,
                text -> {
                    OptionalLong bytes = Units.bytes(text);
                    return bytes.isPresent() && bytes.getAsLong() > 0
                            ? Optional.of(bytes.getAsLong())
                            : Optional.empty();
                },
                "bytes with their unit, such as 150KB or 150KiB");
    }

    private static Optional<Integer> percent(Decoding in, Field field) {
        return in.quantity(
                field,
                text -> {
                    OptionalInt percent = Units.percent(text);
                    return percent.isPresent()
                                    && percent.getAsInt() >= 1
                                    && percent.getAsInt() <= 100
                            ? Optional.of(percent.getAsInt())
                            : Optional.empty();
                },
                "whole per cent from 1% to 100%");
    }
}
