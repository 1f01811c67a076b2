package io.railhead.model;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Interfaces as NVUE names several of them in one setting: `swp1-2,5,swp9s0-3` (Cumulus Linux user
/// guide). `nv config show -o commands` prints settings that are equal that way, whoever set them
/// one by one.
public final class SwpNames {
    private static final Pattern PORTS = Pattern.compile("[A-Za-z][\\w,-]{0,399}");
    private static final Pattern WORD =
            Pattern.compile("([A-Za-z]+(?:\\d{1,3}s)?)?(\\d{1,3})(?:-(?:\\1)?(\\d{1,3}))?");
    private static final int MOST = 512;

    private SwpNames() {}

    /// `swp1` and `swp2` of `swp1-2`; a name that is no list is itself. What cannot be read, and a
    /// list of more than 512, is left as it is.
    public static List<String> of(String words) {
        List<String> all = new ArrayList<>();
        if (!PORTS.matcher(words).matches()) return List.of(words);
        String kind = "";
        for (String word : words.split(",")) {
            Matcher m = WORD.matcher(word);
            if (!m.matches()) {
                all.add(word);
                continue;
            }
            if (m.group(1) != null) kind = m.group(1);
            int from = Integer.parseInt(m.group(2));
            int to = m.group(3) == null ? from : Integer.parseInt(m.group(3));
            for (int i = from; i <= to; i++) all.add(kind + i);
            if (all.size() > MOST) return List.of(words);
        }
        return List.copyOf(all);
    }
}
