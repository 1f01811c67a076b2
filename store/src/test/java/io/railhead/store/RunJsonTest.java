package io.railhead.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.railhead.model.Change;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

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
                                                + "[{\"statistic\":\"best\"}]}"))
                .hasMessageContaining("statistic: «best» is none of mean");
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
