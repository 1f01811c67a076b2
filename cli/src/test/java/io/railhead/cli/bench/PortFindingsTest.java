package io.railhead.cli.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.railhead.bench.Benchmarks;
import io.railhead.bench.Settings;
import io.railhead.bench.path.PortTrouble;
import io.railhead.bench.run.BenchPlan;
import io.railhead.bench.run.BenchResult;
import io.railhead.evidence.Parsers;
import io.railhead.model.Facts;
import io.railhead.model.Finding;
import io.railhead.model.Transcript;
import io.railhead.model.intent.Cluster;
import io.railhead.model.intent.Host;
import io.railhead.model.intent.HostPolicy;
import io.railhead.model.intent.Login;
import io.railhead.model.intent.Rail;
import io.railhead.model.intent.RailPort;
import io.railhead.model.intent.Subnet;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PortFindingsTest {
    private static final String PORT =
            """
            {"ifindex":%d,"ifname":"eth%d","flags":[%s],"mtu":%d,"operstate":"UP",\
            "link_type":"ether","addr_info":[{"family":"inet","local":"10.7%d.0.%d",\
            "prefixlen":16,"scope":"global"}]}""";

    private static RailPort port(int rail, int host) {
        return new RailPort(
                "rail" + rail,
                "eth" + (rail + 1),
                "10.7%d.0.%d".formatted(8 + rail, host),
                Subnet.parse("10.7%d.0.0/16".formatted(8 + rail)).orElseThrow(),
                9000,
                Optional.empty(),
                Optional.empty(),
                OptionalInt.empty(),
                Optional.empty());
    }

    /// Two hosts on two rails.
    private static final Cluster CLUSTER =
            new Cluster(
                    "c",
                    "c",
                    Login.DEFAULT,
                    IntStream.range(0, 2)
                            .mapToObj(
                                    r ->
                                            new Rail(
                                                    "rail" + r,
                                                    Subnet.parse("10.7%d.0.0/16".formatted(8 + r))
                                                            .orElseThrow(),
                                                    9000,
                                                    Optional.empty()))
                            .toList(),
                    IntStream.rangeClosed(1, 2)
                            .mapToObj(
                                    h ->
                                            new Host(
                                                    "h" + h,
                                                    "h" + h,
                                                    Login.DEFAULT,
                                                    Optional.empty(),
                                                    List.of(port(0, h), port(1, h)),
                                                    Optional.empty(),
                                                    HostPolicy.DEFAULT,
                                                    0))
                            .toList(),
                    List.of(),
                    List.of(),
                    Optional.empty(),
                    HostPolicy.DEFAULT,
                    List.of(),
                    false);

    /// What a host shows whose two ports have these MTUs.
    private static Transcript shown(String host, String flags, int first, int second) {
        int n = host.equals("h1") ? 1 : 2;
        String text =
                "["
                        + PORT.formatted(2, 1, flags, first, 8, n)
                        + ",\n"
                        + PORT.formatted(3, 2, "\"UP\",\"LOWER_UP\"", second, 9, n)
                        + "]\n";
        return new Transcript(
                host, "ip -d -j addr", text, "", 0, Instant.EPOCH, Duration.ZERO, false);
    }

    private static List<String> found(Facts before, String rail, BenchResult result) {
        BenchPlan plan =
                BenchPlan.of(
                        CLUSTER, List.of(rail), Benchmarks.of("ping"), Settings.DEFAULT, false, 1);
        List<String> found = new ArrayList<>();
        for (Finding f : PortFindings.of(CLUSTER, before, plan, result)) {
            found.add(f.severity().word() + " " + f.subject() + " " + f.code());
        }
        return found;
    }

    private static BenchResult result(List<PortTrouble> troubles, Facts aftermath) {
        return new BenchResult(
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                Map.of(),
                List.of(),
                troubles,
                aftermath,
                Duration.ZERO,
                true);
    }

    @Test
    void aWrongMtuOfAPortThatIsMeasuredIsAFindingAndOfAnotherIsNot() {
        Facts before =
                Parsers.installed()
                        .read(
                                List.of(
                                        shown("h1", "\"UP\",\"LOWER_UP\"", 9000, 9000),
                                        shown("h2", "\"UP\",\"LOWER_UP\"", 1500, 9000)));
        BenchResult nothing = result(List.of(), Facts.builder().build());
        assertThat(found(before, "rail0", nothing)).containsExactly("error h2 eth1 mtu-mismatch");
        assertThat(found(before, "rail1", nothing)).isEmpty();
    }

    @Test
    void aPortThatDiedInTheRunIsAFindingWithTheLineThatShowsIt() {
        Facts before =
                Parsers.installed()
                        .read(
                                List.of(
                                        shown("h1", "\"UP\",\"LOWER_UP\"", 9000, 9000),
                                        shown("h2", "\"UP\",\"LOWER_UP\"", 9000, 9000)));
        Facts after =
                Parsers.installed().read(List.of(shown("h2", "\"NO-CARRIER\",\"UP\"", 9000, 1500)));
        BenchResult dead =
                result(
                        List.of(new PortTrouble("h2", "eth1", "link-no-carrier", "no carrier")),
                        after);
        assertThat(found(before, "rail0", dead)).containsExactly("error h2 eth1 link-no-carrier");
        assertThat(PortFindings.notes(dead))
                .singleElement()
                .asString()
                .startsWith("h2 eth1: no carrier, seen after a test failed (link-no-carrier)");
    }
}
