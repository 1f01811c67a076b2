package io.railhead.checks.host;

import com.google.auto.service.AutoService;
import io.railhead.checks.Check;
import io.railhead.checks.Explanation;
import io.railhead.checks.Outcomes;
import io.railhead.checks.Situation;
import io.railhead.checks.Survey;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.Service;
import java.util.Set;

/// A service has failed.
@AutoService(Check.class)
public final class ServiceFailed implements Check {

    @Override
    public String code() {
        return "service-failed";
    }

    @Override
    public Explanation explanation() {
        return new Explanation(
                """
                A systemd unit has failed.
                """,
                """
                `systemctl --failed` lists it; what it should have set up (QoS, MTU, fabric
                manager) is not set up.
                """,
                """
                status=203/EXEC means that the program named in ExecStart is missing or not
                executable; 1 to 127 is the program's own error; `journalctl -u UNIT` has its
                words.
                """,
                """
                  systemctl status UNIT
                  journalctl -u UNIT -b --no-pager | tail -20
                  systemctl reset-failed UNIT && systemctl restart UNIT
                """,
                """
                  systemctl is-active UNIT
                  railhead check --only service-failed
                """);
    }

    @Override
    public Set<Class<? extends Fact>> needs() {
        return Set.of(Service.class);
    }

    @Override
    public void run(Situation situation, Outcomes out) {
        Survey survey = new Survey(this, situation, out);
        for (String machine : survey.machines(Service.class)) {
            for (Service s : survey.facts().of(machine, Service.class)) {
                if (s.active().equals("failed") && s.load().equals("loaded")) {
                    survey.warning(machine + " " + s.unit())
                            .says(s.unit() + " has failed (" + s.sub() + ")")
                            .because("`journalctl -u " + s.unit() + " -b` has its last words")
                            .fix(
                                    "`systemctl status "
                                            + s.unit()
                                            + "`; status=203/EXEC means that its program is"
                                            + " missing")
                            .cites(s, "ActiveState")
                            .explains("fabric-manager-not-running", "clock-not-synchronised")
                            .report();
                }
            }
        }
    }
}
