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
import java.util.Optional;
import java.util.Set;

/// Shared memory is too small for NCCL and data loaders.
@AutoService(Check.class)
public final class DevShmTooSmall implements Check {

    @Override
    public String code() {
        return "dev-shm-too-small";
    }

    @Override
    public Explanation explanation() {
        return new Explanation(
                """
                /dev/shm is too small for NCCL between the processes of a host, and for data
                loaders.
                """,
                """
                NCCL: "Error while creating shared memory segment /dev/shm/nccl-... (size ...)",
                "No space left on device"; PyTorch: "DataLoader worker is killed by signal: Bus
                error".
                """,
                """
                Containers get 64 MiB unless told otherwise; on bare metal it was set small in
                /etc/fstab. The usual size is half of main memory.
                """,
                """
                  mount -o remount,size=50% /dev/shm
                Containers: `docker run --shm-size=16g` or `--ipc=host`; Kubernetes: an emptyDir
                of medium Memory at /dev/shm.
                """,
                """
                  df -h /dev/shm
                  railhead check --only dev-shm-too-small
                """);
    }

    @Override
    public Set<Class<? extends Fact>> needs() {
        return Set.of(FileSystem.class);
    }

    @Override
    public void run(Situation situation, Outcomes out) {
        Survey survey = new Survey(this, situation, out);
        for (String machine : survey.machines(FileSystem.class, m -> isFor(survey, m))) {
            Optional<FileSystem> shm =
                    survey.facts().of(machine, FileSystem.class).stream()
                            .filter(f -> f.mountPoint().equals("/dev/shm"))
                            .findFirst();
            if (shm.isEmpty()) {
                survey.notChecked(machine, "/dev/shm is not among the file systems read");
            } else if (shm.get().totalBytes() < ENOUGH) {
                long total = shm.get().totalBytes();
                survey.draft(total <= CONTAINER ? Severity.ERROR : Severity.WARNING, machine)
                        .says(
                                "/dev/shm holds "
                                        + new Bytes(total)
                                        + "; jobs want "
                                        + new Bytes(ENOUGH)
                                        + " or more")
                        .because(
                                total == CONTAINER
                                        ? "64 MiB is what a container gets by default"
                                        : "it was set small in /etc/fstab or by the container's options")
                        .fix(
                                "`mount -o remount,size=50% /dev/shm`; containers: `--shm-size=16g`"
                                        + " or `--ipc=host`")
                        .cites(shm.get(), "/dev/shm")
                        .report();
            }
        }
    }

    private static final long CONTAINER = 64L << 20;

    /// NCCL takes some MiB a pair of ranks and channel, data loaders a batch a worker.
    private static final long ENOUGH = 1L << 30;

    private static boolean isFor(Survey survey, String machine) {
        return survey.host(machine).filter(h -> h.gpus().isPresent()).isPresent()
                || survey.wanted().stream()
                        .flatMap(c -> c.jobs().stream())
                        .anyMatch(j -> j.hosts().contains(machine));
    }
}
