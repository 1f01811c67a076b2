package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import java.util.List;

/// The launcher cannot log in without a password.
@AutoService(Cause.class)
public final class SshTrust implements Cause {
    @Override
    public String code() {
        return "ssh-passwordless-missing";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        List<LogEvent> said = clues.of("ssh-refused");
        boolean asked = said.stream().allMatch(e -> e.text().contains("password:"));
        // A person who types a password is no launcher that cannot.
        if (asked && clues.lacks("mpi-daemon-failed", "slurm-error", "pmix-error")) return;
        if (!said.isEmpty())
            verdict.certain(
                            said,
                            "the launching host cannot log in to another over SSH without a question")
                    .cites(clues.of("mpi-daemon-failed"))
                    .explains("remote-rank-crashed", "mpi-wrong-interface");
    }
}
