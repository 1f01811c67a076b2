package io.railhead.intent;

import io.railhead.model.intent.HostPolicy;
import io.railhead.model.intent.Login;
import io.railhead.model.intent.NetworkPolicy;
import io.railhead.model.intent.NetworkPolicy.Renderer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.Function;

/// Writes what a policy changes of the one it inherits.
final class PolicyWriter {
    private final YamlOut out;
    private final Login login;

    /// @param login the cluster's
    PolicyWriter(YamlOut out, Login login) {
        this.out = out;
        this.login = login;
    }

    void write(String key, HostPolicy policy, HostPolicy base) {
        if (policy.equals(base)) {
            return;
        }
        out.open(key);
        entries("sysctl", changed(policy.sysctl(), base.sysctl(), PolicyWriter::sysctlValue));
        override(
                "memlock",
                policy.memlock().map(PolicyWriter::memlock),
                base.memlock().map(PolicyWriter::memlock));
        override("governor", policy.governor(), base.governor());
        change("netplan", policy.netplan(), base.netplan());
        network(policy.network(), base.network());
        if (policy.timeSkewMillis() != base.timeSkewMillis()) {
            out.put("time-skew", policy.timeSkewMillis() + "ms");
        }
        new LaunchWriter(this, login).write(policy.launch(), base.launch());
        new SoftwareWriter(this, out).write(policy.software(), base.software());
        files(policy, base);
        out.close();
    }

    private void network(NetworkPolicy policy, NetworkPolicy base) {
        override(
                "renderer",
                policy.renderer().map(Renderer::word),
                base.renderer().map(Renderer::word));
        change("cloud-init-network", !policy.keepCloudInitOff(), !base.keepCloudInitOff());
        if (!policy.linksDown().equals(base.linksDown())) {
            out.put("links-down", YamlOut.list(policy.linksDown()));
        }
        change("rail-arp", policy.railArp(), base.railArp());
    }

    /// Entries that differ as they are written, `null` for those that are gone.
    static <T> Map<String, String> changed(
            SequencedMap<String, T> now,
            SequencedMap<String, T> base,
            Function<T, String> written) {
        Map<String, String> changed = new LinkedHashMap<>();
        now.forEach(
                (name, value) -> {
                    if (!value.equals(base.get(name))) {
                        changed.put(name, written.apply(value));
                    }
                });
        base.keySet().stream()
                .filter(name -> !now.containsKey(name))
                .forEach(name -> changed.put(name, "null"));
        return changed;
    }

    void entries(String key, Map<String, String> changed) {
        if (!changed.isEmpty()) {
            out.open(key);
            changed.forEach(out::put);
            out.close();
        }
    }

    void change(String key, boolean value, boolean base) {
        if (value != base) {
            out.put(key, Boolean.toString(value));
        }
    }

    private static String sysctlValue(String value) {
        return value.matches("0|[1-9][0-9]{0,18}") ? value : YamlOut.quoted(value);
    }

    private void override(String key, Optional<String> value, Optional<String> base) {
        overrideAsWritten(key, value.map(YamlOut::quoted), base.map(YamlOut::quoted));
    }

    /// @param value as it is to stand in the file
    void overrideAsWritten(String key, Optional<String> value, Optional<String> base) {
        if (!value.equals(base)) {
            out.put(key, value.orElse("null"));
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
