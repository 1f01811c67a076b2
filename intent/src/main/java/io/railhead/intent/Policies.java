package io.railhead.intent;

import io.railhead.model.intent.HostPolicy;
import io.railhead.model.intent.HostPolicy.WholeFile;
import io.railhead.model.intent.Login;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/// `host-policy`, and `policy` of a host.
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

    private Policies() {}

    /// What one policy changes of the policy it inherits; an empty value takes away.
    ///
    /// @param spots where a path is given to something other than `files`
    record Patch(
            Map<String, Optional<String>> sysctl,
            Given<String> memlock,
            Given<String> governor,
            Optional<Boolean> netplan,
            Optional<Integer> timeSkewMillis,
            Map<String, Optional<WholeFile>> files,
            NetworkPolicies.Patch network,
            SoftwarePolicies.Patch software,
            LaunchPolicies.Patch launch,
            Map<String, Spot> spots) {

        static final Patch NONE =
                new Patch(
                        Map.of(),
                        Given.not(),
                        Given.not(),
                        Optional.empty(),
                        Optional.empty(),
                        Map.of(),
                        NetworkPolicies.Patch.NONE,
                        SoftwarePolicies.Patch.NONE,
                        LaunchPolicies.Patch.NONE,
                        Map.of());

        /// @param login the cluster's, whose user is trusted where nobody is named
        HostPolicy apply(HostPolicy base, Login login) {
            return new HostPolicy(
                    Entries.over(sysctl, base.sysctl()),
                    memlock.over(base.memlock()),
                    governor.over(base.governor()),
                    netplan.orElse(base.netplan()),
                    Entries.over(files, base.files(), WholeFile::path),
                    timeSkewMillis.orElse(base.timeSkewMillis()),
                    network.apply(base.network()),
                    software.apply(base.software()),
                    launch.apply(base.launch(), login));
        }
    }

    static Patch policy(Decoding in, Optional<Field> field) {
        Optional<Section> open =
                field.flatMap(f -> Section.open(in, f, f.name() + ": with one key a line below"));
        if (open.isEmpty()) {
            return Patch.NONE;
        }
        Section section = open.get();
        Map<String, Spot> spots = new HashMap<>();
        Patch patch =
                new Patch(
                        section.get("sysctl").map(f -> sysctl(in, f)).orElse(Map.of()),
                        Given.read(section, "memlock", f -> memlock(in, f)),
                        Given.read(section, "governor", f -> in.choice(f, GOVERNORS, "governors")),
                        section.get("netplan").flatMap(in::bool),
                        section.get("time-skew").flatMap(f -> skew(in, f)),
                        section.get("files").map(f -> PolicyFiles.files(in, f)).orElse(Map.of()),
                        NetworkPolicies.read(in, section),
                        SoftwarePolicies.read(in, section, spots),
                        LaunchPolicies.read(in, section, spots),
                        spots);
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
        Map<String, Field> written = new HashMap<>();
        Map<String, Optional<String>> read =
                Entries.read(
                        in,
                        field,
                        "sysctl: with a kernel setting a line, net.core.rmem_max: 268435456",
                        (d, one) -> isSetting(d, one, written),
                        one -> in.scalar(one).filter(v -> Entries.oneLine(in, one, v)));
        Map<String, Optional<String>> settings = new LinkedHashMap<>();
        read.forEach((k, v) -> settings.put(setting(k), v));
        return settings;
    }

    /// A key as sysctl(8) prints it, whichever way it is written: the first separator tells which
    /// of dot and slash separates, and the other one then stands for a dot in a name
    /// (sysctl.d(5)). `net/ipv4/conf/eth0.100/rp_filter` is `net.ipv4.conf.eth0/100.rp_filter`.
    static String setting(String key) {
        int slash = key.indexOf('/');
        int dot = key.indexOf('.');
        return slash < 0 || dot >= 0 && dot < slash
                ? key
                : key.replace('.', '\0').replace('/', '.').replace('\0', '/');
    }

    /// @param written the settings before it, as they were written
    private static boolean isSetting(Decoding in, Field field, Map<String, Field> written) {
        // A part of dots would lead out of /proc/sys, to any file of the machine.
        boolean fits =
                SYSCTL.matcher(field.name()).matches()
                        && List.of("..", "/.", "./", "//").stream()
                                .noneMatch(field.name()::contains);
        if (!fits) {
            in.problems.error(
                    field.keyAt(),
                    "is not the name of a kernel setting",
                    "write it as sysctl does, net.core.rmem_max");
            return false;
        }
        Field first = written.putIfAbsent(setting(field.name()), field);
        if (first == null) {
            return true;
        }
        in.problems.error(
                field.keyAt(),
                "is the setting that line "
                        + first.keyAt().line()
                        + " writes as "
                        + Ranges.shortened(first.name()),
                "keep one of the two");
        return false;
    }
}
