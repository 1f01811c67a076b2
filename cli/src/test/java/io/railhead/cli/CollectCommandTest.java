package io.railhead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.railhead.reach.Bundle;
import io.railhead.reach.BundleFile;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CollectCommandTest {
    @TempDir Path folder;

    private TestConsole console() {
        return TestConsole.in(folder, Map.of("HOME", folder.toString()));
    }

    private static int closedPort() throws Exception {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    @Test
    void whenNoMachineIsReachedTheBundleIsWrittenWithTheReasons() throws Exception {
        String intent =
                """
                cluster: pair
                login: {user: root, port: %d}
                hosts:
                  gpu01: {address: 127.0.0.1}
                """
                        .formatted(closedPort());
        Files.writeString(folder.resolve("cluster.yaml"), intent);
        TestConsole console = console();
        assertThat(console.run("collect", "-o", "x.bundle", "--timeout", "10"))
                .as(console.err())
                .isEqualTo(Exit.UNREACHABLE);
        assertThat(console.out())
                .contains("x.bundle: 0 of 1 machines")
                .contains("gpu01")
                .contains("connection refused");
        Bundle bundle = BundleFile.read(folder.resolve("x.bundle"));
        assertThat(bundle.clusterYaml()).contains(intent);
        assertThat(bundle.collected()).hasSize(1);
        assertThat(bundle.collected().getFirst().unreachable().orElseThrow())
                .contains("connection refused");
    }

    @Test
    void aBundleThatCannotBeWrittenIsRefusedBeforeMachinesAreAsked() throws Exception {
        Files.writeString(
                folder.resolve("cluster.yaml"),
                "cluster: one\nhosts: {gpu01: {address: 192.0.2.1}}\n");
        TestConsole console = console();
        assertThat(console.run("collect", "-o", "none/x.bundle")).isEqualTo(Exit.USAGE);
        assertThat(console.err()).contains("no folder");
    }
}
