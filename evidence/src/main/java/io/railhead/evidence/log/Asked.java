package io.railhead.evidence.log;

import java.util.regex.Pattern;

/// Takes what a person searched for out of a line: `dmesg | grep -i 'fallen off the bus'` tells of
/// no GPU that fell off its bus.
final class Asked {
    private static final Pattern SEARCH =
            Pattern.compile(
                    "\\b(?<tool>[ez]?e?grep|rg|awk|egrep)(?<options>(?: +-{1,2}[\\w=-]+)*) +(?:'[^']*'|\"[^\"]*\"|[^\\s'\"|]+)");

    private Asked() {}

    static String without(String line) {
        // A question with its answer: there the words searched for are what it is about.
        if (line.contains(" :=>")) return line;
        if (line.indexOf('|') < 0 && line.indexOf('$') < 0 && line.indexOf('#') < 0) return line;
        if (!line.contains("grep ") && !line.contains("rg ") && !line.contains("awk ")) return line;
        return SEARCH.matcher(line).replaceAll("${tool}${options}");
    }
}
