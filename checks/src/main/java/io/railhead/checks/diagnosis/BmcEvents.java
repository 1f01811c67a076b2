package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.BmcEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// The BMC's log has a failure of hardware that never ended.
@AutoService(Cause.class)
public final class BmcEvents implements Cause {
    /// Events of IPMI 2.0 tables 42-2 and 42-3 that tell a failure; correctable errors and limits
    /// that are not critical do not.
    private static final Pattern FAILURE =
            Pattern.compile(
                    "(?i)\\buncorrectable (?:ecc|machine check|error)|\\bfailure detected|predictive failure"
                            + "|\\bac lost\\b|(?:critical|non-recoverable) going (?:high|low)|drive fault"
                            + "|pci (?:serr|perr)|bus (?:fatal|uncorrectable)|fatal (?:nmi|error)|thermal trip|\\bierr\\b"
                            + "|redundancy lost|non-redundant: insufficient|transition to (?:critical|non-recoverable)");
    private static final Pattern CORRECTABLE = Pattern.compile("(?i)\\bcorrectable|non-critical");

    @Override
    public String code() {
        return "bmc-hardware-event";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        List<BmcEvent> open = new ArrayList<>();
        for (String machine : clues.facts().machines()) {
            List<BmcEvent> all = clues.facts().of(machine, BmcEvent.class);
            for (int i = 0; i < all.size(); i++) {
                BmcEvent e = all.get(i);
                boolean failed =
                        FAILURE.matcher(e.event()).find()
                                && !CORRECTABLE
                                        .matcher(e.event().replace("ncorrectable", ""))
                                        .find();
                if (!e.asserted() || !failed) continue;
                boolean ended = all.subList(i + 1, all.size()).stream().anyMatch(l -> ends(l, e));
                if (!ended) open.add(e);
            }
        }
        if (open.isEmpty()) return;
        BmcEvent last = open.getLast();
        Suspicion s =
                verdict.likely(
                        List.of(),
                        "the BMC logged «"
                                + last.sensor()
                                + ": "
                                + last.event()
                                + "» ("
                                + last.at()
                                + ") and no end of it"
                                + (open.size() > 1 ? ", and " + (open.size() - 1) + " more" : ""));
        s.warning();
        open.reversed().forEach(s::cites);
    }

    private static boolean ends(BmcEvent later, BmcEvent e) {
        return !later.asserted()
                && later.sensor().equals(e.sensor())
                && first(later).equals(first(e));
    }

    /// What the event is, without the reading that came with it.
    private static String first(BmcEvent e) {
        return e.event().replaceFirst(",.*", "");
    }
}
