package io.railhead.configure;

import io.railhead.model.Transcript;
import io.railhead.model.intent.Host;
import io.railhead.reach.Session;
import io.railhead.reach.Target;
import io.railhead.reach.Transport;
import io.railhead.reach.Unreachable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.function.Function;
import java.util.function.Predicate;

/// Scripts on many machines at once, each over a connection of its own.
///
/// @param parallel machines in flight at once
/// @param timeout for connecting, and for scripts that only read
public record Machines(Transport transport, int parallel, Duration timeout) {

    /// What a machine answered, or why it did not.
    record Answer(Optional<Reply> reply, String unreachable) {
        static Answer none(String why) {
            return new Answer(Optional.empty(), why);
        }
    }

    /// Runs one script as root over a fresh connection.
    Answer ask(Host host, String label, String script, Duration limit) {
        try (Session session = transport.open(Target.of(host), timeout)) {
            return answer(session.runAsRoot(label, script, limit));
        } catch (Unreachable e) {
            return Answer.none(withoutName(host, String.valueOf(e.getMessage())));
        }
    }

    /// Over one fresh connection: a script whose answer proves that the connection is good for
    /// everything, and when it has come whole and `proven` accepts it, a second one.
    ///
    /// @param limit for the first script; a connection that only small packets pass does not end
    Answer confirm(
            Host host, String prove, String confirm, Predicate<Answer> proven, Duration limit) {
        try (Session session = transport.open(Target.of(host), timeout)) {
            Transcript t = session.runAsRoot("prove", prove, limit);
            Answer proof = answer(t);
            if (proof.reply().isEmpty() && t.truncated()) {
                return Answer.none(
                        "the login works, but an answer of 64 KiB does not arrive: large packets"
                                + " are lost on the way");
            }
            return proven.test(proof)
                    ? answer(session.runAsRoot("confirm", confirm, timeout))
                    : proof;
        } catch (Unreachable e) {
            return Answer.none(withoutName(host, String.valueOf(e.getMessage())));
        }
    }

    /// The reason alone: whoever shows it names the host anyway.
    private static String withoutName(Host host, String message) {
        for (String start :
                List.of(host.name() + " (" + host.address() + "): ", host.name() + ": ")) {
            if (message.startsWith(start)) {
                return message.substring(start.length());
            }
        }
        return message;
    }

    static Answer answer(Transcript t) {
        Reply reply = Reply.read(t);
        if (reply.complete() || reply.refusal().isPresent()) {
            return new Answer(Optional.of(reply), "");
        }
        String why = reply.complaint();
        if (why.isEmpty()) {
            why =
                    t.truncated()
                            ? "the connection was lost or the time was up"
                            : "the script ended early with status " + t.exitCode();
        }
        return Answer.none(why);
    }

    /// Does the same for every element, `parallel` at once, and gives the results in their order.
    <A, B> List<B> each(List<A> all, Function<A, B> work) {
        Semaphore width = new Semaphore(Math.max(1, parallel));
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<B>> futures = new ArrayList<>();
            for (A a : all) {
                futures.add(
                        threads.submit(
                                () -> {
                                    width.acquire();
                                    try {
                                        return work.apply(a);
                                    } finally {
                                        width.release();
                                    }
                                }));
            }
            List<B> results = new ArrayList<>();
            for (Future<B> f : futures) {
                results.add(f.get());
            }
            return results;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        }
    }
}
