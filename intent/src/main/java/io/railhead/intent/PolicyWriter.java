package io.railhead.intent;

import io.railhead.model.intent.HostPolicy;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Writes what a policy changes of the one it inherits.
final class PolicyWriter {
    private final YamlOut out;

    PolicyWriter(YamlOut out) {
        this.out = out;
    }

    void write(String key, HostPolicy policy, HostPolicy base) {
        if (policy.equals(base)) {
            return;
        }
        out.open(key);
        Map<String, String> sysctl = new LinkedHashMap<>();
        policy.sysctl()
                .forEach(
                        (name, value) -> {
                            if (!value.equals(base.sysctl().get(name))) {
                                sysctl.put(name, sysctlValue(value));
                            }
                        });
        base.sysctl().keySet().stream()
                .filter(name -> !policy.sysctl().containsKey(name))
                .forEach(name -> sysctl.put(name, "null"));
        if (!sysctl.isEmpty()) {
            out.open("sysctl");
            sysctl.forEach(out::put);
            out.close();
        }
        override(
                "memlock",
                policy.memlock().map(PolicyWriter::memlock),
                base.memlock().map(PolicyWriter::memlock));
        override("governor", policy.governor(), base.governor());
        if (policy.netplan() != base.netplan()) {
            out.put("netplan", Boolean.toString(policy.netplan()));
        }
        if (policy.timeSkewMillis() != base.timeSkewMillis()) {
            out.put("time-skew", policy.timeSkewMillis() + "ms");
        }
        files(policy, base);
        out.close();
    }

    private static String sysctlValue(String value) {
        return value.matches("0|[1-9][0-9]{0,18}") ? value : YamlOut.quoted(value);
    }

    private void override(String key, Optional<String> value, Optional<String> base) {
        if (!value.equals(base)) {
            out.put(key, value.map(YamlOut::quoted).orElse("null"));
        }
    }

    private static String memlock(String memlock) {
        return memlock.equals("unlimited")
                ? memlock
                : Units.bytes(Math.multiplyExact(Long.parseLong(memlock), 1024L));
    }

    private void files(HostPolicy policy, HostPolicy base) {
        List<HostPolicy.WholeFile> changed = new ArrayList<>(policy.files());
        changed.removeAll(base.files());
        List<String> kept = policy.files().stream().map(HostPolicy.WholeFile::path).toList();
        List<String> gone =
                base.files().stream()
                        .map(HostPolicy.WholeFile::path)
                        .filter(p -> !kept.contains(p))
                        .toList();
        if (changed.isEmpty() && gone.isEmpty()) {
            return;
        }
        out.open("files");
        for (HostPolicy.WholeFile file : changed) {
            out.openItem();
            out.putText("path", file.path());
            out.put("mode", "\"" + file.mode() + "\"");
            if (!file.owner().equals("root")) {
                out.putText("owner", file.owner());
            }
            if (!file.group().equals("root")) {
                out.putText("group", file.group());
            }
            out.putLines("content", file.content());
            out.close();
        }
        for (String path : gone) {
            out.openItem();
            out.putText("path", path);
            out.put("content", "null");
            out.close();
        }
        out.close();
    }
}
