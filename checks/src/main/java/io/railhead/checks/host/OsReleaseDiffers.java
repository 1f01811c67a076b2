package io.railhead.checks.host;

import com.google.auto.service.AutoService;
import io.railhead.checks.Check;
import io.railhead.checks.Explanation;
import io.railhead.checks.Outcomes;
import io.railhead.checks.Situation;
import io.railhead.checks.Survey;
import io.railhead.checks.Twins;
import io.railhead.model.Severity;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.OsRelease;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// Twins run different distributions or releases.
@AutoService(Check.class)
public final class OsReleaseDiffers implements Check {

    @Override
    public String code() {
        return "os-release-differs";
    }

    @Override
    public Explanation explanation() {
        return new Explanation(
                """
                Hosts that should be alike run different distributions or releases.
                """,
                """
                Packages, paths and defaults differ; a driver repository for one release does
                not fit the other.
                """,
                """
                Installed at different times, or a release upgrade that was not finished
                everywhere.
                """,
                """
                Install or upgrade the odd ones to the release of the rest; `railhead check`
                again afterwards, since drivers and packages change with it.
                """,
                """
                  grep PRETTY_NAME /etc/os-release
                  railhead check --only os-release-differs
                """);
    }

    @Override
    public Set<Class<? extends Fact>> needs() {
        return Set.of(OsRelease.class);
    }

    @Override
    public void run(Situation situation, Outcomes out) {
        Survey survey = new Survey(this, situation, out);
        List<Twins.Said> said = new ArrayList<>();
        for (String machine : survey.machines(OsRelease.class)) {
            OsRelease os = survey.facts().first(machine, OsRelease.class).orElseThrow();
            said.add(
                    Twins.Said.of(
                            Twins.group(survey, machine),
                            machine,
                            os.id() + " " + os.versionId(),
                            os));
        }
        Twins.compare(
                survey,
                Severity.WARNING,
                new Twins.Words(
                        "distribution",
                        "installed at different times, or an unfinished release upgrade",
                        "install or upgrade the odd ones to the release of the rest"),
                said,
                "kernel-version-differs",
                "nic-driver-differs",
                "gpu-driver-differs",
                "package-version-differs",
                "rdma-core-differs",
                "nccl-version-mismatch",
                "cuda-version-differs");
    }
}
