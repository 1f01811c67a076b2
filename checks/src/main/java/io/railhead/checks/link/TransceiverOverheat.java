package io.railhead.checks.link;

import com.google.auto.service.AutoService;
import io.railhead.checks.Check;
import io.railhead.checks.Explanation;
import io.railhead.checks.Outcomes;
import io.railhead.checks.Situation;
import io.railhead.checks.Survey;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.Transceiver;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A module is hotter than its own limit.
@AutoService(Check.class)
public final class TransceiverOverheat implements Check {

    @Override
    public String code() {
        return "transceiver-overheat";
    }

    @Override
    public Explanation explanation() {
        return new Explanation(
                """
                A transceiver module reports a temperature above its own warning limit.
                """,
                """
                Bit errors rise with temperature; at the alarm limit the module shuts off and
                the link drops.
                """,
                """
                Airflow blocked or from the wrong side, a fan down, or a module class of more
                watts than the cage is made for.
                """,
                """
                  ethtool -m IFNAME | grep -i temp
                Check fans and airflow of the chassis; spread hot modules; use a module for this
                cage.
                """,
                """
                  ethtool -m IFNAME | grep -i 'temperature'      # below "high warning threshold" under load
                """);
    }

    @Override
    public Set<Class<? extends Fact>> needs() {
        return Set.of(Transceiver.class);
    }

    @Override
    public void run(Situation situation, Outcomes out) {
        Survey survey = new Survey(this, situation, out);
        for (String machine : survey.machines(Transceiver.class)) {
            for (Transceiver t : survey.facts().of(machine, Transceiver.class)) {
                OptionalDouble now = celsius(t, "Module temperature");
                OptionalDouble limit = celsius(t, "Module temperature high warning threshold");
                boolean alarm =
                        flag(t, "Module temperature high alarm")
                                || flag(t, "Module temperature high warning");
                boolean over =
                        now.isPresent()
                                && limit.isPresent()
                                && now.getAsDouble() >= limit.getAsDouble();
                if (alarm || over) {
                    survey.warning(machine + " " + t.interfaceName())
                            .says(
                                    "the module is at "
                                            + (now.isPresent() ? now.getAsDouble() + " °C" : "?")
                                            + (limit.isPresent()
                                                    ? ", its limit is "
                                                            + limit.getAsDouble()
                                                            + " °C"
                                                    : ", and it raises its temperature flag"))
                            .because("airflow, a fan, or a module too hot for this cage")
                            .fix(
                                    "`ethtool -m "
                                            + t.interfaceName()
                                            + " | grep -i temp`; check fans and airflow")
                            .cites(t)
                            .explains("link-high-ber", "link-flapping", "link-no-carrier")
                            .report();
                }
            }
        }
    }

    private static final Pattern NUMBER = Pattern.compile("-?\\d+(\\.\\d+)?");

    private static OptionalDouble celsius(Transceiver t, String key) {
        for (String value : t.settings().getOrDefault(key, List.of())) {
            Matcher m = NUMBER.matcher(value);
            if (m.find()) {
                return OptionalDouble.of(Double.parseDouble(m.group()));
            }
        }
        return OptionalDouble.empty();
    }

    private static boolean flag(Transceiver t, String key) {
        return t.settings().getOrDefault(key, List.of()).stream()
                .anyMatch(v -> v.strip().equalsIgnoreCase("On"));
    }
}
