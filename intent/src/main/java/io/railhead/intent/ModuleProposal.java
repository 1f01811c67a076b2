package io.railhead.intent;

import io.railhead.model.Facts;
import io.railhead.model.fact.ModuleSetting;
import io.railhead.model.intent.SoftwarePolicy.Modules;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;

/// Kernel modules of network, RDMA, GPU and storage that people have files load, give options or
/// keep out. The rest of what stands there is mostly the distribution's, and left to it.
final class ModuleProposal {
    private static final Pattern OF_A_CLUSTER =
            Pattern.compile(
                    "(mlx[45]|ib|rdma|iw|bnxt|irdma|ice|i40|cxgb4|efa|erdma|hns|mana|qed|rxe|siw|smc"
                            + "|rds|nvme|nvidia|nouveau|nv_peer|gdrdrv|xpmem|knem|bonding|8021q|amdgpu"
                            + "|amd_iommu|vfio|kvm|msr|ipmi|mpt3|megaraid)\\w*",
                    Pattern.CASE_INSENSITIVE);

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-]{1,64}");

    private ModuleProposal() {}

    /// @param notes gets what stands there and has no place in a policy
    static Modules of(Facts facts, String machine, Modules base, List<String> notes) {
        TreeSet<String> load = new TreeSet<>(base.load());
        TreeMap<String, String> options = new TreeMap<>(base.options());
        TreeSet<String> blacklist = new TreeSet<>(base.blacklist());
        Map<String, List<String>> left = new TreeMap<>();
        for (ModuleSetting s : facts.of(machine, ModuleSetting.class)) {
            String module = s.module().replace('-', '_');
            if (!OF_A_CLUSTER.matcher(module).matches() || !NAME.matcher(s.module()).matches()) {
                continue;
            }
            switch (s.word()) {
                case "load" -> load.add(module);
                case "options" -> options.merge(module, s.value(), (a, b) -> a + " " + b);
                case "blacklist" -> blacklist.add(module);
                default ->
                        left.computeIfAbsent(s.file(), f -> new ArrayList<>())
                                .add((s.word() + " " + s.module() + " " + s.value()).strip());
            }
        }
        options.values().removeIf(String::isBlank);
        blacklist.stream()
                .filter(load::contains)
                .forEach(m -> notes.add("blacklist of " + m + " left out: it is loaded at boot"));
        blacklist.removeAll(load);
        left.forEach(
                (file, lines) ->
                        notes.add(
                                "modules in "
                                        + file
                                        + " left as they are: "
                                        + String.join(", ", lines)));
        return new Modules(List.copyOf(load), options, List.copyOf(blacklist));
    }
}
