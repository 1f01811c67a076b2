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
import io.railhead.model.fact.PackageVersion;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// Twins have different versions of NCCL.
@AutoService(Check.class)
public final class NcclVersionDiffers implements Check {

    @Override
    public String code() {
        return "nccl-version-mismatch";
    }

    @Override
    public Explanation explanation() {
        return new Explanation(
                """
                Hosts that should be alike have different versions of the NCCL library
                installed.
                """,
                """
                NCCL: "Mismatched NCCL version detected", a hang at the start, or "remote
                process exited"; or no error at all and slower collectives.
                """,
                """
                Unattended upgrades of libnccl2, or one host with NCCL for another CUDA version.
                (A framework may ship its own NCCL, whatever is installed: the log's "NCCL
                version" line tells.)
                """,
                """
                  apt-get install libnccl2=VERSION libnccl-dev=VERSION
                  apt-mark hold libnccl2 libnccl-dev
                """,
                """
                  dpkg-query -W 'libnccl*'
                  railhead check --only nccl-version-mismatch
                """);
    }

    @Override
    public Set<Class<? extends Fact>> needs() {
        return Set.of(PackageVersion.class);
    }

    @Override
    public void run(Situation situation, Outcomes out) {
        Survey survey = new Survey(this, situation, out);
        List<Twins.Said> said = new ArrayList<>();
        for (String machine : survey.machines(PackageVersion.class)) {
            for (PackageVersion p : survey.facts().of(machine, PackageVersion.class)) {
                if (p.name().equals("libnccl2") || p.name().equals("libnccl")) {
                    said.add(Twins.Said.of(Twins.group(survey, machine), machine, p.version(), p));
                }
            }
        }
        Twins.compare(
                survey,
                Severity.ERROR,
                new Twins.Words(
                        "NCCL",
                        "upgraded on some hosts only, or built for another CUDA version",
                        "`apt-get install libnccl2=VERSION libnccl-dev=VERSION` on the odd ones,"
                                + " then `apt-mark hold` both"),
                said);
    }
}
