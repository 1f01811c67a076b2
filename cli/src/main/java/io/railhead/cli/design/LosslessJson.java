package io.railhead.cli.design;

import io.railhead.fabric.EcnThresholds;
import io.railhead.fabric.LosslessDesign;
import io.railhead.fabric.PortDesign;
import io.railhead.fabric.SwitchBuffer;
import io.railhead.fabric.Term;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The design of a lossless class as `railhead.lossless/1`. Sizes are bytes, rates bits a second.
public final class LosslessJson {
    private LosslessJson() {}

    public static Map<String, Object> document(List<LosslessDesign> designs) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("schema", "railhead.lossless/1");
        document.put("switches", designs.stream().map(LosslessJson::design).toList());
        return document;
    }

    private static Map<String, Object> design(LosslessDesign design) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("device", design.device());
        map.put("priority", design.wanted().priority());
        map.put("dscp", design.wanted().dscp());
        map.put("tos", design.dataTos());
        design.wanted().cnpDscp().ifPresent(d -> map.put("cnpDscp", d));
        design.wanted().cnpPriority().ifPresent(p -> map.put("cnpPriority", p));
        map.put("sharePercent", design.sharePercent());
        map.put("incast", design.incast());
        design.buffer().map(SwitchBuffer::bytes).ifPresent(b -> map.put("bufferBytes", b));
        if (design.xoffBytes() > 0) {
            map.put("xoffBytes", design.xoffBytes());
        }
        map.put("ports", design.ports().stream().map(LosslessJson::port).toList());
        map.put("arithmetic", design.arithmetic());
        map.put("assumptions", design.assumptions());
        map.put("conflicts", design.conflicts());
        return map;
    }

    private static Map<String, Object> port(PortDesign port) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("port", port.port());
        port.peer().ifPresent(p -> map.put("peer", p));
        map.put("rateBps", port.rate().bitsPerSecond());
        map.put("cableMetres", port.metres());
        map.put("mtu", port.mtu());
        map.put("headroomBytes", port.headroom().bytes());
        map.put("headroom", port.headroom().arithmetic());
        map.put("terms", port.headroom().terms().stream().map(LosslessJson::term).toList());
        map.put("xonOffsetBytes", port.xonOffsetBytes());
        port.ecn().ifPresent(e -> map.put("ecn", ecn(e)));
        return map;
    }

    private static Map<String, Object> term(Term term) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("what", term.what());
        map.put("bytes", term.bytes());
        map.put("arithmetic", term.arithmetic());
        map.put("source", term.source());
        return map;
    }

    private static Map<String, Object> ecn(EcnThresholds ecn) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("kminBytes", ecn.kminBytes());
        map.put("kmaxBytes", ecn.kmaxBytes());
        map.put("pmaxPercent", ecn.pmaxPercent());
        map.put("why", ecn.why());
        return map;
    }
}
