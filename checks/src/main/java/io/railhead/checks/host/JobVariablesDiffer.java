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
import io.railhead.model.fact.JobVariable;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Twins give jobs different variables.
@AutoService(Check.class)
public final class JobVariablesDiffer implements Check {

    @Override
    public String code() {
        return "job-variables-differ";
    }

    @Override
    public Explanation explanation() {
        return new Explanation(
                """
                Files of hosts that should be alike (/etc/nccl.conf, /etc/environment,
                /etc/profile.d) give jobs different values of one variable of NCCL, UCX or MPI.
                """,
                """
                A job hangs or is slow only when one host is part of it; ranks choose different
                algorithms, transports or devices.
                """,
                """
                The file was changed by hand on one host, or the change was not rolled out to all.
                Most of NCCL's variables must be the same on all ranks.
                """,
                """
                Set the variable in the job, where all ranks get it, and take it out of the hosts'
                files; or make the files alike.
                """,
                """
                  grep -n NCCL_ /etc/nccl.conf /etc/environment /etc/profile.d/*
                  railhead check --only job-variables-differ
                """);
    }

    @Override
    public Set<Class<? extends Fact>> needs() {
        return Set.of(JobVariable.class);
    }

    /// One of each variable and file: NCCL sets none that is set already, so the first line of
    /// `/etc/nccl.conf` counts (`setEnvFile` in its `param.cc`); elsewhere the last does.
    private static Collection<JobVariable> inForce(List<JobVariable> all) {
        Map<String, JobVariable> one = new LinkedHashMap<>();
        for (JobVariable v : all) {
            String key = v.name() + " " + v.file();
            if (v.file().equals("/etc/nccl.conf")) {
                one.putIfAbsent(key, v);
            } else {
                one.put(key, v);
            }
        }
        return one.values();
    }

    @Override
    public void run(Situation situation, Outcomes out) {
        Survey survey = new Survey(this, situation, out);
        List<Twins.Said> said = new ArrayList<>();
        for (String machine : survey.facts().machines()) {
            for (JobVariable v : inForce(survey.facts().of(machine, JobVariable.class))) {
                said.add(
                        new Twins.Said(
                                v.name() + " " + v.file() + Twins.group(survey, machine),
                                machine,
                                machine + " " + v.name(),
                                v.value(),
                                v));
            }
        }
        Twins.compare(
                survey,
                Severity.WARNING,
                new Twins.Words(
                        "a file gives jobs",
                        "changed by hand on some hosts only",
                        "make the files alike, or set the variable in the job"),
                said);
    }
}
