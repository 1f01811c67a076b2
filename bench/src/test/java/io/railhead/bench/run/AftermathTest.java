package io.railhead.bench.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.railhead.bench.Benchmark;
import io.railhead.bench.Benchmarks;
import io.railhead.bench.Failure;
import io.railhead.bench.Given;
import io.railhead.bench.Settings;
import io.railhead.bench.judge.Cause;
import io.railhead.bench.path.PortTrouble;
import io.railhead.model.Facts;
import io.railhead.model.Measurement;
import io.railhead.model.Transcript;
import io.railhead.model.fact.NetInterface;
import io.railhead.model.intent.Cluster;
import io.railhead.reach.Session;
import io.railhead.reach.Target;
import io.railhead.reach.Transport;
import io.railhead.reach.Unreachable;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/// A link that dies in the middle of a run, on machines in memory.
class AftermathTest {
    private static final String ADDR =
            """
            [{"ifindex":2,"ifname":"eth1","flags":[%s],"mtu":9000,"operstate":"%s",\
            "link_type":"ether","addr_info":[{"family":"inet","local":"10.78.0.%d",\
            "prefixlen":16,"scope":"global"}]}]
            """;

    /// Two hosts, of which the second's port has lost its carrier.
    private static final class Machines implements Transport {
        private final AtomicInteger looked = new AtomicInteger();
        private final AtomicInteger clients = new AtomicInteger();
        private boolean healthy;

        @Override
        public Session open(Target target, Duration limit) {
            return new InMemory(target, this);
        }

        @Override
        public void close() {}
    }

    private record InMemory(Target target, Machines machines) implements Session {
        @Override
        public Transcript run(String label, String script, Duration limit) {
            if (script.startsWith("ip -d -j addr")) {
                machines.looked.incrementAndGet();
                boolean up = machines.healthy || target.name().equals("h1");
                return said(
                        label,
                        ADDR.formatted(
                                up ? "\"UP\",\"LOWER_UP\"" : "\"NO-CARRIER\",\"UP\"",
                                up ? "UP" : "DOWN",
                                target.name().equals("h1") ? 1 : 2),
                        0);
            }
            if (label.contains("ping -n")) {
                return said(
                        label,
                        """
                        PING 10.78.0.2 (10.78.0.2) from 10.78.0.1 : 56(84) bytes of data.

                        --- 10.78.0.2 ping statistics ---
                        10 packets transmitted, 0 received, 100% packet loss, time 1800ms
                        """,
                        1);
            }
            if (script.contains("railhead-server")) {
                return said(label, "railhead-server 5201 77 /tmp/railhead-bench.x\n", 0);
            }
            if (label.startsWith("iperf3")) {
                machines.clients.incrementAndGet();
                return said(label, "{\"error\": \"unable to connect\"}", 1);
            }
            return said(label, "", 0);
        }

        private Transcript said(String command, String out, int status) {
            return new Transcript(
                    target.name(), command, out, "", status, Instant.EPOCH, Duration.ZERO, false);
        }

        @Override
        public Transcript runAsRoot(String label, String script, Duration limit)
                throws Unreachable {
            return run(label, script, limit);
        }

        @Override
        public void close() {}
    }

    private static BenchResult run(Machines machines, String... benchmarks) {
        Cluster cluster = Given.cluster(2, 9000, false);
        List<Benchmark> all = Benchmarks.of(benchmarks);
        BenchPlan plan = BenchPlan.of(cluster, List.of(), all, Settings.DEFAULT, false, 1);
        try (Bench bench = new Bench(machines, Duration.ofSeconds(1))) {
            return bench.run(cluster, Facts.builder().build(), plan, new Watcher() {});
        }
    }

    @Test
    void afterAFailedTestBothEndsAreLookedAtAndTheDeadOneIsNamed() {
        BenchResult result = run(new Machines(), "iperf3");
        assertThat(result.failures().getFirst().why()).endsWith("; h2 eth1: no carrier");
        assertThat(result.troubles())
                .containsExactly(new PortTrouble("h2", "eth1", "link-no-carrier", "no carrier"));
        assertThat(result.aftermath().of("h2", NetInterface.class))
                .singleElement()
                .satisfies(i -> assertThat(i.carrier()).isFalse());
        assertThat(result.aftermath().machines()).doesNotContain("h1");
    }

    @Test
    void whatADeadPortWouldFailIsNotTriedAndPortsAreAskedOnceAPair() {
        Machines machines = new Machines();
        BenchResult result = run(machines, "iperf3");
        assertThat(machines.clients.get()).as("of two cases in two directions").isEqualTo(2);
        assertThat(machines.looked.get()).as("both ends of two pairs").isEqualTo(4);
        assertThat(result.failures())
                .filteredOn(f -> f.why().equals("not tried: h2 eth1: no carrier"))
                .hasSize(2);
    }

    @Test
    void aPingThatLostAllLeadsToThePortAndSparesTheRest() {
        BenchResult result = run(new Machines(), "ping", "iperf3");
        assertThat(result.failures())
                .hasSize(2)
                .extracting(Failure::why)
                .containsOnly("not tried: h2 eth1: no carrier");
        Measurement lost = result.measurements().getFirst();
        assertThat(lost.metric()).isEqualTo("ping.loss");
        assertThat(result.causes().getOrDefault(0, List.of()).getFirst())
                .isEqualTo(new Cause("link-no-carrier", "h2 eth1: no carrier", true));
    }

    @Test
    void portsThatAreWellAreNoReason() {
        Machines machines = new Machines();
        machines.healthy = true;
        BenchResult result = run(machines, "iperf3");
        assertThat(result.troubles()).isEmpty();
        assertThat(result.failures()).allMatch(f -> f.why().endsWith("unable to connect"));
        assertThat(machines.clients.get()).isEqualTo(4);
    }
}
