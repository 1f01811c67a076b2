package io.railhead.configure;

import static org.assertj.core.api.Assertions.assertThat;

import io.railhead.model.intent.Cluster;
import io.railhead.model.intent.Host;
import io.railhead.model.intent.HostPolicy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Whatever the machine is like and whatever is wanted: a second apply has nothing to do, and a
/// rollback gives every byte back. One machine lives through all worlds, so each starts from what
/// the ones before have left.
@Tag("root")
class RandomWorldsTest {
    private static final int WORLDS = Integer.getInteger("railhead.worlds.random", 8);
    private static final long SEED = Long.getLong("railhead.worlds.seed", 20261128L);
    private static final List<String> PATHS =
            List.of(
                    "/srv/a",
                    "/srv/b c'd",
                    "/srv/deep/er/x.conf",
                    "/srv/deep/y",
                    "/etc/sysctl.d/z");
    private static final List<String> KEYS =
            List.of(
                    "net.ipv4.ip_default_ttl",
                    "net.core.somaxconn",
                    "net.ipv4.tcp_ecn",
                    "net.ipv4.conf.eth1.arp_ignore",
                    "net.core.rmem_max",
                    "net.core.absent_key");

    @TempDir Path journal;

    @Test
    void applyingTwiceIsApplyingOnceAndUndoingIsAsIfNeverApplied() {
        try (Machine machine = Machine.start()) {
            Bench bench = new Bench(machine, journal);
            for (int i = 0; i < WORLDS; i++) {
                long seed = SEED + i;
                Random random = new Random(seed);
                machine.sh(before(random));
                Cluster wanted = wanted(random);
                List<String> before = machine.snapshot();
                RunResult result = bench.apply(wanted);
                assertThat(result.isGood()).as("seed %d: %s", seed, result).isTrue();
                assertThat(bench.plan(wanted).plan().changes()).as("seed %d", seed).isEmpty();
                for (HostPolicy.WholeFile f : wanted.hosts().getFirst().policy().files()) {
                    assertThat(machine.sh("base64 -w0 " + Sh.quote(f.path())))
                            .as("seed %d %s", seed, f.path())
                            .isEqualTo(base64(f.content().getBytes(StandardCharsets.UTF_8)));
                }
                RunResult again = bench.apply(wanted);
                assertThat(again.hosts())
                        .extracting(HostOutcome::state)
                        .as("seed %d", seed)
                        .containsExactly(HostOutcome.State.NOTHING_TO_DO);
                List<String> after = machine.snapshot();
                if (!result.run().isEmpty()) {
                    RunResult back = bench.rollBack(wanted, result.run(), false);
                    assertThat(back.isGood()).as("seed %d: %s", seed, back).isTrue();
                    assertThat(machine.snapshot()).as("seed %d", seed).isEqualTo(before);
                    if (random.nextBoolean()) {
                        assertThat(bench.apply(wanted).isGood()).as("seed %d", seed).isTrue();
                        assertThat(machine.snapshot()).as("seed %d", seed).isEqualTo(after);
                    }
                }
            }
        }
    }

    private static String base64(byte[] bytes) {
        return Base64.getEncoder().encodeToString(bytes);
    }

    private static <T> T pick(Random random, List<T> all) {
        return all.get(random.nextInt(all.size()));
    }

    private static String mode(Random random) {
        return pick(random, List.of("0644", "0600", "0755", "4750", "0000", "1666"));
    }

    private static String before(Random random) {
        StringBuilder script = new StringBuilder("mkdir -p /srv/deep/er\n");
        for (String path : PATHS) {
            String p = Sh.quote(path);
            switch (random.nextInt(5)) {
                case 0 -> script.append("rm -f ").append(p).append('\n');
                case 1 -> {
                    byte[] bytes = new byte[random.nextInt(3000)];
                    random.nextBytes(bytes);
                    script.append("rm -f ").append(p).append("; echo ").append(base64(bytes));
                    script.append(" | base64 -d >").append(p);
                    script.append("; chown ").append(random.nextInt(3)).append(":12 ").append(p);
                    script.append("; chmod ").append(mode(random)).append(' ').append(p);
                    script.append('\n');
                }
                case 2 ->
                        script.append("rm -f ")
                                .append(p)
                                .append("; ln -s ../no/such ")
                                .append(p)
                                .append('\n');
                default -> {
                    // As the world before has left it.
                }
            }
        }
        if (random.nextInt(3) == 0) {
            script.append("rm -rf /srv/deep\n");
        }
        for (String link : List.of("eth1", "eth2")) {
            script.append("ip link set ")
                    .append(link)
                    .append(" mtu ")
                    .append(1280 + random.nextInt(9000))
                    .append('\n');
            script.append("ip addr flush dev ").append(link).append(" scope global\n");
            if (random.nextBoolean()) {
                script.append("ip addr add 192.0.2.")
                        .append(1 + random.nextInt(9))
                        .append("/24 dev ")
                        .append(link)
                        .append('\n');
            }
        }
        script.append("echo ")
                .append(1 + random.nextInt(255))
                .append(" >/proc/sys/net/ipv4/ip_default_ttl\n");
        return script.toString();
    }

    private static Cluster wanted(Random random) {
        StringBuilder text = new StringBuilder();
        if (random.nextBoolean()) {
            text.append("netplan off\n");
        }
        for (int r = 0; r < random.nextInt(3); r++) {
            text.append(
                    "rail rail%d eth%d 10.78.%d.%d/24 %d\n"
                            .formatted(
                                    r,
                                    r + 1,
                                    r,
                                    1 + random.nextInt(9),
                                    1500 + random.nextInt(7500)));
        }
        for (String key : KEYS) {
            if (random.nextInt(3) == 0) {
                text.append("sysctl ")
                        .append(key)
                        .append(' ')
                        .append(1 + random.nextInt(2))
                        .append('\n');
            }
        }
        List<HostPolicy.WholeFile> files = new ArrayList<>();
        for (String path : PATHS) {
            if (random.nextBoolean()) {
                files.add(
                        new HostPolicy.WholeFile(
                                path,
                                content(random),
                                mode(random),
                                pick(random, List.of("root", "daemon", "4711")),
                                pick(random, List.of("root", "daemon", "4712"))));
            }
        }
        Cluster cluster = World.cluster(text.toString());
        Host h = cluster.hosts().getFirst();
        HostPolicy p = h.policy();
        return cluster.only(
                List.of(
                        new Host(
                                h.name(),
                                h.address(),
                                h.login(),
                                h.bmc(),
                                h.rails(),
                                h.gpus(),
                                new HostPolicy(
                                        p.sysctl(),
                                        p.memlock(),
                                        p.governor(),
                                        p.netplan(),
                                        files,
                                        p.timeSkewMillis()),
                                h.line())));
    }

    private static String content(Random random) {
        StringBuilder text = new StringBuilder();
        int length = random.nextInt(4) == 0 ? 0 : random.nextInt(2000);
        for (int i = 0; i < length; i++) {
            text.append(
                    pick(
                            random,
                            List.of(
                                    "a", "'", "\"", "$(x)", "\n", "\r\n", "\0", "é", "RH_END", "\\",
                                    "`", "\t", " ")));
        }
        return text.toString();
    }
}
