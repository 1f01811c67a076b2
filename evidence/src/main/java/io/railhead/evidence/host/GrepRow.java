package io.railhead.evidence.host;

import io.railhead.evidence.Lines;
import io.railhead.evidence.Numbers;
import java.util.Optional;
import java.util.OptionalInt;

/// A row of `grep -H` (`PATH:TEXT`) or `grep -Hn` (`PATH:LINE:TEXT`).
///
/// @param number line of the file, from 1
record GrepRow(String path, OptionalInt number, String text) {

    /// @param numbered whether the line number is wanted; a row without it is then none
    static Optional<GrepRow> of(Lines.Line line, boolean numbered) {
        String s = line.stripped();
        int colon = s.indexOf(':');
        if (colon <= 0 || s.substring(0, colon).indexOf(' ') >= 0) return Optional.empty();
        String path = s.substring(0, colon);
        String rest = s.substring(colon + 1);
        if (!numbered) return Optional.of(new GrepRow(path, OptionalInt.empty(), rest.strip()));
        int second = rest.indexOf(':');
        if (second <= 0 || path.indexOf('/') < 0) return Optional.empty();
        OptionalInt number = Numbers.toInt(rest.substring(0, second));
        return number.isEmpty()
                ? Optional.empty()
                : Optional.of(new GrepRow(path, number, rest.substring(second + 1).strip()));
    }

    /// The file's name without its folder.
    String baseName() {
        return path.substring(path.lastIndexOf('/') + 1);
    }
}
