package io.railhead.reach;

import static org.assertj.core.api.Assertions.assertThat;

import io.railhead.model.intent.Login;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Servers that do what no sshd does. Each must cost its own place and its own limit, nothing else.
class HostileServerTest {
    @TempDir Path folder;
    private ServerSocket server;
    private final List<Socket> open = new ArrayList<>();

    interface Behaviour {
        void with(Socket socket) throws IOException, InterruptedException;
    }

    @BeforeEach
    void listen() throws IOException {
        server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    }

    @AfterEach
    void close() throws IOException {
        server.close();
        synchronized (open) {
            for (Socket socket : open) {
                socket.close();
            }
        }
    }

    private void behave(Behaviour behaviour) {
        Thread.startVirtualThread(
                () -> {
                    while (!server.isClosed()) {
                        try {
                            Socket socket = server.accept();
                            synchronized (open) {
                                open.add(socket);
                            }
                            Thread.startVirtualThread(() -> serve(socket, behaviour));
                        } catch (IOException e) {
                            return;
                        }
                    }
                });
    }

    private static void serve(Socket socket, Behaviour behaviour) {
        try (socket) {
            behaviour.with(socket);
        } catch (IOException e) {
            return;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private String why() {
        Login login =
                new Login(
                        Optional.of("nobody"),
                        server.getLocalPort(),
                        Optional.of(folder.resolve("id").toString()),
                        Optional.empty(),
                        Optional.of(folder.resolve("known_hosts").toString()),
                        Optional.empty(),
                        false);
        try (SshTransport ssh = new SshTransport(TestSshd.settings(folder))) {
            ssh.open(new Target("bad", "127.0.0.1", login), Duration.ofSeconds(2)).close();
            return "opened";
        } catch (Unreachable e) {
            return String.valueOf(e.getMessage());
        }
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    @Test
    void oneThatNeverAnswersIsGivenUpAtTheLimit() {
        behave(_ -> Thread.sleep(60_000));
        assertThat(why()).startsWith("bad (127.0.0.1 port ").contains("no answer within 2 s");
    }

    @Test
    void oneWithAnEndlessBannerIsGivenUpAtTheLimit() {
        behave(
                socket -> {
                    OutputStream out = socket.getOutputStream();
                    while (true) {
                        out.write(ascii("be welcome on this machine\r\n"));
                    }
                });
        assertThat(why()).contains("no answer within 2 s");
    }

    @Test
    void oneThatDripsItsBannerIsGivenUpAtTheLimit() {
        behave(
                socket -> {
                    OutputStream out = socket.getOutputStream();
                    while (true) {
                        out.write('x');
                        Thread.sleep(50);
                    }
                });
        assertThat(why()).contains("no answer within 2 s");
    }

    @Test
    void oneThatStopsInTheKeyExchangeIsGivenUpAtTheLimit() {
        behave(
                socket -> {
                    socket.getOutputStream().write(ascii("SSH-2.0-OpenSSH_9.2\r\n"));
                    Thread.sleep(60_000);
                });
        assertThat(why()).contains("no answer within 2 s");
    }

    @Test
    void oneThatTalksNoiseAfterItsBannerIsRefused() {
        behave(
                socket -> {
                    OutputStream out = socket.getOutputStream();
                    out.write(ascii("SSH-2.0-OpenSSH_9.2\r\n"));
                    byte[] noise = new byte[8192];
                    new Random(5).nextBytes(noise);
                    for (int i = 0; i < 200; i++) {
                        out.write(noise);
                    }
                });
        assertThat(why()).startsWith("bad (127.0.0.1 port ").doesNotContain("opened");
    }

    @Test
    void noiseIsToldInWordsAndNotInThoseOfTheLibrary() {
        for (int seed = 0; seed < 8; seed++) {
            Random random = new Random(seed);
            behave(
                    socket -> {
                        OutputStream out = socket.getOutputStream();
                        out.write(ascii("SSH-2.0-x\r\n"));
                        byte[] noise = new byte[9000];
                        random.nextBytes(noise);
                        out.write(noise);
                    });
            assertThat(why())
                    .as("seed " + seed)
                    .doesNotContain("because \"")
                    .doesNotContain("com.jcraft");
        }
    }

    @Test
    void oneThatSpeaksAnotherProtocolIsRefused() {
        behave(socket -> socket.getOutputStream().write(ascii("HTTP/1.1 400 Bad Request\r\n\r\n")));
        assertThat(why()).contains("closed before the login").contains("no sshd at all");
    }

    @Test
    void aClosedPortAndAnUnknownNameAreTold() throws Exception {
        server.close();
        assertThat(why()).contains("connection refused").contains("is sshd running");
        Login login = Login.DEFAULT;
        try (SshTransport ssh = new SshTransport(TestSshd.settings(folder))) {
            ssh.open(new Target("x", "no-such-host.invalid", login), Duration.ofSeconds(10));
        } catch (Unreachable e) {
            assertThat(e)
                    .hasMessageContaining("no-such-host.invalid")
                    .hasMessageContaining("does not resolve");
        }
    }

    @Test
    void oneHostileMachineDelaysNoOther() {
        behave(_ -> Thread.sleep(60_000));
        List<Target> targets = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            targets.add(
                    new Target(
                            "bad" + i,
                            "127.0.0.1",
                            new Login(
                                    Optional.of("nobody"),
                                    server.getLocalPort(),
                                    Optional.empty(),
                                    Optional.empty(),
                                    Optional.empty(),
                                    Optional.empty(),
                                    false)));
        }
        long began = System.nanoTime();
        try (SshTransport ssh = new SshTransport(TestSshd.settings(folder))) {
            List<Collected> all =
                    new Collector(ssh, 6, Duration.ofSeconds(2))
                            .collect(targets, List.of(), _ -> List.of(), _ -> {});
            assertThat(all).hasSize(6).allMatch(c -> c.unreachable().isPresent());
        }
        // All at once, not one after the other: six limits would be twelve seconds.
        assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(11));
    }
}
