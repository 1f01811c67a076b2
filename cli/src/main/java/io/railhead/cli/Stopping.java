package io.railhead.cli;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// What SIGINT and SIGTERM do to a command that has something to show before its end: what it does
/// is ended, it shows what it has, and then the program ends with the JVM's own status (130, 143).
/// A second SIGINT ends it at once.
///
/// Until [#ends] has been called a signal ends the program at once, as there is nothing yet.
public final class Stopping implements AutoCloseable {
    /// Eight seconds for clients, as many for servers, and the rest to write.
    private static final Duration PATIENCE = Duration.ofSeconds(25);

    private final Console console;
    private final String shows;
    private final CountDownLatch shown = new CountDownLatch(1);
    private final Thread hook = Thread.ofPlatform().unstarted(this::stop);
    private volatile Optional<Runnable> ending = Optional.empty();

    /// @param shows what becomes of what there is, such as `what was measured is shown and kept`
    public Stopping(Console console, String shows) {
        this.console = console;
        this.shows = shows;
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /// @param stop ends what is being done, so that the command goes on to show what it has
    public void ends(Runnable stop) {
        ending = Optional.of(stop);
    }

    private void stop() {
        if (ending.isEmpty()) {
            return;
        }
        secondEndsAtOnce();
        console.err().println("\nrailhead: stopping; " + shows + " (Ctrl-C again ends at once)");
        ending.get().run();
        try {
            if (!shown.await(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
                console.err().println("railhead: it did not stop in time: nothing is shown");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /// While the program ends, the JVM lets further signals wait for the first. Its interface to
    /// them is no part of the Java platform proper: without it the first one does its work alone.
    private static void secondEndsAtOnce() {
        try {
            Class<?> signal = Class.forName("sun.misc.Signal");
            Class<?> handler = Class.forName("sun.misc.SignalHandler");
            InvocationHandler halt =
                    (_, method, _) -> {
                        if (method.getName().equals("handle")) {
                            Runtime.getRuntime().halt(130);
                        }
                        return method.getReturnType() == boolean.class ? Boolean.FALSE : 0;
                    };
            Object halting =
                    Proxy.newProxyInstance(
                            Stopping.class.getClassLoader(), new Class<?>[] {handler}, halt);
            signal.getMethod("handle", signal, handler)
                    .invoke(null, signal.getConstructor(String.class).newInstance("INT"), halting);
        } catch (ReflectiveOperationException | IllegalArgumentException e) {
            // Then the first one does its work alone.
        }
    }

    /// Says that the command has shown what it has.
    @Override
    public void close() {
        console.out().flush();
        shown.countDown();
        try {
            boolean _ = Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The program is ending: the hook does its work.
        }
    }
}
