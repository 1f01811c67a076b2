package io.railhead.reach;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.SynchronousQueue;

/// Makes sockets inside another network namespace of this Linux machine (labs).
///
/// A socket belongs for life to the namespace it was created in, so only its creation has to happen
/// there; connecting and I/O are done by any thread. One platform thread a namespace has entered it
/// by `setns(2)` and does nothing but create sockets. A thread inherits the namespace of the one
/// that starts it, so that thread must never start another, not even by waking a virtual thread
/// (the scheduler may add a carrier then): it only ever hands its result to a second platform
/// thread, which stayed outside and answers the callers.
final class NetworkNamespace {
    private static final Map<Path, NetworkNamespace> ENTERED = new ConcurrentHashMap<>();

    private record Request(CompletableFuture<Socket> answer) {}

    private sealed interface Made {
        record Done(Socket socket) implements Made {}

        record Failed(String why) implements Made {}
    }

    private final Path path;
    private final LinkedBlockingQueue<Request> requests = new LinkedBlockingQueue<>();
    private final SynchronousQueue<Boolean> work = new SynchronousQueue<>();
    private final SynchronousQueue<Made> made = new SynchronousQueue<>();
    private final CompletableFuture<Optional<String>> ready = new CompletableFuture<>();

    private NetworkNamespace(Path path) {
        this.path = path;
        Thread.ofPlatform().daemon().name("netns-answers").start(this::answer);
    }

    /// The namespace of a login cannot be used: nothing was sent to the machine.
    static final class Unusable extends IOException {
        private static final long serialVersionUID = 1;

        Unusable(String message) {
            super(message);
        }
    }

    /// The namespace behind a path such as `/run/netns/NAME` or `/proc/PID/ns/net`. A namespace
    /// made anew under an old path is entered anew.
    static NetworkNamespace at(Path path) throws IOException {
        if (!System.getProperty("os.name").equals("Linux")) {
            throw new Unusable("network namespaces exist on Linux only");
        }
        if (!Files.exists(path)) {
            throw new Unusable("no network namespace " + path + " (is the lab up?)");
        }
        // The inode of a namespace file is its identity.
        Path identity = Path.of(path + "#" + Files.getAttribute(path, "unix:ino"));
        NetworkNamespace namespace =
                ENTERED.computeIfAbsent(identity, _ -> new NetworkNamespace(path));
        Optional<String> failure = namespace.ready.join();
        if (failure.isPresent()) {
            ENTERED.remove(identity);
            throw new Unusable(failure.get());
        }
        return namespace;
    }

    /// An unconnected TCP socket of the namespace.
    Socket socket() throws IOException {
        CompletableFuture<Socket> answer = new CompletableFuture<>();
        requests.add(new Request(answer));
        try {
            return answer.get();
        } catch (ExecutionException e) {
            Throwable why = e.getCause() == null ? e : e.getCause();
            throw new IOException(String.valueOf(why.getMessage()), why);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    private void answer() {
        try {
            // Starts whatever thread the first socket of a JVM starts (the cleaner's), here.
            newSocket().close();
        } catch (IOException e) {
            ready.complete(Optional.of("no sockets: " + e.getMessage()));
            return;
        }
        Thread.ofPlatform().daemon().name("netns " + path).start(this::inside);
        try {
            Made entered = made.take();
            if (entered instanceof Made.Failed(String why)) {
                ready.complete(Optional.of(why));
                return;
            }
            ready.complete(Optional.empty());
            while (true) {
                Request request = requests.take();
                work.put(true);
                switch (made.take()) {
                    case Made.Done(Socket socket) -> request.answer().complete(socket);
                    case Made.Failed(String why) ->
                            request.answer().completeExceptionally(new IOException(why));
                }
            }
        } catch (InterruptedException e) {
            ready.complete(Optional.of("interrupted"));
        }
    }

    private void inside() {
        try {
            try {
                Native.enter(path);
                made.put(new Made.Done(newSocket()));
            } catch (IOException e) {
                made.put(new Made.Failed(String.valueOf(e.getMessage())));
                return;
            }
            while (true) {
                work.take();
                try {
                    made.put(new Made.Done(newSocket()));
                } catch (IOException e) {
                    made.put(new Made.Failed("no socket in " + path + ": " + e.getMessage()));
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static Socket newSocket() throws IOException {
        Socket socket = new Socket();
        // The descriptor is created with the first option, not by the constructor.
        socket.setTcpNoDelay(true);
        return socket;
    }

    /// `open(2)` and `setns(2)`.
    private static final class Native {
        private static final int O_RDONLY = 0;
        private static final int O_CLOEXEC = 0x80000;

        /// Without it a pipe that somebody named would be waited at for ever.
        private static final int O_NONBLOCK = 0x800;

        /// `linux/sched.h`
        private static final int CLONE_NEWNET = 0x40000000;

        /// `asm-generic/errno-base.h`
        private static final int EPERM = 1;

        private static final int EACCES = 13;
        private static final int EINVAL = 22;
        private static final int ENOTTY = 25;

        private static final Linker LINKER = Linker.nativeLinker();
        private static final StructLayout STATE = Linker.Option.captureStateLayout();
        private static final VarHandle ERRNO =
                STATE.varHandle(MemoryLayout.PathElement.groupElement("errno"));
        private static final MethodHandle OPEN =
                handle(
                        "open",
                        FunctionDescriptor.of(
                                ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.JAVA_INT),
                        Linker.Option.captureCallState("errno"),
                        Linker.Option.firstVariadicArg(2));
        private static final MethodHandle SETNS =
                handle(
                        "setns",
                        FunctionDescriptor.of(
                                ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_INT),
                        Linker.Option.captureCallState("errno"));
        private static final MethodHandle CLOSE =
                handle("close", FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT));

        @SuppressWarnings("restricted")
        private static MethodHandle handle(
                String name, FunctionDescriptor type, Linker.Option... options) {
            return LINKER.downcallHandle(LINKER.defaultLookup().findOrThrow(name), type, options);
        }

        /// Moves the calling thread, and only it.
        static void enter(Path path) throws IOException {
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment state = arena.allocate(STATE);
                MemorySegment name = arena.allocateFrom(path.toString());
                int fd = (int) OPEN.invokeExact(state, name, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
                if (fd < 0) {
                    throw new IOException(
                            "cannot open the network namespace " + path + reason(state));
                }
                int result = (int) SETNS.invokeExact(state, fd, CLONE_NEWNET);
                int _ = (int) CLOSE.invokeExact(fd);
                if (result != 0) {
                    throw new IOException(
                            "cannot enter the network namespace " + path + reason(state));
                }
            } catch (IOException | RuntimeException | Error e) {
                throw e;
            } catch (Throwable e) {
                throw new IOException("cannot enter " + path, e);
            }
        }

        private static String reason(MemorySegment state) {
            int errno = (int) ERRNO.get(state, 0L);
            return switch (errno) {
                case EPERM, EACCES -> ": needs root";
                case EINVAL, ENOTTY -> ": the file is no network namespace";
                default -> ": errno " + errno;
            };
        }
    }
}
