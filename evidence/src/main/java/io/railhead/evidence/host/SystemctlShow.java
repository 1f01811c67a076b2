package io.railhead.evidence.host;

import com.google.auto.service.AutoService;
import io.railhead.evidence.CommandLine;
import io.railhead.evidence.Lines;
import io.railhead.evidence.Parser;
import io.railhead.evidence.Reading;
import io.railhead.model.Probe;
import io.railhead.model.Transcript;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.Service;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// `systemctl show -p … UNITS`: `Property=value` rows, units parted by blank lines.
@AutoService(Parser.class)
public final class SystemctlShow implements Parser {
    private static final Pattern ROW = Pattern.compile("[A-Z][A-Za-z]*=.*");
    private static final String UNITS =
            "opensm opensmd irqbalance lldpad lldpd openibd rdma-ndd ibacm"
                    + " nvidia-fabricmanager nvidia-persistenced nvidia-imex nvidia-dcgm"
                    + " NetworkManager NetworkManager-wait-online systemd-networkd"
                    + " systemd-networkd-wait-online cloud-init ssh sshd slurmd slurmctld munge"
                    + " docker containerd kubelet chrony chronyd systemd-timesyncd ntpd"
                    + " firewalld ufw nftables tuned unattended-upgrades";

    @Override
    public String name() {
        return "systemctl-show";
    }

    @Override
    public List<Probe> probes() {
        return List.of(
                Probe.once(
                                name(),
                                ManagerLimits.IF_RUNNING
                                        + "systemctl show -p Id,LoadState,ActiveState,SubState,UnitFileState,"
                                        + "LimitMEMLOCK "
                                        + UNITS)
                        .cited("systemctl show UNITS")
                        .asPrompt());
    }

    @Override
    public Set<Class<? extends Fact>> gives() {
        return Set.of(Service.class);
    }

    @Override
    public boolean readsCommand(String command) {
        CommandLine line = CommandLine.of(command);
        boolean shows = line.is("systemctl") && line.has("show");
        return (shows || command.startsWith(ManagerLimits.IF_RUNNING))
                && !command.contains("DefaultLimit");
    }

    @Override
    public boolean recognises(String text) {
        return text.lines().anyMatch(l -> l.startsWith("Id="))
                && text.lines().anyMatch(l -> l.startsWith("ActiveState="));
    }

    @Override
    public Reading read(Transcript transcript) {
        Lines lines = Lines.of(transcript);
        List<Fact> facts = new ArrayList<>();
        Map<String, String> unit = new HashMap<>();
        Lines.@Nullable Line first = null;
        Lines.@Nullable Line last = null;
        for (Lines.Line line : lines) {
            if (!line.isLeft()) {
                if (line.isBlank() && first != null && last != null) {
                    add(unit, first, last, facts);
                    unit.clear();
                    first = null;
                }
                continue;
            }
            if (line.match(ROW).isEmpty()) continue;
            String text = line.stripped();
            int eq = text.indexOf('=');
            unit.put(text.substring(0, eq), text.substring(eq + 1));
            if (first == null) first = line;
            last = line.read();
        }
        if (first != null && last != null) add(unit, first, last, facts);
        if (facts.isEmpty()) lines.unavailable(lines.complaint().orElse("no unit shown"));
        return lines.reading(facts);
    }

    private static void add(
            Map<String, String> unit, Lines.Line first, Lines.Line last, List<Fact> into) {
        String id = unit.getOrDefault("Id", "");
        if (id.isEmpty()) return;
        into.add(
                new Service(
                        id.endsWith(".service") ? id.substring(0, id.length() - 8) : id,
                        unit.getOrDefault("LoadState", ""),
                        unit.getOrDefault("ActiveState", ""),
                        unit.getOrDefault("SubState", ""),
                        unit.getOrDefault("UnitFileState", ""),
                        Optional.ofNullable(unit.get("LimitMEMLOCK"))
                                .filter(v -> !v.isEmpty())
                                .map(ManagerLimits::limit),
                        first.to(last)));
    }
}
