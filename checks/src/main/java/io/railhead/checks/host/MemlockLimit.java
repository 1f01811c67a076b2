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
import io.railhead.model.fact.LimitSetting;
import io.railhead.model.fact.LoginPath;
import io.railhead.model.fact.ManagerLimit;
import io.railhead.model.fact.ProcessLimit;
import io.railhead.model.fact.ProcessRights;
import io.railhead.model.fact.Service;
import io.railhead.model.fact.SessionLimit;
import io.railhead.model.intent.Host;
import java.util.HashSet;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/// Processes may lock too little memory where jobs start.
@AutoService(Check.class)
public final class MemlockLimit implements Check {

    @Override
    public String code() {
        return "memlock-limit";
    }

    @Override
    public Explanation explanation() {
        return new Explanation(
                """
                Processes may lock too little memory (memlock) in the place where jobs really
                start.
                """,
                """
                `ibv_create_cq` or `ibv_reg_mr` fail with "Cannot allocate memory"; NCCL: "Call
                to ibv_reg_mr failed"; UCX: "failed to create CQ". It works for root and in
                one's own shell, and fails under Slurm or Docker.
                """,
                """
                RDMA pins memory. limits.conf is read by PAM at login only: jobs started by
                slurmd, dockerd, kubelet or any systemd unit inherit that unit's limit (8 MiB by
                default) whatever limits.conf says. Root (CAP_IPC_LOCK) is not held to the
                limit, so that tests as root prove nothing.
                """,
                """
                In cluster.yaml, then `railhead plan` and `railhead apply`:
                  host-policy: {memlock: unlimited}
                By hand, each in a file that is read last. Logins:
                /etc/security/limits.d/99-zzz-memlock.conf
                  *  -  memlock  unlimited
                Units: `systemctl edit slurmd` (docker, containerd, kubelet ...), then restart
                it
                  [Service]
                  LimitMEMLOCK=infinity
                All units: /etc/systemd/system.conf.d/99-zzz-memlock.conf
                  [Manager]
                  DefaultLimitMEMLOCK=infinity
                """,
                """
                  srun sh -c 'ulimit -l'                       # or in the container: unlimited
                  grep memory /proc/$(pidof slurmd)/limits
                  railhead check --only memlock-limit
                """);
    }

    @Override
    public Set<Class<? extends Fact>> needs() {
        return Set.of(
                SessionLimit.class,
                ManagerLimit.class,
                Service.class,
                LimitSetting.class,
                LoginPath.class,
                ProcessLimit.class,
                ProcessRights.class);
    }

    @Override
    public void run(Situation situation, Outcomes out) {
        Survey survey = new Survey(this, situation, out);
        for (String machine :
                survey.machines(SessionLimit.class, m -> wanted(survey, m).isPresent())) {
            Wanted wanted = wanted(survey, machine).orElseThrow();
            session(survey, machine, wanted);
            units(survey, machine, wanted);
            manager(survey, machine, wanted);
            running(survey, machine, wanted);
        }
    }

    /// Services that start jobs.
    private static final Set<String> LAUNCHERS =
            Set.of(
                    "slurmd",
                    "docker",
                    "containerd",
                    "kubelet",
                    "k3s",
                    "k3s-agent",
                    "crio",
                    "pbs_mom",
                    "pbs",
                    "podman",
                    "ray",
                    "nomad");

    /// @param bytes `Long.MAX_VALUE` for unlimited
    /// @param stated true when the intent's policy names it; otherwise RDMA asks for it
    private record Wanted(long bytes, String words, boolean stated) {}

    private static Optional<Wanted> wanted(Survey survey, String machine) {
        Optional<Host> host = survey.host(machine);
        Optional<String> policy = host.flatMap(h -> h.policy().memlock());
        if (policy.isPresent()) {
            OptionalLong kib = bytes(policy.get());
            return kib.isEmpty()
                    ? Optional.empty()
                    : Optional.of(
                            kib.getAsLong() == Long.MAX_VALUE
                                    ? new Wanted(Long.MAX_VALUE, "unlimited", true)
                                    : new Wanted(
                                            kib.getAsLong() * 1024, policy.get() + " KiB", true));
        }
        boolean rdma =
                host.filter(h -> h.rails().stream().anyMatch(p -> p.rdma().isPresent()))
                        .isPresent();
        return rdma
                ? Optional.of(new Wanted(Long.MAX_VALUE, "unlimited, for RDMA", false))
                : Optional.empty();
    }

    /// A number, or `Long.MAX_VALUE` for unlimited; empty for anything else.
    private static OptionalLong bytes(String value) {
        return switch (value) {
            case "unlimited", "infinity", "-1", "18446744073709551615" ->
                    OptionalLong.of(Long.MAX_VALUE);
            default ->
                    value.matches("\\d{1,18}")
                            ? OptionalLong.of(Long.parseLong(value))
                            : OptionalLong.empty();
        };
    }

    private static String words(String value) {
        OptionalLong bytes = bytes(value);
        return bytes.isEmpty() || bytes.getAsLong() == Long.MAX_VALUE
                ? value
                : new Bytes(bytes.getAsLong()).toString();
    }

    private static void session(Survey survey, String machine, Wanted wanted) {
        boolean root =
                survey.host(machine)
                        .flatMap(h -> h.login().user())
                        .filter("root"::equals)
                        .isPresent();
        for (SessionLimit limit : survey.facts().of(machine, SessionLimit.class)) {
            OptionalLong soft = bytes(limit.soft());
            if (!limit.item().equals("memlock")
                    || soft.isEmpty()
                    || soft.getAsLong() >= wanted.bytes()) {
                continue;
            }
            boolean all = wanted.bytes() == Long.MAX_VALUE;
            LoginLimit why =
                    LoginLimit.of(
                            survey,
                            machine,
                            limit,
                            new LoginLimit.Wanted(
                                    "memlock",
                                    "soft",
                                    all ? Long.MAX_VALUE : wanted.bytes() / 1024,
                                    all ? "unlimited" : Long.toString(wanted.bytes() / 1024),
                                    root && !wanted.stated() ? Severity.WARNING : Severity.ERROR,
                                    "no limit was raised for logins"));
            survey.draft(why.severity(), machine + " session")
                    .says(
                            "a login session may lock "
                                    + words(limit.soft())
                                    + (limit.hard().isEmpty()
                                            ? ""
                                            : " (hard limit " + words(limit.hard()) + ")")
                                    + ", wanted "
                                    + wanted.words())
                    .because(
                            why.cause()
                                    + (root ? "; root itself is exempt, other users are not" : ""))
                    .fix(why.fix())
                    .cites(limit)
                    .cites(why.cites())
                    .report();
        }
    }

    /// Apply first where the intent asks for it.
    private static String asked(Survey survey, String machine) {
        return LimitFiles.isAskedFor(survey.host(machine), "memlock")
                ? "`railhead plan`, then `railhead apply`; by hand: "
                : "";
    }

    private static void units(Survey survey, String machine, Wanted wanted) {
        for (Service service : survey.facts().of(machine, Service.class)) {
            String unit = service.unit().replaceFirst("\\.service$", "");
            OptionalLong limit =
                    service.memlock().map(MemlockLimit::bytes).orElse(OptionalLong.empty());
            if (LAUNCHERS.contains(unit)
                    && service.active().equals("active")
                    && limit.isPresent()
                    && limit.getAsLong() < wanted.bytes()) {
                survey.error(machine + " " + unit)
                        .says(
                                "jobs that "
                                        + unit
                                        + " starts may lock "
                                        + words(service.memlock().orElse(""))
                                        + ", wanted "
                                        + wanted.words())
                        .because(
                                "systemd units do not read limits.conf; this one has no"
                                        + " LimitMEMLOCK of its own")
                        .fix(
                                asked(survey, machine)
                                        + "`systemctl edit "
                                        + unit
                                        + "`: [Service] LimitMEMLOCK=infinity; then `systemctl"
                                        + " restart "
                                        + unit
                                        + "` when no job runs")
                        .cites(service)
                        .report();
            }
        }
    }

    /// What a launcher got when it was started holds for its jobs, whatever its unit says by now.
    private static void running(Survey survey, String machine, Wanted wanted) {
        Set<String> told = new HashSet<>();
        for (ProcessLimit limit : survey.facts().of(machine, ProcessLimit.class)) {
            OptionalLong value = bytes(limit.soft());
            if (!limit.item().equals("memlock")
                    || !LAUNCHERS.contains(
                            limit.process().equals("dockerd") ? "docker" : limit.process())
                    || value.isEmpty()
                    || value.getAsLong() >= wanted.bytes()
                    || !told.add(limit.process())) {
                continue;
            }
            survey.error(machine + " running " + limit.process())
                    .says(
                            "jobs that the running "
                                    + limit.process()
                                    + " starts may lock "
                                    + words(limit.soft())
                                    + ", wanted "
                                    + wanted.words())
                    .because("it was started with this limit and keeps it until it is restarted")
                    .fix(
                            asked(survey, machine)
                                    + "raise LimitMEMLOCK of its unit (`systemctl edit`), then"
                                    + " restart it when no job runs")
                    .cites(limit)
                    .report();
        }
    }

    private static void manager(Survey survey, String machine, Wanted wanted) {
        for (ManagerLimit limit : survey.facts().of(machine, ManagerLimit.class)) {
            OptionalLong value = bytes(limit.value());
            if (wanted.stated()
                    && limit.item().equals("memlock")
                    && value.isPresent()
                    && value.getAsLong() < wanted.bytes()) {
                survey.warning(machine + " systemd")
                        .says(
                                "units without a limit of their own may lock "
                                        + words(limit.value())
                                        + ", wanted "
                                        + wanted.words())
                        .because("DefaultLimitMEMLOCK is not raised")
                        .fix(
                                asked(survey, machine)
                                        + "DefaultLimitMEMLOCK=infinity under [Manager] in"
                                        + " /etc/systemd/system.conf.d/99-zzz-memlock.conf, then"
                                        + " `systemctl daemon-reexec`")
                        .cites(limit)
                        .report();
            }
        }
    }
}
