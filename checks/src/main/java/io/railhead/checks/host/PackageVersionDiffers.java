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

/// Twins have different versions of a package that jobs depend on.
@AutoService(Check.class)
public final class PackageVersionDiffers implements Check {

    @Override
    public String code() {
        return "package-version-differs";
    }

    @Override
    public Explanation explanation() {
        return new Explanation(
                """
                Hosts that should be alike have different versions of a package that jobs or
                measurements depend on.
                """,
                """
                MPI refuses to start ("version mismatch", PMIx errors), benchmarks of two hosts
                are not comparable, containers start differently.
                """,
                """
                Upgraded on some hosts only.
                """,
                """
                  apt-get install PACKAGE=VERSION
                  apt-mark hold PACKAGE
                """,
                """
                  dpkg-query -W PACKAGE
                  railhead check --only package-version-differs
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
                if (RELEVANT.matcher(p.name()).matches()) {
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
                        "upgraded on some hosts only",
                        "`apt-get install PACKAGE=VERSION` on the odd ones, then `apt-mark hold`"),
                said);
    }

    /// What jobs link against or are started by, and what measures. NCCL, CUDA and the RDMA
    /// libraries have checks of their own.
    private static final Pattern RELEVANT =
            Pattern.compile(
                    "openmpi-bin|libopenmpi\\d.*|mpich|libucx0|ucx|libpmix2.*|slurmd|slurm-wlm|munge"
                            + "|docker-ce|docker\\.io|containerd(\\.io)?|nvidia-container-toolkit"
                            + "|kubelet|enroot|iperf3|sockperf|perftest|fio|ethtool|iproute2"
                            + "|nvidia-fabricmanager.*|datacenter-gpu-manager.*|lldpad|mlnx-tools");
}
