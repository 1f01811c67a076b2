package io.railhead.evidence.switching;

import io.railhead.evidence.Numbers;
import io.railhead.model.Source;
import io.railhead.model.fact.QueueEcn;
import io.railhead.model.fact.Stated;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The statement `random-detect …` of NX-OS and EOS.
public final class Wred {
    private static final Pattern MIN =
            Pattern.compile("minimum-threshold (\\d{1,9}) ?(bytes|kbytes|mbytes)?");
    private static final Pattern MAX =
            Pattern.compile("maximum-threshold (\\d{1,9}) ?(bytes|kbytes|mbytes)?");
    private static final Pattern PERCENT =
            Pattern.compile("(?:drop-probability|max-mark-probability) (\\d{1,3})");

    private Wred() {}

    /// @param statement empty for a queue that neither marks nor drops early
    public static QueueEcn of(String port, Set<Integer> queues, String statement, Source source) {
        Matcher percent = PERCENT.matcher(statement);
        return new QueueEcn(
                port,
                "",
                queues,
                (" " + statement + " ").contains(" ecn "),
                bytes(MIN.matcher(statement), source),
                bytes(MAX.matcher(statement), source),
                percent.find()
                        ? Numbers.toInt(percent.group(1)).stream()
                                .boxed()
                                .findFirst()
                                .map(n -> new Stated<>(n, percent.group(1), source))
                        : Optional.empty(),
                statement.isEmpty() ? "no random-detect" : statement,
                source);
    }

    /// `kbytes` count in 1000 bytes (NX-OS and EOS configuration guides).
    private static Optional<Stated<Long>> bytes(Matcher m, Source source) {
        if (!m.find()) return Optional.empty();
        OptionalLong n = Numbers.toLong(m.group(1));
        if (n.isEmpty()) return Optional.empty();
        String unit = m.group(2) == null ? "bytes" : m.group(2).toLowerCase(Locale.ROOT);
        long factor =
                switch (unit) {
                    case "kbytes" -> 1000;
                    case "mbytes" -> 1_000_000;
                    default -> 1;
                };
        return Optional.of(new Stated<>(n.getAsLong() * factor, m.group(1) + " " + unit, source));
    }
}
