package io.railhead.checks.host;

import com.google.auto.service.AutoService;
import io.railhead.checks.Check;
import io.railhead.checks.Explanation;
import io.railhead.checks.Outcomes;
import io.railhead.checks.Situation;
import io.railhead.checks.Survey;
import io.railhead.model.Bytes;
import io.railhead.model.Severity;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.FileSystem;
import java.util.Locale;
import java.util.Set;

/// A file system that the machine works on is nearly full.
@AutoService(Check.class)
public final class FileSystemNearlyFull implements Check {

    @Override
    public String code() {
        return "filesystem-nearly-full";
    }

    @Override
    public Explanation explanation() {
        return new Explanation(
                """
                The root file system, or /var, /tmp or /home, is nearly full.
                """,
                """
                Package installation, driver builds, checkpoints and logs fail with "No space
                left on device"; sshd may refuse logins.
                """,
                """
                Logs, container images, core dumps or old kernels.
                """,
                """
                  du -xh --max-depth=2 / | sort -h | tail
                  journalctl --vacuum-size=500M
                  docker system prune
                  apt-get autoremove --purge
                """,
                """
                  df -h /
                  railhead check --only filesystem-nearly-full
                """);
    }

    @Override
    public Set<Class<? extends Fact>> needs() {
        return Set.of(FileSystem.class);
    }

    @Override
    public void run(Situation situation, Outcomes out) {
        Survey survey = new Survey(this, situation, out);
        for (String machine : survey.machines(FileSystem.class)) {
            for (FileSystem f : survey.facts().of(machine, FileSystem.class)) {
                if (!WATCHED.contains(f.mountPoint()) || f.totalBytes() == 0) {
                    continue;
                }
                double free = 100.0 * f.availableBytes() / f.totalBytes();
                boolean little = free < 5 && f.availableBytes() < PLENTY;
                if (little) {
                    survey.draft(
                                    free < 1 ? Severity.ERROR : Severity.WARNING,
                                    machine + " " + f.mountPoint())
                            .says(
                                    String.format(
                                            Locale.ROOT,
                                            "%s has %s free, %.1f %% of %s",
                                            f.mountPoint(),
                                            new Bytes(f.availableBytes()),
                                            free,
                                            new Bytes(f.totalBytes())))
                            .because("logs, container images, core dumps or old kernels")
                            .fix(
                                    "`du -xh --max-depth=2 "
                                            + f.mountPoint()
                                            + " | sort -h | tail` shows what takes the room")
                            .cites(f, f.mountPoint())
                            .report();
                }
            }
        }
    }

    private static final Set<String> WATCHED = Set.of("/", "/var", "/tmp", "/home", "/opt");

    /// More than this is enough whatever share it is.
    private static final long PLENTY = 50L << 30;
}
