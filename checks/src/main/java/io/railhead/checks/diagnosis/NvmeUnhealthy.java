package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.NvmeHealth;
import java.util.ArrayList;
import java.util.List;

/// An NVMe drive says of itself that it is failing or worn out.
@AutoService(Cause.class)
public final class NvmeUnhealthy implements Cause {
    @Override
    public String code() {
        return "nvme-unhealthy";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        for (NvmeHealth drive : clues.all(NvmeHealth.class)) {
            int bits = drive.warning().orElse(0);
            List<String> grave = new ArrayList<>();
            List<String> rows = new ArrayList<>();
            if ((bits & 1) != 0 || isBelow(drive)) grave.add("its spare blocks are used up");
            if ((bits & 4) != 0) grave.add("its reliability is degraded");
            if ((bits & 8) != 0) grave.add("it is read-only");
            if ((bits & 16) != 0) grave.add("its backup power failed");
            if (bits != 0) rows.add("critical_warning");
            if (isBelow(drive)) rows.add("available_spare");
            long errors = drive.mediaErrors().orElse(0);
            if (errors > 0) rows.add("media_errors");
            boolean worn = drive.usedPercent().orElse(0) >= 100;
            if (worn) rows.add("percentage_used");
            if (grave.isEmpty() && errors == 0 && !worn) continue;
            String name = drive.device().isEmpty() ? "the drive" : drive.device();
            List<String> all = new ArrayList<>(grave);
            if (errors > 0) all.add(errors + " reads or writes failed inside of it");
            if (worn) all.add(drive.usedPercent().getAsInt() + " % of its life is used");
            Suspicion s = verdict.certain(List.of(), name + ": " + String.join(", ", all));
            if (grave.isEmpty()) s.warning();
            s.of(drive);
            for (String row : rows) {
                if (drive.settings().containsKey(row)) {
                    s.cites(clues.facts().cite(drive.settings().get(row).source()));
                }
            }
        }
    }

    private static boolean isBelow(NvmeHealth drive) {
        return drive.sparePercent().isPresent()
                && drive.spareThreshold().isPresent()
                && drive.sparePercent().getAsInt() < drive.spareThreshold().getAsInt();
    }
}
