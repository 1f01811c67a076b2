package io.railhead.intent;

import io.railhead.model.intent.SoftwarePolicy;
import io.railhead.model.intent.SoftwarePolicy.Block;
import io.railhead.model.intent.SoftwarePolicy.Boot;
import io.railhead.model.intent.SoftwarePolicy.Modules;
import io.railhead.model.intent.SoftwarePolicy.PackageState;
import io.railhead.model.intent.SoftwarePolicy.Unit;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/// Writes what a software policy changes of the one it inherits.
final class SoftwareWriter {
    private final PolicyWriter policies;
    private final YamlOut out;

    SoftwareWriter(PolicyWriter policies, YamlOut out) {
        this.policies = policies;
        this.out = out;
    }

    void write(SoftwarePolicy policy, SoftwarePolicy base) {
        modules(policy.modules(), base.modules());
        policies.entries(
                "packages",
                PolicyWriter.changed(policy.packages(), base.packages(), SoftwareWriter::state));
        units(policy.units(), base.units());
        blocks(policy.blocks(), base.blocks());
    }

    private void modules(Modules modules, Modules base) {
        if (modules.equals(base)) {
            return;
        }
        out.open("modules");
        if (!modules.load().equals(base.load())) {
            out.put("load", YamlOut.list(modules.load()));
        }
        policies.entries(
                "options",
                PolicyWriter.changed(modules.options(), base.options(), YamlOut::quoted));
        if (!modules.blacklist().equals(base.blacklist())) {
            out.put("blacklist", YamlOut.list(modules.blacklist()));
        }
        out.close();
    }

    private static String state(PackageState state) {
        if (!state.present()) {
            return "absent";
        }
        List<String> parts = new ArrayList<>();
        state.version().ifPresent(v -> parts.add("version: " + YamlOut.inFlow(v)));
        state.held().ifPresent(h -> parts.add("held: " + h));
        return parts.isEmpty() ? "present" : "{" + String.join(", ", parts) + "}";
    }

    private void units(List<Unit> units, List<Unit> base) {
        List<Unit> changed = without(units, base);
        List<Unit> gone = gone(units, base, Unit::name);
        if (changed.isEmpty() && gone.isEmpty()) {
            return;
        }
        out.open("units");
        for (Unit unit : changed) {
            out.open(unit.name());
            if (unit.boot() != Boot.LEFT) {
                out.put("boot", unit.boot().word());
            }
            unit.running().ifPresent(r -> out.put("running", r.toString()));
            unit.content().ifPresent(c -> out.putLines("content", c));
            out.close();
        }
        gone.forEach(unit -> out.put(unit.name(), "null"));
        out.close();
    }

    private void blocks(List<Block> blocks, List<Block> base) {
        List<Block> changed = without(blocks, base);
        List<Block> gone = gone(blocks, base, Block::id);
        if (changed.isEmpty() && gone.isEmpty()) {
            return;
        }
        out.open("blocks");
        changed.forEach(block -> block(block, true));
        gone.forEach(block -> block(block, false));
        out.close();
    }

    private void block(Block block, boolean there) {
        out.openItem();
        out.putText("path", block.path());
        if (!block.name().equals(PolicyFiles.NAME)) {
            out.putText("name", block.name());
        }
        if (there && !block.comment().equals(PolicyFiles.COMMENT)) {
            out.putText("comment", block.comment());
        }
        if (there) {
            out.putLines("content", block.content());
        } else {
            out.put("content", "null");
        }
        out.close();
    }

    private static <T> List<T> without(List<T> all, List<T> known) {
        List<T> left = new ArrayList<>(all);
        left.removeAll(known);
        return left;
    }

    private static <T> List<T> gone(List<T> now, List<T> base, Function<T, String> name) {
        List<String> kept = now.stream().map(name).toList();
        return base.stream().filter(item -> !kept.contains(name.apply(item))).toList();
    }
}
