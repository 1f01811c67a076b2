package io.railhead.reach;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;

/// One work on many machines at once, a bounded number in flight, each on its own virtual thread. A
/// machine that fails is an [Outcome.Failed] and stops no other. Results come in the order of the
/// targets.
///
/// ```java
/// try (Transport ssh = new SshTransport(settings)) {
///     Fleet fleet = new Fleet(ssh, 64, Duration.ofSeconds(15));
///     for (Outcome<Transcript> o : fleet.each(targets, s -> s.run("uptime", "uptime", limit))) {
///         switch (o) {
///             case Outcome.Done<Transcript>(Target t, Transcript x) -> ...
///             case Outcome.Failed<Transcript>(Target t, String why) -> ...
///         }
///     }
/// }
/// ```
public final class Fleet {
    private final Transport transport;
    private final int width;
    private final Duration openLimit;

    /// @param width machines at once, from 1
    /// @param openLimit for connecting and logging in, a machine
    public Fleet(Transport transport, int width, Duration openLimit) {
        if (width < 1) {
            throw new IllegalArgumentException("width must be 1 or more");
        }
        this.transport = transport;
        this.width = width;
        this.openLimit = openLimit;
    }

    /// What is done with a machine's session, which is closed afterwards. It has to keep its own
    /// limits; [Session#run] takes one.
    @FunctionalInterface
    public interface Work<T> {
        T on(Session session) throws Unreachable;
    }

    /// The work on every target.
    public <T> List<Outcome<T>> each(List<Target> targets, Work<T> work) {
        return spread(
                targets,
                width,
                target -> {
                    try (Session session = transport.open(target, openLimit)) {
                        return new Outcome.Done<>(target, work.on(session));
                    } catch (Unreachable e) {
                        return new Outcome.Failed<>(target, String.valueOf(e.getMessage()));
                    } catch (RuntimeException e) {
                        return new Outcome.Failed<>(target, target.name() + ": " + e);
                    }
                });
    }

    /// Sessions on all targets, kept open until [Sessions#close]: for work that needs several
    /// machines at the same time, such as a server here and a client there.
    public Sessions open(List<Target> targets) {
        List<Outcome<Session>> outcomes =
                spread(
                        targets,
                        width,
                        target -> {
                            try {
                                return new Outcome.Done<>(
                                        target, transport.open(target, openLimit));
                            } catch (Unreachable e) {
                                return new Outcome.Failed<>(target, String.valueOf(e.getMessage()));
                            }
                        });
        Map<String, Session> open = new LinkedHashMap<>();
        Map<String, String> unreachable = new LinkedHashMap<>();
        for (Outcome<Session> outcome : outcomes) {
            switch (outcome) {
                case Outcome.Done<Session>(Target t, Session s) -> {
                    Session other = open.put(t.name(), s);
                    if (other != null) {
                        other.close();
                    }
                }
                case Outcome.Failed<Session>(Target t, String why) ->
                        unreachable.put(t.name(), why);
            }
        }
        return new Sessions(open, unreachable);
    }

    /// Open sessions by machine name.
    ///
    /// @param unreachable why there is none, by machine name
    public record Sessions(Map<String, Session> open, Map<String, String> unreachable)
            implements AutoCloseable {

        public Optional<Session> of(String machine) {
            return Optional.ofNullable(open.get(machine));
        }

        @Override
        public void close() {
            open.values().forEach(Session::close);
        }
    }

    /// A function that never throws.
    interface Step<T> {
        Outcome<T> on(Target target);
    }

    static <T> List<Outcome<T>> spread(List<Target> targets, int width, Step<T> step) {
        Semaphore places = new Semaphore(width);
        List<Future<Outcome<T>>> futures = new ArrayList<>();
        List<Outcome<T>> outcomes = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            try {
                for (Target target : targets) {
                    places.acquire();
                    futures.add(
                            threads.submit(
                                    () -> {
                                        try {
                                            return step.on(target);
                                        } finally {
                                            places.release();
                                        }
                                    }));
                }
            } catch (InterruptedException e) {
                futures.forEach(f -> f.cancel(true));
                Thread.currentThread().interrupt();
            }
            for (int i = 0; i < targets.size(); i++) {
                outcomes.add(
                        i < futures.size()
                                ? await(targets.get(i), futures.get(i))
                                : failed(targets.get(i), "interrupted"));
            }
        }
        return outcomes;
    }

    private static <T> Outcome<T> await(Target target, Future<Outcome<T>> future) {
        try {
            return future.get();
        } catch (ExecutionException e) {
            return failed(target, String.valueOf(e.getCause()));
        } catch (java.util.concurrent.CancellationException e) {
            return failed(target, "interrupted");
        } catch (InterruptedException e) {
            future.cancel(true);
            Thread.currentThread().interrupt();
            return failed(target, "interrupted");
        }
    }

    private static <T> Outcome<T> failed(Target target, String why) {
        return new Outcome.Failed<>(target, target.name() + ": " + why);
    }
}
