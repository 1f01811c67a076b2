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
        if (said.isEmpty()) {
            unheard(clues, verdict);
            return;
        }
        boolean asked = said.stream().allMatch(e -> e.text().contains("password:"));
        // A person who types a password is no launcher that cannot.
        if (asked && clues.lacks("mpi-daemon-failed", "slurm-error", "pmix-error")) return;
        verdict.certain(
                        said,
                        "the launching host cannot log in to another over SSH without a question")
                .cites(clues.of("mpi-daemon-failed"))
                .explains("remote-rank-crashed", "mpi-wrong-interface");
    }

    /// A launcher that reaches the machine and finds no sshd at the port: containers have their own
    /// on another one.
    private static void unheard(Clues clues, Verdict verdict) {
        List<LogEvent> unheard = clues.of("ssh-unheard");
        List<LogEvent> launcher = clues.of("ssh-launcher-failed", "mpi-daemon-failed");
        if (unheard.isEmpty() || launcher.isEmpty()) return;
        LogEvent first = unheard.getFirst();
        verdict.likely(
                        unheard,
                        "the launcher finds no sshd at port %s of %s"
                                .formatted(first.get("port"), first.get("addr")))
                .cites(launcher)
                .because(
                        "The machine answers and refuses: nothing listens there. In a container an"
                                + " sshd of its own has to run, mostly at another port.")
                .fix(
                        "Start sshd where the processes are to run, and name its port for every"
                                + " node, in ~/.ssh/config of the launching user:\n"
                                + "  Host gpu01 gpu02\n      Port 2222\n"
                                + "Then prove it: ssh -o BatchMode=yes gpu01 true")
                .explains("remote-rank-crashed", "mpi-wrong-interface", "firewall-blocks-ports");
    }
}
