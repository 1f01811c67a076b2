package io.railhead.evidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.railhead.model.Probe;
import io.railhead.model.Transcript;
import io.railhead.model.Unavailable;
import io.railhead.model.Unread;
import io.railhead.model.fact.Fact;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/// Walks the samples and the parsers: each needs the other, and each sample must be read as its
/// expectation says, every line accounted for.
final class SamplesTest {
    private static final Map<String, SampleView> VIEWS =
            ServiceLoader.load(SampleView.class).stream()
                    .map(ServiceLoader.Provider::get)
                    .collect(Collectors.toMap(SampleView::parser, v -> v));

    @Test
    void everyParserHasASampleOfItsOwn() {
        var sampled = Sample.own().stream().map(Sample::parser).collect(Collectors.toSet());
        assertThat(Parsers.installed().all())
                .isNotEmpty()
                .allSatisfy(
                        p ->
                                assertThat(sampled)
                                        .as("src/test/resources/samples/%s/", p.name())
                                        .contains(p.name()));
    }

    @Test
    void everySampleHasAParserAndEveryExpectationASample() {
        assertThat(Sample.own())
                .allSatisfy(
                        s ->
                                assertThat(Parsers.installed().named(s.parser()))
                                        .as("parser for %s", s)
                                        .isPresent());
        try (Stream<java.nio.file.Path> files = Files.walk(Sample.OWN)) {
            assertThat(files.filter(f -> f.toString().endsWith(".expect.json")))
                    .allSatisfy(
                            f -> {
                                String name = f.getFileName().toString();
                                int end = name.length() - ".expect.json".length();
                                assertThat(f.resolveSibling(name.substring(0, end))).exists();
                            });
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    @Test
    void everyRecordedFolderOfTheCommandsThatAreReadIsCompared() {
        assumeTrue(Sample.sharedFolder().isPresent(), "no shared/samples beside the repository");
        assertThat(
                        Sample.recorded().stream()
                                .map(r -> r.file().getName(r.file().getNameCount() - 2).toString()))
                .contains(
                        "cma_roce_mode",
                        "dcb",
                        "eos-show-interfaces",
                        "eos-show-interfaces-status",
                        "eos-show-interfaces-transceiver",
                        "ethtool",
                        "ethtool-S",
                        "ethtool-a",
                        "ethtool-i",
                        "ethtool-m",
                        "fio",
                        "ibdev2netdev",
                        "ibv_devinfo",
                        "iperf3",
                        "lldptool",
                        "lspci",
                        "mlnx_qos",
                        "mlxconfig",
                        "mlxlink",
                        "nccl-tests",
                        "no-rdma-host",
                        "nvidia-smi-q",
                        "nvidia-smi-topo",
                        "nvue-show-interface-qos-roce",
                        "nvue-show-qos-roce",
                        "nxos-show-interface",
                        "nxos-show-interface-counters-brief",
                        "nxos-show-interface-counters-errors",
                        "nxos-show-interface-pfc",
                        "nxos-show-interface-transceiver",
                        "nxos-show-policy-map-interface",
                        "nxos-show-queuing-interface",
                        "nxos-show-queuing-summary",
                        "onyx-show-roce",
                        "perftest",
                        "ping",
                        "rdma-link",
                        "rdma-statistic",
                        "show-gids",
                        "sockperf",
                        "sonic-ecnconfig",
                        "sonic-pfcwd-show-config",
                        "sonic-pfcwd-show-stats",
                        "sonic-show-pfc-counters",
                        "sonic-show-pfc-priority",
                        "sonic-show-pg-drop",
                        "sonic-show-queue-counters",
                        "sysfs-ecn",
                        "sysfs-infiniband");
    }

    @Test
    void parserNamesAreUniqueAndEveryViewHasItsParser() {
        List<String> names = Parsers.installed().all().stream().map(Parser::name).toList();
        assertThat(names).doesNotHaveDuplicates().containsAll(VIEWS.keySet());
    }

    @TestFactory
    Stream<DynamicTest> everyProbeIsReadByItsOwnParserAlone() {
        return Parsers.installed().all().stream()
                .flatMap(
                        p ->
                                p.probes().stream()
                                        .map(probe -> dynamicTest(p.name(), () -> own(p, probe))));
    }

    private static void own(Parser parser, Probe probe) {
        assertThat(probe.name()).isEqualTo(parser.name());
        for (String command : List.of(probe.command(), probe.shown())) {
            String asRun = command.replace("$x", "eth1");
            assertThat(Parsers.installed().all().stream().filter(p -> p.readsCommand(asRun)))
                    .as("parsers that read «%s»", asRun)
                    .extracting(Parser::name)
                    .containsExactly(parser.name());
        }
    }

    @TestFactory
    Stream<DynamicTest> samplesReadAsExpected() {
        return Sample.all().stream().map(s -> dynamicTest(s.toString(), () -> readsAsExpected(s)));
    }

    private static void readsAsExpected(Sample sample) {
        Parser parser = Parsers.installed().named(sample.parser()).orElseThrow();
        Transcript transcript = sample.transcript();
        Reading reading = parser.read(transcript);

        assertThat(problems(sample, parser, reading, transcript)).as("facts").isEmpty();
        assertThat(reading.unread())
                .as(
                        "unread lines; name them in the expectation's «unread» if none should read them")
                .extracting(Unread::text)
                .containsExactlyElementsOf(sample.strings("unread"));
        for (String part : sample.strings("unavailable")) {
            assertThat(reading.unavailable())
                    .extracting(Unavailable::why)
                    .anySatisfy(why -> assertThat(why).contains(part));
        }
        if (!sample.expect().has("unavailable") && !sample.shared()) {
            assertThat(reading.unavailable()).as("unavailable").isEmpty();
        }
        int lines = (int) transcript.stdout().lines().count();
        assertThat(reading.facts())
                .allSatisfy(
                        f -> {
                            assertThat(parser.gives()).as("gives()").contains(f.getClass());
                            assertThat(f.source().document()).isEqualTo(transcript.document());
                            assertThat(f.source().firstLine()).isBetween(1, Math.max(lines, 1));
                            assertThat(f.source().lastLine())
                                    .isBetween(f.source().firstLine(), Math.max(lines, 1));
                        });
    }

    private static List<String> problems(
            Sample sample, Parser parser, Reading reading, Transcript transcript) {
        Map<String, Object> actual = new LinkedHashMap<>(FactTree.of(reading.facts()));
        Map<String, String> notFacts = Map.of();
        SampleView view = VIEWS.get(parser.name());
        if (view != null) {
            actual.putAll(view.view(reading, transcript, sample.expect().path("facts")));
            notFacts = view.notFacts();
        }
        List<String> problems = new ArrayList<>();
        int compared = 0;
        for (var e : sample.expect().path("facts").properties()) {
            if (notFacts.containsKey(e.getKey())) continue;
            compared++;
            Object value = actual.get(e.getKey());
            boolean noneWanted = e.getValue().isArray() && e.getValue().isEmpty();
            if (value == null && noneWanted && isFactName(parser, e.getKey())) continue;
            problems.addAll(FactTree.differences(e.getKey(), e.getValue(), value));
        }
        if (compared == 0) problems.add("the expectation compares nothing");
        return problems;
    }

    private static boolean isFactName(Parser parser, String name) {
        return parser.gives().stream().map(Class::getSimpleName).anyMatch(name::equals);
    }

    @TestFactory
    Stream<DynamicTest> samplesAreRecognisedByTheirParserAlone() {
        return Sample.all().stream().map(s -> dynamicTest(s.toString(), () -> recognised(s)));
    }

    private static void recognised(Sample sample) {
        List<String> names =
                Parsers.installed().all().stream()
                        .filter(p -> p.recognises(sample.text()))
                        .map(Parser::name)
                        .toList();
        if (sample.expect().path("recognised").asBoolean(true)
                && !(sample.shared() && names.isEmpty())) {
            assertThat(names).containsExactly(sample.parser());
        } else {
            assertThat(names).isEmpty();
        }
    }

    @Test
    void everyKindOfFactThatIsGivenIsMadeFromSomeSample() {
        var made =
                Sample.own().stream()
                        .flatMap(s -> read(s).facts().stream())
                        .<Class<? extends Fact>>map(Fact::getClass)
                        .collect(Collectors.toSet());
        assertThat(made).containsAll(Parsers.installed().kinds());
    }

    private static Reading read(Sample sample) {
        return Parsers.installed().named(sample.parser()).orElseThrow().read(sample.transcript());
    }
}
