package io.railhead.reach;

import com.jcraft.jsch.SocketFactory;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/// Makes the TCP connection of one login, in a network namespace where the intent has one, and can
/// cut it at any moment.
final class Connector implements SocketFactory {
    private final Optional<Path> namespace;
    private final long deadline;
    private volatile @Nullable Socket socket;
    private volatile boolean cut;

    Connector(Optional<Path> namespace, Duration limit) {
        this.namespace = namespace;
        this.deadline = System.nanoTime() + limit.toNanos();
    }

    @Override
    public Socket createSocket(String host, int port) throws IOException {
        IOException last = new UnknownHostException(host);
        for (InetAddress address : resolve(host)) {
            Socket made =
                    namespace.isPresent()
                            ? NetworkNamespace.at(namespace.get()).socket()
                            : new Socket();
            socket = made;
            try {
                if (cut) {
                    throw new IOException("cut");
                }
                made.connect(new InetSocketAddress(address, port), remainingMillis());
                made.setKeepAlive(true);
                return made;
            } catch (IOException e) {
                made.close();
                last = e;
            }
        }
        throw last;
    }

    private int remainingMillis() {
        return (int) Math.max(1, (deadline - System.nanoTime()) / 1_000_000);
    }

    /// The resolver of the C library knows no limit, so it is waited for elsewhere.
    private InetAddress[] resolve(String host) throws IOException {
        CompletableFuture<InetAddress[]> answer = new CompletableFuture<>();
        Thread.startVirtualThread(
                () -> {
                    try {
                        answer.complete(InetAddress.getAllByName(host));
                    } catch (UnknownHostException | RuntimeException e) {
                        answer.completeExceptionally(e);
                    }
                });
        try {
            return answer.get(remainingMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            throw new UnknownHostException(host);
        } catch (TimeoutException e) {
            throw new UnknownHostException(host + " (the resolver did not answer)");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    void cut() {
        cut = true;
        Socket open = socket;
        if (open != null) {
            try {
                open.close();
            } catch (IOException e) {
                // It is closed for all we can do.
                return;
            }
        }
    }

    @Override
    public InputStream getInputStream(Socket s) throws IOException {
        return s.getInputStream();
    }

    @Override
    public OutputStream getOutputStream(Socket s) throws IOException {
        return s.getOutputStream();
    }
}
