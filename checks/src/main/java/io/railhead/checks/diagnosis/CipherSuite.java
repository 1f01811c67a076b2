package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import java.util.List;
import java.util.Locale;

/// The BMC and ipmitool do not agree on a cipher suite.
@AutoService(Cause.class)
public final class CipherSuite implements Cause {
    @Override
    public String code() {
        return "ipmi-cipher-suite";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        List<LogEvent> said =
                clues.where(
                        "ipmi-cipher",
                        e ->
                                e.text().toLowerCase(Locale.ROOT).contains("cipher")
                                        || e.text().contains("algorithm"));
        List<LogEvent> advice =
                clues.where(
                        "ipmi-cipher",
                        e -> e.text().contains("-C 17") && !e.text().contains("ipmitool -"));
        List<LogEvent> session = clues.where("ipmi-cipher", e -> e.text().contains("RMCP"));
        List<LogEvent> olden = clues.of("ipmi-cipher-3");
        List<LogEvent> aborted = clues.of("ipmi-cipher-unknown");
        if (!aborted.isEmpty())
            verdict.certain(
                            aborted,
                            "ipmitool does not implement the cipher suite that it is asked for, and"
                                    + " aborts")
                    .cites(clues.of("ipmi-cipher-offered"))
                    .cites(clues.of("ipmitool-version"));
        else if (!said.isEmpty())
            verdict.certain(said, "the BMC does not accept the cipher suite that ipmitool asks for")
                    .cites(session)
                    .cites(advice)
                    .cites(clues.of("ipmitool-version"));
        else if (!session.isEmpty() && !olden.isEmpty())
            verdict.likely(
                            session,
                            "no IPMI session could be opened with cipher suite 3, which BMCs of today refuse")
                    .cites(olden);
        else if (!session.isEmpty()
                && clues.of("ipmitool-version").stream()
                        .anyMatch(v -> v.get("version").compareTo("1.8.19") < 0))
            verdict.possible(
                            session,
                            "no IPMI session could be opened: the cipher suite, or the login")
                    .cites(clues.of("ipmitool-version"));
    }
}
