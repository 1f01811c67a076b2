package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import java.util.List;
import java.util.Map;

/// Netplan renders for one network service while another waits or runs.
@AutoService(Cause.class)
public final class RendererMismatch implements Cause {
    @Override
    public String code() {
        return "netplan-renderer-mismatch";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        List<LogEvent> waits = clues.of("wait-online-timeout");
        List<LogEvent> renderers = clues.of("renderer");
        List<LogEvent> odd = clues.of("networkd-unmanaged");
        Map<String, List<LogEvent>> kinds = Clues.grouped(renderers, e -> e.get("renderer"));
        if ((!waits.isEmpty() || !odd.isEmpty()) && !renderers.isEmpty())
            verdict.certain(
                            renderers,
                            "netplan renders for "
                                    + renderers.getFirst().get("renderer")
                                    + ", and another network service waits for links it does not manage")
                    .cites(waits)
                    .cites(odd);
        else if (!clues.of("renderer-absent").isEmpty()
                && (kinds.containsKey("NetworkManager") || clues.has("netplan-used")))
            verdict.certain(
                            clues.of("renderer-absent"),
                            "netplan renders for NetworkManager, which is not installed")
                    .cites(renderers)
                    .cites(clues.of("netplan-used"));
        else if (kinds.size() > 1
                && clues.byHost("renderer").values().stream().anyMatch(RendererMismatch::differ))
            verdict.likely(renderers, "netplan's files name two renderers");
    }

    private static boolean differ(List<LogEvent> ofHost) {
        return Clues.grouped(ofHost, e -> e.get("renderer")).size() > 1;
    }
}
