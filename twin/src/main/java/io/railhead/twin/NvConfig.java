package io.railhead.twin;

import io.railhead.model.SwpNames;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// `nv set` and `nv unset`, printed as `nv config show -o commands` does.
public final class NvConfig implements ConfigText {
    private static final Pattern INTERFACES =
            Pattern.compile("(nv (?:un)?set interface )(\\S+)( .*)");
    private static final Pattern PORT = Pattern.compile("nv set interface swp(\\d{1,3})( .*)");
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
        for (String line : lines.stream().flatMap(l -> ofEach(l).stream()).toList()) {
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
        List<String> lines = together();
        return lines.isEmpty() ? "" : String.join("\n", lines) + "\n";
    }

    /// The setting of each interface of a list.
    private static List<String> ofEach(String line) {
        Matcher m = INTERFACES.matcher(line);
        if (!m.matches()) return List.of(line);
        return SwpNames.of(m.group(2)).stream().map(p -> m.group(1) + p + m.group(3)).toList();
    }

    /// As NVUE prints them: what ports that follow each other have alike is one line, `swp1-2`.
    private List<String> together() {
        Map<String, TreeSet<Integer>> ports = new TreeMap<>();
        List<String> lines = new ArrayList<>();
        for (String line : values.values()) {
            Matcher m = PORT.matcher(line);
            if (!m.matches()) {
                lines.add(line);
                continue;
            }
            String rest = m.group(2);
            if (!ports.containsKey(rest)) lines.add(rest);
            ports.computeIfAbsent(rest, _ -> new TreeSet<>()).add(Integer.valueOf(m.group(1)));
        }
        return lines.stream()
                .map(
                        l -> {
                            TreeSet<Integer> of = ports.get(l);
                            return of == null ? l : "nv set interface " + ranges(of) + l;
                        })
                .toList();
    }

    /// `swp1-3,5`.
    private static String ranges(TreeSet<Integer> ports) {
        StringBuilder all = new StringBuilder("swp");
        for (int from : ports) {
            if (ports.contains(from - 1)) continue;
            int to = from;
            while (ports.contains(to + 1)) to++;
            if (all.length() > 3) all.append(',');
            all.append(from).append(to > from ? "-" + to : "");
        }
        return all.toString();
    }
}
