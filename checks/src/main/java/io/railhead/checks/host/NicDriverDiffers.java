package io.railhead.checks.host;

import com.google.auto.service.AutoService;
import io.railhead.checks.Check;
import io.railhead.checks.Explanation;
import io.railhead.checks.Outcomes;
import io.railhead.checks.Situation;
import io.railhead.checks.Survey;
import io.railhead.checks.Twins;
import io.railhead.model.Severity;
import io.railhead.model.fact.DriverInfo;
import io.railhead.model.fact.Fact;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// Twins have different versions of a NIC driver.
@AutoService(Check.class)
public final class NicDriverDiffers implements Check {

    @Override
    public String code() {
        return "nic-driver-differs";
    }

    @Override
    public Explanation explanation() {
        return new Explanation(
                """
                Hosts that should be alike have different versions of one NIC driver.
                """,
                """
                Counters, defaults and bugs differ from host to host; one is slower or loses QoS
                settings at odd times.
                """,
                """
                MLNX_OFED or DOCA on some hosts and the kernel's own driver on others, or
                different kernels.
                """,
                """
                  ethtool -i IFNAME
                Install one driver version on all (or remove OFED from all), reboot one host at
                a time.
                """,
                """
                  ethtool -i IFNAME | grep version
                  railhead check --only nic-driver-differs
                """);
    }

    @Override
    public Set<Class<? extends Fact>> needs() {
        return Set.of(DriverInfo.class);
    }

    @Override
    public void run(Situation situation, Outcomes out) {
        Survey survey = new Survey(this, situation, out);
        List<Twins.Said> said = new ArrayList<>();
        for (String machine : survey.machines(DriverInfo.class)) {
            Set<String> drivers = new LinkedHashSet<>();
            for (DriverInfo d : survey.facts().of(machine, DriverInfo.class)) {
                boolean hardware = !d.busInfo().isEmpty() && !d.busInfo().equals("N/A");
                if (hardware && !d.version().isEmpty() && drivers.add(d.driver())) {
                    said.add(
                            new Twins.Said(
                                    d.driver() + Twins.group(survey, machine),
                                    machine,
                                    machine + " " + d.driver(),
                                    d.version(),
                                    d));
                }
            }
        }
        Twins.compare(
                survey,
                Severity.WARNING,
                new Twins.Words(
                        "driver version",
                        "OFED on some hosts and the kernel's own driver on others, or different"
                                + " kernels",
                        "one driver version on all hosts; `ethtool -i` shows it"),
                said);
    }
}
