package io.railhead.evidence.host;

import com.google.auto.service.AutoService;
import io.railhead.evidence.Lines;
import io.railhead.evidence.Parser;
import io.railhead.evidence.Reading;
import io.railhead.model.Probe;
import io.railhead.model.Transcript;
import io.railhead.model.fact.CloudInitNetwork;
import io.railhead.model.fact.Fact;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Whether cloud-init is there and writes the network: `installed`, `disabled PATH`, and rows
/// `PATH:LINE:TEXT` of its files that speak of the network.
@AutoService(Parser.class)
public final class CloudInit implements Parser {
    private static final String COMMAND =
            "if [ -e /etc/cloud/cloud.cfg ]; then echo 'cloud-init installed';"
                    + " [ -e /etc/cloud/cloud-init.disabled ] &&"
                    + " echo 'cloud-init disabled /etc/cloud/cloud-init.disabled';"
                    + " grep -HnsE '^(network:|[[:space:]]+config: *[\"]?disabled)'"
                    + " /etc/cloud/cloud.cfg /etc/cloud/cloud.cfg.d/*.cfg || true;"
                    + " else echo 'cloud-init absent'; fi";

    private static final String SHOWN = "grep -n network: /etc/cloud/cloud.cfg.d/*.cfg";

    @Override
    public String name() {
        return "cloud-init";
    }

    @Override
    public List<Probe> probes() {
        return List.of(Probe.once(name(), COMMAND).cited(SHOWN).asPrompt());
    }

    @Override
    public Set<Class<? extends Fact>> gives() {
        return Set.of(CloudInitNetwork.class);
    }

    @Override
    public boolean readsCommand(String command) {
        return command.startsWith("if [ -e /etc/cloud/cloud.cfg ]") || command.equals(SHOWN);
    }

    @Override
    public boolean recognises(String text) {
        return text.lines()
                .anyMatch(l -> l.equals("cloud-init installed") || l.equals("cloud-init absent"));
    }

    @Override
    public Reading read(Transcript transcript) {
        Lines lines = Lines.of(transcript);
        Lines.@Nullable Line known = null;
        boolean installed = false;
        Lines.@Nullable Line disabled = null;
        String network = "";
        for (Lines.Line line : lines) {
            if (!line.isLeft()) continue;
            String text = line.stripped();
            if (text.equals("cloud-init installed") || text.equals("cloud-init absent")) {
                installed = text.endsWith("installed");
                known = line.read();
                continue;
            }
            if (text.startsWith("cloud-init disabled ")) {
                disabled = line.read();
                continue;
            }
            Optional<GrepRow> row = GrepRow.of(line, true);
            if (row.isEmpty()) continue;
            line.read();
            if (row.get().text().startsWith("network:")) {
                network = row.get().path();
                if (row.get().text().contains("disabled")) disabled = line;
            } else if (row.get().path().equals(network) && row.get().text().contains("disabled")) {
                disabled = line;
            }
        }
        if (known == null) {
            lines.unavailable(lines.complaint().orElse("not told whether it is installed"));
            return lines.reading(List.of());
        }
        Lines.Line cited = disabled == null ? known : disabled;
        return lines.reading(
                List.of(new CloudInitNetwork(installed, disabled != null, cited.source())));
    }
}
