package io.railhead.intent;

import io.railhead.model.intent.SoftwarePolicy;
import io.railhead.model.intent.SoftwarePolicy.Block;
import io.railhead.model.intent.SoftwarePolicy.Boot;
import io.railhead.model.intent.SoftwarePolicy.Modules;
import io.railhead.model.intent.SoftwarePolicy.PackageState;
import io.railhead.model.intent.SoftwarePolicy.Unit;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.snakeyaml.engine.v2.nodes.ScalarNode;

/// `units`, `modules`, `packages` and `blocks` of a policy.
final class SoftwarePolicies {
    /// Where the unit files go that Railhead writes (systemd.unit(5), local configuration).
    static final String UNITS = "/etc/systemd/system/";

    /// systemd.unit(5): characters of a name, and the suffixes of units that have files.
    private static final Pattern UNIT =
            Pattern.compile(
                    "[A-Za-z0-9:_.\\\\@-]{1,240}"
                            + "\\.(service|socket|timer|mount|automount|target|path|slice|swap)");

    private static final Pattern MODULE = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_-]{0,62}");

    /// Names and versions of dpkg and rpm.
    private static final Pattern PACKAGE = Pattern.compile("[A-Za-z0-9][A-Za-z0-9+._:-]{0,127}");

    private static final Pattern VERSION = Pattern.compile("[A-Za-z0-9][A-Za-z0-9.+:~^_-]{0,127}");

    private static final List<String> BOOTS =
            Stream.of(Boot.ENABLED, Boot.DISABLED, Boot.MASKED).map(Boot::word).toList();

    private SoftwarePolicies() {}

    /// What one policy changes of the one it inherits.
    record Patch(
            Map<String, Optional<Unit>> units,
            Given<List<Located<String>>> load,
            Map<String, Optional<String>> options,
            Given<List<Located<String>>> blacklist,
            Map<String, Optional<PackageState>> packages,
            Map<String, Optional<Block>> blocks) {

        static final Patch NONE =
                new Patch(Map.of(), Given.not(), Map.of(), Given.not(), Map.of(), Map.of());

        SoftwarePolicy apply(SoftwarePolicy base) {
            return new SoftwarePolicy(
                    Entries.over(units, base.units(), Unit::name),
                    new Modules(
                            plain(load, base.modules().load()),
                            Entries.over(options, base.modules().options()),
                            plain(blacklist, base.modules().blacklist())),
                    Entries.over(packages, base.packages()),
                    Entries.over(blocks, base.blocks(), Block::id));
        }
    }

    private static List<String> plain(Given<List<Located<String>>> given, List<String> base) {
        return given.stated()
                ? given.value().orElse(List.of()).stream().map(Located::value).toList()
                : base;
    }

    /// @param spots where paths are named, by path
    static Patch read(Decoding in, Section section, Map<String, Spot> spots) {
        Map<String, Optional<Unit>> units =
                section.get("units")
                        .map(
                                f ->
                                        Entries.read(
                                                in,
                                                f,
                                                "units: with roce-qos.service: below",
                                                SoftwarePolicies::isUnit,
                                                one -> unit(in, one, spots)))
                        .orElse(Map.of());
        Optional<Section> modules =
                section.get("modules")
                        .flatMap(f -> Section.open(in, f, "modules: {load: [rdma_ucm]}"));
        Patch patch =
                new Patch(
                        units,
                        modules.map(m -> names(in, m, "load")).orElse(Given.not()),
                        modules.flatMap(m -> m.get("options"))
                                .map(f -> options(in, f))
                                .orElse(Map.of()),
                        modules.map(m -> names(in, m, "blacklist")).orElse(Given.not()),
                        section.get("packages").map(f -> packages(in, f)).orElse(Map.of()),
                        section.get("blocks")
                                .map(f -> PolicyFiles.blocks(in, f, spots))
                                .orElse(Map.of()));
        modules.ifPresent(Section::close);
        return patch;
    }

    private static boolean isUnit(Decoding in, Field field) {
        boolean fits = UNIT.matcher(field.name()).matches();
        if (!fits) {
            in.problems.error(
                    field.keyAt(),
                    "\"" + Ranges.shortened(field.name()) + "\" is not the name of a unit",
                    "write it with its kind, such as roce-qos.service or fstrim.timer");
        }
        return fits;
    }

    private static Optional<Unit> unit(Decoding in, Field field, Map<String, Spot> spots) {
        Optional<Section> open =
                Section.open(in, field, field.name() + ": {boot: enabled, running: true}");
        if (open.isEmpty()) {
            return Optional.empty();
        }
        Section section = open.get();
        Optional<Field> bootField = section.get("boot");
        Optional<Boot> boot =
                bootField
                        .flatMap(f -> in.choice(f, BOOTS, "values"))
                        .map(word -> Boot.valueOf(word.toUpperCase(Locale.ROOT)));
        Optional<Field> runningField = section.get("running");
        Optional<Boolean> running = runningField.flatMap(in::bool);
        Optional<Field> contentField = section.get("content");
        Optional<String> content = contentField.flatMap(f -> unitFile(in, f));
        section.close();
        if (bootField.isEmpty() && runningField.isEmpty() && contentField.isEmpty()) {
            in.problems.error(
                    field.at(),
                    "says nothing",
                    "add boot: enabled, running: true or content:, or write null");
        }
        boolean masked = boot.equals(Optional.of(Boot.MASKED));
        if (masked && running.orElse(false)) {
            in.problems.error(
                    runningField.orElseThrow().at(),
                    "a masked unit cannot run",
                    "write running: false, or another boot:");
        }
        if (masked && content.isPresent()) {
            in.problems.error(
                    contentField.orElseThrow().at(),
                    "a masked unit has no file of its own",
                    "leave out content:, or write boot: disabled");
        }
        if (running.orElse(false) && field.name().contains("@.")) {
            in.problems.error(
                    runningField.orElseThrow().at(),
                    "a template runs only as one of its instances",
                    "name the instance, such as " + field.name().replace("@.", "@ttyS1."));
        }
        if (content.isPresent()) {
            spots.putIfAbsent(UNITS + field.name(), contentField.orElseThrow().at());
        }
        return Optional.of(new Unit(field.name(), content, boot.orElse(Boot.LEFT), running));
    }

    private static Optional<String> unitFile(Decoding in, Field field) {
        Optional<String> text = in.word(field).filter(t -> Credentials.absent(in, field, t));
        if (text.isPresent()
                && text.get().lines().noneMatch(l -> l.strip().matches("\\[[A-Za-z]+\\]"))) {
            in.problems.error(
                    field.at(),
                    "is no unit file: it has no section",
                    "write the whole file, with [Unit] and what follows, after content: |");
            return Optional.empty();
        }
        return text.map(t -> t.endsWith("\n") ? t : t + "\n");
    }

    private static Given<List<Located<String>>> names(Decoding in, Section section, String key) {
        return Given.read(
                section,
                key,
                f ->
                        Entries.words(
                                in,
                                f,
                                "a list of modules, [rdma_ucm]",
                                (item, word) -> isModule(in, item.at(), word)));
    }

    private static boolean isModule(Decoding in, Spot at, String name) {
        boolean fits = MODULE.matcher(name).matches();
        if (!fits) {
            in.problems.error(
                    at,
                    "\"" + Ranges.shortened(name) + "\" is not the name of a kernel module",
                    "write it as lsmod does, such as rdma_ucm, without .ko");
        }
        return fits;
    }

    private static Map<String, Optional<String>> options(Decoding in, Field field) {
        return Entries.read(
                in,
                field,
                "options: {mlx4_core: log_num_mtt=24}",
                (d, one) -> isModule(d, one.keyAt(), one.name()),
                one -> in.scalar(one).filter(v -> Entries.oneLine(in, one, v)));
    }

    private static Map<String, Optional<PackageState>> packages(Decoding in, Field field) {
        return Entries.read(
                in,
                field,
                "packages: {rdma-core: present}",
                SoftwarePolicies::isPackage,
                one -> state(in, one));
    }

    private static boolean isPackage(Decoding in, Field field) {
        boolean fits = PACKAGE.matcher(field.name()).matches();
        if (!fits) {
            in.problems.error(
                    field.keyAt(),
                    "\"" + Ranges.shortened(field.name()) + "\" cannot name a package",
                    "write its name, the version after it: {version: 2.21.5-1+cuda12.4}");
        }
        return fits;
    }

    private static Optional<PackageState> state(Decoding in, Field field) {
        if (field.value() instanceof ScalarNode) {
            return in.choice(
                            field,
                            List.of("present", "absent"),
                            "values besides {version: …, held: true}")
                    .map(
                            word ->
                                    new PackageState(
                                            word.equals("present"),
                                            Optional.empty(),
                                            Optional.empty()));
        }
        Optional<Section> open =
                Section.open(in, field, field.name() + ": present, absent or {version: …}");
        if (open.isEmpty()) {
            return Optional.empty();
        }
        Section section = open.get();
        Optional<Field> versionField = section.get("version");
        Optional<String> version = versionField.flatMap(f -> version(in, f));
        Optional<Field> heldField = section.get("held");
        Optional<Boolean> held = heldField.flatMap(in::bool);
        section.close();
        if (versionField.isEmpty() && heldField.isEmpty()) {
            in.problems.error(
                    field.at(), "says nothing", "write present, absent, or a version: and held:");
        }
        return Optional.of(new PackageState(true, version, held));
    }

    private static Optional<String> version(Decoding in, Field field) {
        Optional<String> text = in.word(field);
        if (text.isPresent() && !VERSION.matcher(text.get()).matches()) {
            in.problems.error(
                    field.at(),
                    "\"" + Ranges.shortened(text.get()) + "\" is not a version",
                    "write it as the package manager shows it, such as 2.21.5-1+cuda12.4");
            return Optional.empty();
        }
        return text;
    }
}
