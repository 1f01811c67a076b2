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
import java.util.regex.Pattern;

/// Twins have different RDMA user-space libraries or OFED.
@AutoService(Check.class)
public final class RdmaCoreDiffers implements Check {

    @Override
    public String code() {
        return "rdma-core-differs";
    }

    @Override
    public Explanation explanation() {
        return new Explanation(
                """
                Hosts that should be alike have different versions of rdma-core, libibverbs, or
                MLNX_OFED / DOCA.
                """,
                """
                Verbs programs behave differently from host to host: another default GID,
                missing devices, other tool output.
                """,
                """
                OFED on some hosts and the distribution's rdma-core on others, or a partial
                upgrade.
                """,
                """
                  dpkg-query -W 'rdma-core' 'libibverbs1' 'mlnx-ofed*' 'doca-*'
                One source and one version for all hosts; remove the other with its own
                uninstaller (ofed_uninstall.sh).
                """,
                """
                  dpkg-query -W libibverbs1
                  railhead check --only rdma-core-differs
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
                if (RDMA.matcher(p.name()).matches()) {
                    said.add(
                            new Twins.Said(
                                    p.name() + Twins.group(survey, machine),
                                    machine,
                                    machine + " " + p.name(),
                                    p.version(),
                                    p));
                }
            }
        }
        Twins.compare(
                survey,
                Severity.WARNING,
                new Twins.Words(
                        "version",
                        "OFED on some hosts and the distribution's rdma-core on others, or a partial"
                                + " upgrade",
                        "one source and one version of the RDMA libraries for all hosts"),
                said);
    }

    static final Pattern RDMA =
            Pattern.compile(
                    "rdma-core|libibverbs1|ibverbs-providers|librdmacm1|mlnx-ofed-all|doca-ofed|doca-host"
                            + "|mlnx-ofed-kernel-dkms|libibverbs|librdmacm");
}
