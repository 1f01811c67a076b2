package io.railhead.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.railhead.model.Change;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

class RunJsonTest {
    private static String write(Run run) {
        return JsonMapper.builder().build().writeValueAsString(RunJson.document(run));
    }

    @Test
    void aRunSurvivesTheWayThroughJson() throws StoreException {
        Run run = Sample.run("20261128-010203-bench-abcd");
        Run read = RunJson.read("run.json", write(run));
        // The document says what changed and why, not how it is undone.
        Change c = run.changes().getFirst();
        Run expected =
                run.withChanges(
                        List.of(
                                new Change(
                                        c.device(),
                                        c.resource(),
                                        c.before(),
                                        c.after(),
                                        c.risk(),
                                        c.why(),
                                        Set.of(),
                                        List.of())));
        assertThat(read).isEqualTo(expected);
    }

    @Test
    void theBindingFieldsAreThere() {
        var root = JsonMapper.builder().build().readTree(write(Sample.run("r1")));
        assertThat(root.path("schema").asString()).isEqualTo("railhead.run/1");
        assertThat(root.path("run").asString()).isEqualTo("r1");
        var m = root.path("measurements").get(0);
        assertThat(m.path("metric").asString()).isEqualTo("tcp.bandwidth");
        assertThat(m.path("value").isNumber()).isTrue();
        assertThat(m.path("unit").asString()).isEqualTo("bit/s");
        assertThat(m.path("statistic").asString()).isEqualTo("mean");
        assertThat(m.path("conditions").path("mtu").asString()).isEqualTo("9000");
        assertThat(m.path("expectation").path("low").isNumber()).isTrue();
        assertThat(m.path("expectation").path("why").asString()).isEqualTo("line x headers");
        assertThat(m.path("verdict").asString()).isEqualTo("met");
        var none = root.path("measurements").get(1);
        assertThat(none.path("expectation").path("low").isNull()).isTrue();
        assertThat(none.path("expectation").path("why").asString()).isEqualTo("virtual link");
        assertThat(none.path("verdict").asString()).isEqualTo("none");
    }

    @Test
    void whatIsNoRunIsRefusedByName() {
        assertThatThrownBy(() -> RunJson.read("x.json", "{\"schema\": \"other/1\"}"))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("x.json")
                .hasMessageContaining("other/1");
        assertThatThrownBy(() -> RunJson.read("x.json", "{\"schema\": "))
                .hasMessageContaining("x.json: not JSON");
        assertThatThrownBy(
                        () ->
                                RunJson.read(
                                        "x.json",
                                        "{\"schema\":\"railhead.run/1\",\"measurements\":"
                                                + "[{\"metric\":\"x\",\"unit\":\"ns\",\"value\":1,"
                                                + "\"statistic\":\"best\"}]}"))
                .hasMessageContaining("statistic is «\"best\"», wanted one of mean, median");
    }

    /// A field of a good document, what it becomes, and what is said of it; `-` takes it away.
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/measurements/0/value | \"fast\" | measurements[0].value is «\"fast\"», wanted a number",
                "/measurements/0/value | null | measurements[0].value is «null», wanted a number",
                "/measurements/0/value | - | measurements[0].value is missing, wanted a number",
                "/measurements/0/value | 1e400 | measurements[0].value is",
                "/measurements/0/value | 1e308 | wanted a number from 0 to 1.000e+16",
                "/measurements/1/value | -5 | measurements[1].value is «-5», wanted a number from 0",
                "/measurements/1/unit | \"s\" | measurements[1].unit is «\"s\"», wanted ns for tcp.latency",
                "/measurements/0/unit | \"ns\" | wanted bit/s for tcp.bandwidth",
                "/measurements/0/unit | \"MB/s\" | wanted bit/s for tcp.bandwidth",
                "/measurements/2/metric | - | measurements[2].metric is missing, wanted a text",
                "/measurements/2/metric | 7 | measurements[2].metric is «7», wanted a text",
                "/measurements/0/statistic | - | measurements[0].statistic is missing",
                "/measurements/0/conditions | [] | measurements[0].conditions is a list, wanted an object",
                "/measurements/0/conditions/mtu | {} | conditions.mtu is an object, wanted a text",
                "/measurements/0/expectation/low | 1e400 | measurements[0].expectation.low is",
                "/measurements/0/expectation | 5 | measurements[0].expectation is «5», wanted an object",
                "/measurements/0/source/firstLine | -1 | measurements[0].source.firstLine is «-1»",
                "/measurements | {} | measurements is an object, wanted a list",
                "/measurements | - | measurements is missing, wanted a list",
                "/measurements/0 | 5 | measurements[0] is «5», wanted an object",
                "/tookSeconds | -3 | tookSeconds is «-3», wanted a number from 0",
                "/startedAt | \"today\" | startedAt is «\"today\"», wanted a time",
                "/findings/0/evidence | [1,\"x\",null] | findings[0].evidence[0] is «1», wanted an object",
                "/findings/0/evidence/0 | null | findings[0].evidence[0] is «null», wanted an object",
                "/findings/0/code | - | findings[0].code is missing, wanted a text",
                "/findings/0/severity | \"loud\" | wanted one of critical, error, warning, info",
                "/findings/0/explains/0 | 5 | findings[0].explains[0] is «5», wanted a text",
                "/findings | 5 | findings is «5», wanted a list",
                "/changes/0/risk | - | changes[0].risk is missing",
                "/attributes | 5 | attributes is «5», wanted an object"
            })
    void aDamagedValueIsRefusedWithItsFileItsFieldAndWhatIsWanted(
            String field, String becomes, String said) {
        String bad = with(write(Sample.run("r1")), field, becomes);
        assertThatThrownBy(() -> RunJson.read("x.json", bad))
                .isInstanceOf(StoreException.class)
                .hasMessageStartingWith("x.json: ")
                .hasMessageContaining(said);
        if (field.startsWith("/findings")) {
            String findings = bad.replace(RunJson.SCHEMA, "railhead.findings/1");
            assertThatThrownBy(() -> RunJson.readFindings("x.json", findings))
                    .hasMessageContaining(said);
        }
    }

    private static String with(String document, String field, String becomes) {
        JsonMapper mapper = JsonMapper.builder().build();
        JsonNode root = mapper.readTree(document);
        int last = field.lastIndexOf('/');
        JsonNode parent = root.at(field.substring(0, last));
        String name = field.substring(last + 1);
        if (becomes.equals("-")) {
            ((ObjectNode) parent).remove(name);
            return mapper.writeValueAsString(root);
        }
        // A number that no double holds is put there as it is written.
        if (parent instanceof ObjectNode object) {
            object.put(name, "HERE");
        } else {
            ((ArrayNode) parent).set(Integer.parseInt(name), "HERE");
        }
        return mapper.writeValueAsString(root).replace("\"HERE\"", becomes);
    }

    @Test
    void findingsOfAnotherSchemaAreNotTakenAsNone() {
        assertThatThrownBy(() -> RunJson.readFindings("x.json", write(Sample.run("r1"))))
                .hasMessage("x.json: schema «railhead.run/1», wanted railhead.findings/1");
    }

    @Test
    void damagedDocumentsGiveARunOrAStoreExceptionAndNothingElse() {
        String good = write(Sample.run("r1"));
        for (long seed = 0; seed < 3000; seed++) {
            Random random = new Random(seed);
            StringBuilder bad = new StringBuilder(good);
            for (int i = 0; i <= random.nextInt(4); i++) {
                int at = random.nextInt(bad.length());
                switch (random.nextInt(3)) {
                    case 0 -> bad.setCharAt(at, (char) (32 + random.nextInt(95)));
                    case 1 -> bad.delete(at, Math.min(bad.length(), at + random.nextInt(40)));
                    default -> bad.insert(at, "[{\"}],:0n\u00e9".charAt(random.nextInt(10)));
                }
                if (bad.isEmpty()) {
                    break;
                }
            }
            try {
                RunJson.read("x", bad.toString());
            } catch (StoreException expected) {
                assertThat(expected).hasMessageStartingWith("x: ");
            } catch (RuntimeException e) {
                throw new AssertionError("seed " + seed + ": " + bad, e);
            }
        }
    }
}
