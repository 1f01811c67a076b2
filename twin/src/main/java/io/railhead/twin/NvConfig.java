package io.railhead.twin;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// `nv set` and `nv unset`, printed as `nv config show -o commands` does.
public final class NvConfig implements ConfigText {
    private final Map<String, String> values = new TreeMap<>();

    public NvConfig(String text) {
        enter(text.lines().toList());
    }

    @Override
    public NvConfig copy() {
        return new NvConfig(print());
    }

    @Override
    public void enter(List<String> lines) {
        for (String line : lines) {
            if (line.startsWith("nv set ")) {
                String path = line.substring(7);
                boolean list = path.contains("switch-priority") && path.startsWith("qos pfc");
                int cut = path.lastIndexOf(' ');
                values.put(list || cut < 0 ? path : path.substring(0, cut), line);
            } else if (line.startsWith("nv unset ")) {
                String path = line.substring(9);
                if (!values.entrySet().removeIf(e -> e.getValue().equals("nv set " + path))) {
                    throw new IllegalArgumentException("not set: " + line);
                }
            }
        }
    }

    @Override
    public String print() {
        return values.isEmpty() ? "" : String.join("\n", values.values()) + "\n";
    }
}
