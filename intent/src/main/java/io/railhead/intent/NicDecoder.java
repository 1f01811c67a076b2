package io.railhead.intent;

import io.railhead.model.intent.Lossless.Nic;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.snakeyaml.engine.v2.nodes.MappingNode;

/// `lossless.nic`.
final class NicDecoder {
    private static final List<String> WORDS = List.of("derive", "keep");

    /// As `mlxconfig` names its parameters; the port is put to it at each port.
    private static final Pattern PARAMETER = Pattern.compile("[A-Z][A-Z0-9_]{1,60}");

    private static final Pattern WITH_PORT = Pattern.compile(".*_P\\d");

    /// Parameters have 32 bits at most.
    private static final long MOST = 4_294_967_295L;

    private NicDecoder() {}

    static Nic nic(Decoding in, Field field) {
        Optional<Section> open = Section.open(in, field, "nic: {buffers: keep}");
        if (open.isEmpty()) {
            return Nic.DEFAULT;
        }
        Section section = open.get();
        boolean buffers = isDerived(in, section, "buffers");
        boolean turns = isDerived(in, section, "turns");
        Optional<SequencedMap<String, String>> firmware =
                section.get("firmware").flatMap(f -> firmware(in, f));
        section.close();
        return new Nic(buffers, turns, firmware);
    }

    private static boolean isDerived(Decoding in, Section section, String key) {
        return section.get(key)
                .flatMap(f -> in.choice(f, WORDS, "values"))
                .map(word -> word.equals("derive"))
                .orElse(true);
    }

    private static Optional<SequencedMap<String, String>> firmware(Decoding in, Field field) {
        if (!(field.value() instanceof MappingNode)) {
            return in.choice(field, WORDS, "values besides {CNP_DSCP: 48}")
                    .filter(word -> word.equals("derive"))
                    .map(word -> new TreeMap<>());
        }
        SequencedMap<String, String> settings = new TreeMap<>();
        Section section = Section.open(in, field, "firmware: derive").orElseThrow();
        for (Field setting : section.all()) {
            if (!PARAMETER.matcher(setting.name()).matches()
                    || WITH_PORT.matcher(setting.name()).matches()) {
                in.problems.error(
                        setting.keyAt(),
                        "cannot be a firmware parameter of a rail's port",
                        "write it as `mlxconfig` does, without _P1 or _P2: CNP_DSCP");
                continue;
            }
            if (Decoding.isBool(setting.value())) {
                in.bool(setting).ifPresent(b -> settings.put(setting.name(), b ? "1" : "0"));
            } else {
                in.whole(setting, 0, MOST, "a whole number, true or false")
                        .ifPresent(n -> settings.put(setting.name(), Long.toString(n)));
            }
        }
        return Optional.of(settings);
    }
}
