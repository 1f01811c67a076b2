package io.railhead.evidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.railhead.model.Curtailed;
import io.railhead.model.Transcript;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Every member of every recorded JSON is replaced by what it cannot be: either nobody reads it,
/// and the facts stay as they are, or it is named.
final class JsonMembersTest {
    private static final JsonMapper MAPPER = new JsonMapper();

    /// A sample that holds one text of JSON; what stands before it is kept.
    private record Whole(Sample sample, String before, JsonNode root) {
        static Optional<Whole> of(Sample sample) {
            String text = sample.text();
            int at = text.startsWith("{") || text.startsWith("[") ? 0 : start(text);
            if (at < 0 || !hasJson(sample)) return Optional.empty();
            try {
                JsonNode root = MAPPER.readTree(text.substring(at));
                return Optional.of(new Whole(sample, text.substring(0, at), root));
            } catch (JacksonException e) {
                return Optional.empty();
            }
        }

        private static int start(String text) {
            int object = text.indexOf("\n{");
            int list = text.indexOf("\n[");
            int first = object < 0 || list >= 0 && list < object ? list : object;
            return first < 0 ? -1 : first + 1;
        }

        private static boolean hasJson(Sample sample) {
            return !sample.parser().startsWith("perftest") && !sample.parser().contains("sockperf");
        }

        Reading read(JsonNode node, String raw) {
            String text = before + node.toString().replace("\"@wrong@\"", raw) + "\n";
            Transcript t = sample.transcript(text);
            return Parsers.installed().named(sample.parser()).orElseThrow().read(t);
        }
    }

    @TestFactory
    Stream<DynamicTest> aMemberThatIsSomethingElseIsNamedOrNobodyReadsIt() {
        return Sample.all().stream()
                .flatMap(s -> Whole.of(s).stream())
                .map(w -> dynamicTest(w.sample().toString(), () -> replaceEach(w)));
    }

    private static void replaceEach(Whole w) {
        Reading sound = w.read(w.root(), "");
        assertThat(sound.damaged()).as("the sample as it is").isEmpty();
        List<String> silent = new ArrayList<>();
        replace(w, sound, w.root(), "", silent);
        assertThat(silent).as("replaced, other facts, and nothing said").isEmpty();
    }

    private static void replace(
            Whole w, Reading sound, JsonNode node, String path, List<String> silent) {
        if (node instanceof ObjectNode object) {
            for (String name : List.copyOf(object.propertyNames())) {
                String at = path.isEmpty() ? name : path + "." + name;
                JsonNode is = object.path(name);
                for (String wrong : wrong(is)) {
                    object.put(name, "@wrong@");
                    judge(w, sound, at, wrong, silent);
                    object.set(name, is);
                }
                replace(w, sound, is, at, silent);
            }
        } else if (node instanceof ArrayNode list) {
            for (int i = 0; i < Math.min(list.size(), 3); i++) {
                // Elements at the top are documents of their own.
                replace(w, sound, list.path(i), path.isEmpty() ? "" : path + "[" + i + "]", silent);
            }
        }
    }

    private static void judge(
            Whole w, Reading sound, String path, String wrong, List<String> silent) {
        Reading reading = w.read(w.root(), wrong);
        boolean named =
                reading.damaged().stream()
                        .map(Curtailed::why)
                        .anyMatch(d -> d.contains(": " + path + " is ") || d.contains(" more "));
        // Then it is no such output any more, and that is said.
        if (reading.facts().isEmpty() && !reading.unavailable().isEmpty()) return;
        if (!named && !reading.facts().equals(sound.facts())) silent.add(path + " = " + wrong);
    }

    private static List<String> wrong(JsonNode is) {
        if (is.isObject()) return List.of("[]", "\"x\"", "-7", "null");
        if (is.isArray()) return List.of("{}", "\"x\"", "-7");
        if (is.isBoolean()) return List.of("{}", "\"x\"", "-7", "null");
        if (is.isNumber())
            return List.of("\"fast\"", "1e308", "NaN", "\"NaN\"", "null", "{}", "[]", "true");
        return List.of("{}", "[]");
    }

    private static List<String> damage(String parser, String text) {
        Transcript t = Transcript.ofFile("x.json", text);
        return Parsers.installed().named(parser).orElseThrow().read(t).damaged().stream()
                .map(c -> c.line() + ": " + c.why())
                .toList();
    }

    @Test
    void whatIsWrongIsNamedWithItsLineItsValueAndWhatWasExpected() {
        String text =
                """
                {
                  "start": {"version": "iperf 3.12"},
                  "end": {
                    "sum_sent": {"bits_per_second": 9.4e9, "retransmits": -3},
                    "sum_received": {
                      "bits_per_second": "fast"
                    }
                  }
                }
                """;
        assertThat(damage("iperf3", text))
                .containsExactly(
                        "4: iperf3 JSON: end.sum_sent.retransmits is -3, a whole number of at"
                                + " least 0 was expected",
                        "6: iperf3 JSON: end.sum_received.bits_per_second is \"fast\", a number"
                                + " from 0 to 1e15 was expected");
    }

    @Test
    void perftestsOwnJsonIsJudgedAsWell() {
        String text =
                """
                {
                test_info: {
                "test": "Write_BW_Test",
                "Device": "mlx5_0"
                },
                "results": {
                "MsgSize": 65536,
                "BW_average": %s,
                "MsgRate": 0.1
                }
                }
                """;
        assertThat(damage("perftest", text.formatted("nan")))
                .containsExactly(
                        "8: perftest JSON: BW_average is \"nan\", a number from 0 to 1e9 was"
                                + " expected");
        assertThat(damage("perftest", text.formatted("96.2"))).isEmpty();
    }

    @Test
    void numbersWrittenAsTextAreNumbers() {
        assertThat(
                        damage(
                                "iperf3",
                                "{\"end\": {\"sum_received\": {\"bits_per_second\": \"9e9\"}}}"))
                .isEmpty();
    }

    @Test
    void whatNobodyReadsMayBeAnything() {
        assertThat(damage("iperf3", "{\"end\": {\"sum_received\": {\"start\": \"x\"}}}")).isEmpty();
    }

    @Test
    void textsThatSwitchesWriteForNumbersAreJudgedByWhatTheyMean() {
        assertThat(damage("sonic-config-db", "{\"PORT\": {\"Ethernet0\": {\"mtu\": \"wide\"}}}"))
                .containsExactly(
                        "1: CONFIG_DB: PORT.Ethernet0.mtu is \"wide\", a whole number from 68 to"
                                + " 65535 was expected");
        assertThat(damage("sonic-config-db", "{\"PORT\": {\"Ethernet0\": {\"mtu\": \"9100\"}}}"))
                .isEmpty();
        assertThat(damage("nvue-show-qos", "{\"pfc\": {\"xoff-threshold\": \"9e99 MB\"}}"))
                .containsExactly(
                        "1: NVUE JSON: pfc.xoff-threshold is \"9e99 MB\", a size was expected");
        assertThat(damage("nvue-show-qos", "{\"pfc\": {\"xoff-threshold\": \"9.5 MB\"}}"))
                .isEmpty();
    }

    @Test
    void ofVeryManyTheFirstAreNamedAndTheRestCounted() {
        StringBuilder text = new StringBuilder("{\"intervals\": [");
        for (int i = 0; i < 50; i++) text.append(i == 0 ? "-7" : ", 7");
        assertThat(damage("iperf3", text + "], \"end\": {\"sum\": {}}}"))
                .hasSize(21)
                .last()
                .asString()
                .endsWith("30 more members are not what was expected");
    }
}
