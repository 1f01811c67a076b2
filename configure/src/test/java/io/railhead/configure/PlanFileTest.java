package io.railhead.configure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.railhead.model.Change;
import io.railhead.model.Risk;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

class PlanFileTest {
    static final Plan PLAN =
            new Plan(
                    "0.1.0",
                    Instant.parse("2026-11-28T01:02:03Z"),
                    "lab",
                    "cluster.yaml",
                    "ab12",
                    List.of("gpu01", "gpu02"),
                    List.of(
                            new PlannedChange(
                                    new Change(
                                            "gpu01",
                                            "link-mtu:eth1",
                                            "1500\n",
                                            "9000\n",
                                            Risk.MAY_DISCONNECT,
                                            "cluster.yaml line 3",
                                            Set.of("file:/a"),
                                            List.of("set 1500 again")),
                                    true,
                                    "f1",
                                    "t1")),
                    List.of(new Obstacle("gpu02", "sysctl:x", "is read-only here", "leave it out")),
                    new LinkedHashMap<>(),
                    new LinkedHashMap<>());

    private static String json(Plan plan) {
        return JsonMapper.shared().writeValueAsString(PlanFile.document(plan));
    }

    @Test
    void aPlanReadBackIsThePlan() throws PlanFile.NotAPlan {
        assertThat(PlanFile.read(json(PLAN))).isEqualTo(PLAN);
    }

    @Test
    void changesHaveTheFieldsThatOthersRead() {
        assertThat(json(PLAN))
                .startsWith("{\"schema\":\"railhead.plan/1\"")
                .contains(
                        "{\"device\":\"gpu01\",\"resource\":\"link-mtu:eth1\",\"before\":\"1500\\n\","
                                + "\"after\":\"9000\\n\",\"risk\":\"may-disconnect\","
                                + "\"why\":\"cluster.yaml line 3\"");
    }

    @Test
    void whatIsNoPlanIsSaidToBeNone() {
        assertThatThrownBy(() -> PlanFile.read("hello")).hasMessage("it is not JSON");
        assertThatThrownBy(() -> PlanFile.read("{\"schema\":\"railhead.run/1\"}"))
                .hasMessageContaining("not a plan");
        assertThatThrownBy(() -> PlanFile.read(json(PLAN).replace("\"fingerprint\"", "\"f\"")))
                .hasMessage("changes[0] has no \"fingerprint\"");
        assertThatThrownBy(() -> PlanFile.read(json(PLAN).replace("may-disconnect", "much")))
                .hasMessage("changes[0] has an unknown risk \"much\"");
    }

    @Test
    void aPlanWithoutItsPartsIsNoEmptyPlan() {
        for (String key : List.of("hosts", "changes", "obstacles", "version", "cluster")) {
            var root = (ObjectNode) JsonMapper.shared().readTree(json(PLAN));
            root.putNull(key);
            assertThatThrownBy(() -> PlanFile.read(root.toString()))
                    .isInstanceOf(PlanFile.NotAPlan.class)
                    .hasMessageContaining("\"" + key + "\"");
        }
    }

    @Test
    void noMangledPlanThrowsAnythingElse() {
        String text = json(PLAN);
        Random random = new Random(5);
        for (int i = 0; i < 3000; i++) {
            StringBuilder mangled = new StringBuilder(text);
            for (int n = 0; n <= random.nextInt(4); n++) {
                int at = random.nextInt(mangled.length());
                switch (random.nextInt(3)) {
                    case 0 -> mangled.setCharAt(at, (char) (32 + random.nextInt(95)));
                    case 1 -> mangled.setLength(at + 1);
                    default -> mangled.insert(at, "{\"a\":[1,null,");
                }
            }
            try {
                assertThat(PlanFile.read(mangled.toString()).changes()).isNotNull();
            } catch (PlanFile.NotAPlan e) {
                assertThat(e.getMessage()).as("round %d", i).isNotBlank();
            }
        }
    }
}
