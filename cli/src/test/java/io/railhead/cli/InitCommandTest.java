package io.railhead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.railhead.intent.ClusterReader;
import io.railhead.intent.Result;
import java.io.ByteArrayInputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InitCommandTest {
    @TempDir Path folder;

    private TestConsole console(String input) {
        TestConsole plain = TestConsole.in(folder, Map.of("HOME", folder.toString()));
        Console c = plain.console();
        return new TestConsole(
                new Console(
                        c.out(),
                        c.err(),
                        new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)),
                        false,
                        false,
                        false,
                        c.environment(),
                        c.directory()),
                plain.outBytes(),
                plain.errBytes());
    }

    private TestConsole console() {
        return console("");
    }

    @Test
    void anInventoryBecomesAClusterThatReads() throws Exception {
        Files.writeString(
                folder.resolve("hosts.ini"),
                "[gpu]\ngpu01 ansible_host=10.1.0.1\ngpu02 ansible_host=10.1.0.2\n"
                        + "gpu03 ansible_host=10.1.0.3\n[gpu:vars]\nansible_user=ubuntu\n");
        TestConsole console = console();
        assertThat(console.run("init", "--from-ansible", "hosts.ini", "--name", "lab"))
                .as(console.err())
                .isEqualTo(Exit.OK);
        assertThat(console.out())
                .contains("cluster: lab\nlogin:\n  user: ubuntu\n")
                .contains("  gpu[01-03]:\n    address: 10.1.0.{n}\n");
        Result result = ClusterReader.read("cluster.yaml", console.out());
        assertThat(result.problems()).isEmpty();
    }

    @Test
    void sinfoIsReadFromStandardInput() {
        TestConsole console =
                console(
                        "NODELIST NODES PARTITION STATE\n"
                                + "gpu01 1 all* idle\ngpu02 1 all* drained\n");
        assertThat(console.run("init", "--from-sinfo", "-")).as(console.err()).isEqualTo(Exit.OK);
        assertThat(console.out())
                .contains("  gpu01:\n    address: gpu01\n")
                .contains("  # sinfo said drained\n  gpu02:\n    address: gpu02\n");
    }

    @Test
    void aFileThatIsThereIsNotReplacedUnasked() throws Exception {
        Files.writeString(folder.resolve("hostfile"), "a slots=2\nb slots=2\n");
        Files.writeString(folder.resolve("cluster.yaml"), "mine");
        TestConsole console = console();
        assertThat(console.run("init", "--from-hostfile", "hostfile", "-o", "cluster.yaml"))
                .isEqualTo(Exit.USAGE);
        assertThat(console.err()).contains("cluster.yaml is there already; --force replaces it");
        assertThat(folder.resolve("cluster.yaml")).hasContent("mine");
        assertThat(
                        console.run(
                                "init",
                                "--from-hostfile",
                                "hostfile",
                                "-o",
                                "cluster.yaml",
                                "--force"))
                .isEqualTo(Exit.OK);
        assertThat(Files.readString(folder.resolve("cluster.yaml"))).contains("cluster: cluster");
    }

    @Test
    void aListWithFaultsIsToldWholeAndNothingIsWritten() throws Exception {
        Files.writeString(folder.resolve("hostfile"), "a slots=x\n-b\n");
        TestConsole console = console();
        assertThat(console.run("init", "--from-hostfile", "hostfile", "-o", "c.yaml"))
                .isEqualTo(Exit.USAGE);
        assertThat(console.err()).contains("hostfile:1:1: error").contains("hostfile:2:1: error");
        assertThat(folder.resolve("c.yaml")).doesNotExist();
    }

    @Test
    void twoMachinesAtOneAddressAreNotWritten() throws Exception {
        Files.writeString(
                folder.resolve("h.ini"), "a ansible_host=10.1.0.1\nb ansible_host=10.1.0.1\n");
        TestConsole console = console();
        assertThat(console.run("init", "--from-ansible", "h.ini")).isEqualTo(Exit.USAGE);
        assertThat(console.err())
                .contains("10.1.0.1 of b is already that of a")
                .contains("nothing was written");
        assertThat(console.out()).isEmpty();
    }

    @Test
    void machinesThatDoNotAnswerAreNamed() throws Exception {
        int port;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = socket.getLocalPort();
        }
        TestConsole console = console();
        assertThat(console.run("init", "root@127.0.0.1:" + port, "--timeout", "10"))
                .isEqualTo(Exit.UNREACHABLE);
        assertThat(console.err()).contains("connection refused").contains("no machine was reached");
        assertThat(console.out()).isEmpty();
    }

    @Test
    void wrongUsageSaysWhatToWrite() {
        TestConsole console = console();
        assertThat(console.run("init")).isEqualTo(Exit.USAGE);
        assertThat(console.err()).contains("name machines to ask");
        assertThat(console.run("init", "a;b")).isEqualTo(Exit.USAGE);
        assertThat(console.err()).contains("is not a host name or address");
        assertThat(console.run("init", "gpu[3-1]")).isEqualTo(Exit.USAGE);
        assertThat(console.err()).contains("runs backwards");
        assertThat(console.run("init", "a", "a")).isEqualTo(Exit.USAGE);
        assertThat(console.err()).contains("a is named twice");
        assertThat(console.run("init", "a:99999")).isEqualTo(Exit.USAGE);
        assertThat(console.err()).contains("99999 is no port");
        assertThat(console.run("init", "a", "--from-sinfo", "-")).isEqualTo(Exit.USAGE);
        assertThat(console.err()).contains("give either machines or a list");
    }

    @Test
    void theSchemaIsPrinted() {
        TestConsole console = console();
        assertThat(console.run("init", "--schema")).isEqualTo(Exit.OK);
        assertThat(console.out()).startsWith("{").contains("\"gpus-per-host\"");
    }
}
