package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import io.railhead.model.fact.OsRelease;
import java.util.List;

/// Packages come from a repository for another release of the system.
@AutoService(Cause.class)
public final class PackageSourceRelease implements Cause {
    @Override
    public String code() {
        return "package-source-other-release";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        for (String machine : clues.facts().machines()) {
            for (OsRelease os : clues.facts().of(machine, OsRelease.class)) {
                List<LogEvent> other =
                        clues.where(
                                "package-source",
                                e ->
                                        e.source().document().equals(os.source().document())
                                                && Clues.is(e, "distribution", os.id())
                                                && !e.get("release")
                                                        .equals(os.versionId().replace(".", "")));
                if (other.isEmpty()) continue;
                LogEvent first = other.getFirst();
                verdict.likely(
                                other,
                                "packages of "
                                        + first.get("distribution")
                                        + first.get("release")
                                        + " are installed on "
                                        + os.id()
                                        + " "
                                        + os.versionId())
                        .warning()
                        .cites(os);
            }
        }
    }
}
