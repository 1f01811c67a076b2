package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import java.util.ArrayList;
import java.util.List;

/// cloud-init writes the network's files at each boot.
@AutoService(Cause.class)
public final class CloudInitNetworks implements Cause {
    @Override
    public String code() {
        return "cloud-init-overwrites-network";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        List<LogEvent> said = clues.of("cloud-init-writes");
        List<LogEvent> unread = unread(clues);
        if (!unread.isEmpty()) {
            verdict.certain(
                            unread,
                            "what should keep cloud-init from the network is written in a form that"
                                    + " it does not read")
                    .because(
                            "cloud-init reads files of /etc/cloud/cloud.cfg.d that end in .cfg, and"
                                    + " there the key `config` below `network` with the word"
                                    + " `disabled`; anything else is passed over in silence.")
                    .fix(
                            "Write it in one line, and see after the next boot that it was read:\n"
                                    + "  echo 'network: {config: disabled}' >"
                                    + " /etc/cloud/cloud.cfg.d/99-disable-network-config.cfg\n"
                                    + "  grep 'network config disabled' /var/log/cloud-init.log")
                    .cites(said)
                    .explains("address-missing", "mtu-mismatch", "netplan-yaml-invalid");
            return;
        }
        if (said.isEmpty()) return;
        // That cloud-init is there and has written once is how images start.
        boolean again =
                clues.count("cloud-init-writes") > 1
                        && said.stream().anyMatch(e -> !e.text().contains("50-cloud-init"));
        Suspicion s =
                again
                        ? verdict.likely(
                                said,
                                "cloud-init writes the network's files anew, and what was set by hand is lost")
                        : verdict.possible(said, "cloud-init writes the network's files").info();
        s.explains("address-missing", "mtu-mismatch");
    }

    /// Settings that are meant to switch cloud-init's network off, and do not.
    private static List<LogEvent> unread(Clues clues) {
        List<LogEvent> all =
                new ArrayList<>(clues.where("cloud-init-key-flat", e -> isInNetwork(clues, e)));
        all.addAll(
                clues.where(
                        "cloud-init-word-other",
                        e -> e.text().contains("network:") || isInNetwork(clues, e)));
        all.addAll(
                clues.where(
                        "cloud-init-file",
                        e -> !e.get("file").endsWith(".cfg") && holdsTheWord(clues, e)));
        return all;
    }

    private static boolean isInNetwork(Clues clues, LogEvent key) {
        return clues.lineBefore(key).matches("network:\\s*");
    }

    /// Whether the file that is named there is the one that is to switch it off.
    private static boolean holdsTheWord(Clues clues, LogEvent file) {
        return clues.lineBefore(file).contains("config: disabled")
                || file.text().contains("config: disabled")
                || clues.lineAfter(file).contains("config: disabled")
                || clues.lineAfter(file, 2).contains("config: disabled");
    }
}
