package io.railhead.checks.lossless;

import com.google.auto.service.AutoService;
import io.railhead.checks.Check;
import io.railhead.checks.Explanation;
import io.railhead.checks.Survey;
import io.railhead.model.fact.CongestionControl;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.Stated;
import java.util.Optional;
import java.util.Set;

/// A NIC does not slow down when it is told of congestion.
@AutoService(Check.class)
public final class CnpIgnored implements PortCheck {

    @Override
    public String code() {
        return "cnp-ignored";
    }

    @Override
    public Explanation explanation() {
        return new Explanation(
                """
                The reaction point of a NIC is off for the lossless priority: it gets notifications
                of congestion and does not slow down.
                """,
                """
                rp_cnp_handled stays at 0 or rp_cnp_ignored rises while peers count np_cnp_sent; the
                switch marks more and more and pauses in the end.
                """,
                """
                roce_rp/enable/PRIO is 0: switched off for a test, or by a tuning guide for another
                priority.
                """,
                """
                  echo 1 > /sys/class/net/IFNAME/ecn/roce_rp/enable/3      # 3: the priority
                It is lost at reboot: put it into a unit.
                """,
                """
                  cat /sys/class/net/IFNAME/ecn/roce_rp/enable/3           # 1
                  rdma statistic show link DEVICE/1                        # rp_cnp_handled rises
                """);
    }

    @Override
    public Set<Class<? extends Fact>> ofPort() {
        return Set.of(CongestionControl.class);
    }

    @Override
    public void look(PortOfPath port, Survey survey) {
        if (!port.host()) return;
        Optional<CongestionControl> nic = port.port().congestionControl();
        Optional<Stated<Boolean>> reacts =
                nic.flatMap(n -> Optional.ofNullable(n.reacts().get(port.priority())));
        if (reacts.isEmpty()) {
            survey.notChecked(port.name(), "whether it reacts to notifications was not read");
            return;
        }
        if (reacts.get().value()) return;
        survey.error(port.name())
                .says(
                        "the NIC does not slow down when notified of congestion in priority "
                                + port.priority())
                .because("its reaction point is off, so marks and notifications change nothing")
                .fix(
                        "`echo 1 > /sys/class/net/"
                                + port.port().port()
                                + "/ecn/roce_rp/enable/"
                                + port.priority()
                                + "`, and the same at boot")
                .cites(reacts.get().source())
                .explains("pfc-storm")
                .report();
    }
}
