package io.railhead.configure;

import io.railhead.configure.HostOutcome.State;
import io.railhead.model.intent.Host;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Consumer;

/// Makes the changes of a plan: one canary, then wave by wave, stopping after the first wave in
/// which a host failed. On each machine the run is all or nothing: it is recorded in a journal
/// there before anything is changed, and taken back whole when a change fails, does not read back
/// as wanted, or is not confirmed in time.
public final class Apply {

    /// @param confirmWithinSeconds how long the dead-man's switch waits, at least 5
    /// @param waveSize hosts in a wave after the canary
    /// @param canaries hosts of the first wave; the first changed host when there are none
    public record Settings(int confirmWithinSeconds, int waveSize, List<String> canaries) {
        public Settings {
            canaries = List.copyOf(canaries);
        }

        public Settings(int confirmWithinSeconds, int waveSize) {
            this(confirmWithinSeconds, waveSize, List.of());
        }
    }

    private final Machines machines;
    private final Clock clock;
    private final Controller controller;
    private final Settings settings;
    private final LocalJournal journal;
    private final Consumer<ApplyEvent> listener;

    public Apply(
            Machines machines,
            Clock clock,
            Controller controller,
            Settings settings,
            LocalJournal journal,
            Consumer<ApplyEvent> listener) {
        this.machines = machines;
        this.clock = clock;
        this.controller = controller;
        this.settings = settings;
        this.journal = journal;
        this.listener = listener;
    }

    /// Takes back runs that were cut short on these hosts. After it, plan again.
    ///
    /// @return hosts that must not be worked on, and why
    public Map<String, String> settle(Prepared prepared) {
        Map<String, String> refused = new LinkedHashMap<>();
        List<Map.Entry<String, List<RunReport>>> hosts =
                List.copyOf(prepared.unfinished().entrySet());
        List<String> answers =
                machines.each(
                        hosts,
                        e ->
                                prepared.host(e.getKey())
                                        .map(h -> settle(h, e.getValue()))
                                        .orElse(""));
        for (int i = 0; i < hosts.size(); i++) {
            if (!answers.get(i).isEmpty()) {
                refused.put(hosts.get(i).getKey(), answers.get(i));
            }
        }
        return refused;
    }

    private String settle(Host host, List<RunReport> unfinished) {
        List<String> abandoned =
                unfinished.stream().filter(controller::knowsDead).map(RunReport::id).toList();
        String who = controller.line("apply", clock.instant());
        Machines.Answer answer =
                lingering()
                        .outlast(
                                abandoned,
                                gone ->
                                        machines.ask(
                                                host,
                                                "settle",
                                                Scripts.settle(who, gone),
                                                RunReport.time(
                                                        machines.timeout().multipliedBy(4),
                                                        unfinished)),
                                a -> a.reply().flatMap(Reply::refusal));
        if (answer.reply().isEmpty()) {
            return answer.unreachable();
        }
        answer.reply()
                .get()
                .settled()
                .forEach(
                        (run, state) -> {
                            journal.update(run, List.of(host.name()), state);
                            listener.accept(new ApplyEvent.Settled(host.name(), run, state));
                        });
        return Refusals.of(answer).orElse("");
    }

    /// Applies every change of the plan.
    ///
    /// @param runId the run's name, from [RunIds]
    public RunResult run(Prepared planned, String runId) {
        Prepared prepared = new Preparation(machines).of(planned);
        Plan plan = prepared.plan();
        Map<String, HostOutcome> outcomes = new LinkedHashMap<>();
        for (String host : plan.hosts()) {
            if (plan.of(host).isEmpty()) {
                outcomes.put(host, HostOutcome.of(host, State.NOTHING_TO_DO, ""));
            }
        }
        plan.unreachable()
                .forEach((h, why) -> outcomes.put(h, HostOutcome.of(h, State.UNREACHABLE, why)));
        List<Wave> waves = Wave.of(plan, settings.waveSize(), settings.canaries());
        if (waves.isEmpty()) {
            return new RunResult("", List.copyOf(outcomes.values()));
        }
        LocalJournal.Entry entry =
                new LocalJournal.Entry(
                        runId,
                        plan.cluster(),
                        plan.intent(),
                        controller.line("apply", clock.instant()));
        note(entry, plan.changed(), "planned");
        boolean failed = false;
        for (Wave next : waves) {
            List<String> wave = next.hosts();
            if (failed) {
                for (String h : wave) {
                    outcomes.put(h, HostOutcome.of(h, State.NOT_TRIED, "an earlier host failed"));
                }
                note(entry, wave, State.NOT_TRIED.word());
                continue;
            }
            listener.accept(
                    new ApplyEvent.WaveStarted(
                            next, waves.size(), settings.confirmWithinSeconds()));
            note(entry, wave, "started");
            for (HostOutcome o : machines.each(wave, h -> one(prepared, entry, h))) {
                outcomes.put(o.device(), o);
                failed |= !o.state().isGood();
            }
        }
        // A run that no host has is none that could be spoken of later.
        boolean begun = outcomes.values().stream().anyMatch(o -> o.state().hasBegun());
        return new RunResult(begun ? runId : "", inOrder(plan, outcomes));
    }

    private static List<HostOutcome> inOrder(Plan plan, Map<String, HostOutcome> outcomes) {
        Set<String> order = new LinkedHashSet<>(plan.hosts());
        order.addAll(outcomes.keySet());
        List<HostOutcome> result = new ArrayList<>();
        for (String h : order) {
            HostOutcome o = outcomes.get(h);
            if (o != null) {
                result.add(o);
            }
        }
        return result;
    }

    private HostOutcome one(Prepared prepared, LocalJournal.Entry entry, String device) {
        List<Work> works = prepared.works(device);
        listener.accept(new ApplyEvent.HostStarted(device, works.size()));
        HostOutcome outcome =
                prepared.host(device)
                        .map(h -> made(h, entry.run(), works))
                        .orElse(HostOutcome.of(device, State.REFUSED, "not in the intent"));
        note(entry, List.of(device), outcome.state().word());
        listener.accept(new ApplyEvent.HostDone(outcome));
        return outcome;
    }

    private HostOutcome made(Host host, String runId, List<Work> works) {
        boolean guarded = works.stream().anyMatch(w -> w.planned().guarded());
        int seconds = settings.confirmWithinSeconds();
        OptionalInt within = guarded ? OptionalInt.of(seconds) : OptionalInt.empty();
        Instant started = clock.instant();
        Map<String, String> about = controller.about();
        about.put("at", started.truncatedTo(ChronoUnit.SECONDS).toString());
        String who = controller.line("apply", started);
        long most = works.stream().mapToLong(w -> w.steps().limitSeconds()).sum();
        HostRun.Task task =
                new HostRun.Task(
                        host,
                        runId,
                        "apply " + runId,
                        Scripts.apply(runId, who, about, within, works),
                        Scripts.status(runId, who),
                        // As long again for taking everything back.
                        machines.timeout().plusSeconds(2 * most),
                        within);
        HostRun.Ending ending =
                lingering()
                        .outlast(
                                List.of(),
                                none -> new HostRun(machines, listener).follow(task),
                                HostRun.Ending::refusal);
        return Outcomes.ofApply(host.name(), runId, works, seconds, ending);
    }

    private Lingering lingering() {
        return new Lingering(
                controller, Duration.ofSeconds(2L * settings.confirmWithinSeconds() + 10));
    }

    private void note(LocalJournal.Entry entry, List<String> hosts, String state) {
        journal.note(entry, hosts, state)
                .ifPresent(why -> listener.accept(new ApplyEvent.NoLocalJournal(why)));
    }
}
