package io.railhead.twin;

import java.util.Locale;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// What SONiC shows of its classes, emulated: `show pfc priority` and `ecnconfig -l`.
final class SonicClasses {
    private static final JsonMapper JSON = JsonMapper.shared();
    private final Behaviour behaviour;
    private final JsonNode config;

    SonicClasses(Box box) {
        behaviour = box.behaviour;
        config = JSON.readTree(box.running.print());
    }

    String priorities() {
        StringBuilder out =
                new StringBuilder(
                        "Interface    Lossless priorities\n-----------  ---------------------\n");
        config.path("PORT_QOS_MAP")
                .propertyStream()
                .forEach(
                        port -> {
                            String on = port.getValue().path("pfc_enable").asString("");
                            out.append(
                                    String.format(
                                            Locale.ROOT,
                                            "%-11s  %s%n",
                                            port.getKey(),
                                            on.isEmpty() || behaviour.has(Fault.PFC_STAYS_DOWN)
                                                    ? "N/A"
                                                    : on));
                        });
        return out.toString();
    }

    String profiles() {
        StringBuilder out = new StringBuilder();
        int count = 0;
        for (var profile : config.path("WRED_PROFILE").properties()) {
            count++;
            String ruler = "-".repeat(23) + "  " + "-".repeat(7) + "\n";
            out.append("\nProfile: ").append(profile.getKey()).append('\n').append(ruler);
            for (var field : profile.getValue().properties()) {
                boolean silent =
                        field.getKey().equals("ecn") && behaviour.has(Fault.QUEUE_DOES_NOT_MARK);
                out.append(
                        String.format(
                                Locale.ROOT,
                                "%-23s  %s%n",
                                field.getKey(),
                                silent ? "ecn_none" : field.getValue().asString("")));
            }
            out.append(ruler);
        }
        return out.append("\nTotal profiles: ").append(count).append('\n').toString();
    }
}
