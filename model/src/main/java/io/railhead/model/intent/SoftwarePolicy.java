package io.railhead.model.intent;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.TreeMap;

/// Software of a host: systemd units, kernel modules, packages, and text in files of others.
///
/// @param packages wanted state by package name
public record SoftwarePolicy(
        List<Unit> units,
        Modules modules,
        SequencedMap<String, PackageState> packages,
        List<Block> blocks) {

    public static final SoftwarePolicy NONE =
            new SoftwarePolicy(List.of(), Modules.NONE, new TreeMap<>(), List.of());

    public SoftwarePolicy {
        units = units.stream().sorted(Comparator.comparing(Unit::name)).toList();
        packages = new TreeMap<>(packages);
        blocks = blocks.stream().sorted(Comparator.comparing(Block::id)).toList();
    }

    /// A systemd unit.
    ///
    /// @param name with its suffix, such as `roce-qos.service`
    /// @param content the unit file, where Railhead is to write it under `/etc/systemd/system`
    /// @param boot what happens at boot
    /// @param running whether it should run now; empty leaves it as it is
    public record Unit(
            String name, Optional<String> content, Boot boot, Optional<Boolean> running) {}

    /// What systemd does with a unit at boot (systemctl(1): enable, disable, mask).
    public enum Boot {
        ENABLED,
        DISABLED,
        MASKED,
        /// As it is.
        LEFT;

        /// Lower case, as in cluster.yaml.
        public String word() {
            return name().toLowerCase(java.util.Locale.ROOT);
        }
    }

    /// Kernel modules.
    ///
    /// @param load loaded now and at boot (modules-load.d(5))
    /// @param options by module, as in a line of modprobe.d(5)
    /// @param blacklist never loaded by its alias; not unloaded when something uses it now
    public record Modules(
            List<String> load, SequencedMap<String, String> options, List<String> blacklist) {

        public static final Modules NONE = new Modules(List.of(), new TreeMap<>(), List.of());

        public Modules {
            load = List.copyOf(load);
            options = new TreeMap<>(options);
            blacklist = List.copyOf(blacklist);
        }

        public boolean isEmpty() {
            return load.isEmpty() && options.isEmpty() && blacklist.isEmpty();
        }
    }

    /// @param present false when the package must not be installed
    /// @param version exactly this, as the package manager writes it; empty for any
    /// @param held kept from being upgraded; empty leaves it as it is
    public record PackageState(boolean present, Optional<String> version, Optional<Boolean> held) {}

    /// Lines of Railhead's own in a file of somebody else, between two marker lines.
    ///
    /// @param name tells several blocks of one file apart
    /// @param comment what begins a comment line in that file, such as `#`
    public record Block(String path, String name, String content, String comment) {
        public String id() {
            return path + "#" + name;
        }
    }
}
