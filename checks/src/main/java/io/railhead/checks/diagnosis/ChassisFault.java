package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.BmcInfo;
import io.railhead.model.fact.Stated;
import java.util.ArrayList;
import java.util.List;

/// The chassis itself tells a fault: power, cooling or a drive.
@AutoService(Cause.class)
public final class ChassisFault implements Cause {
    private static final List<String> FAULTS =
            List.of(
                    "Power Overload",
                    "Main Power Fault",
                    "Power Control Fault",
                    "Drive Fault",
                    "Cooling/Fan Fault");

    @Override
    public String code() {
        return "chassis-fault";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        for (BmcInfo chassis : clues.all(BmcInfo.class)) {
            if (chassis.kind() != BmcInfo.Kind.CHASSIS) continue;
            List<String> names = new ArrayList<>();
            for (String fault : FAULTS) {
                if (chassis.setting(fault).filter("true"::equals).isPresent()) names.add(fault);
            }
            if (names.isEmpty()) continue;
            Suspicion s =
                    verdict.certain(
                            List.of(), "the chassis reports a fault: " + String.join(", ", names));
            s.of(chassis);
            for (String name : names) {
                Stated<String> row = chassis.settings().get(name);
                if (row != null) s.cites(clues.facts().cite(row.source()));
            }
            s.explains("gpu-power-brake-slowdown", "nvme-thermal-throttle", "gpu-thermal-slowdown");
        }
    }
}
