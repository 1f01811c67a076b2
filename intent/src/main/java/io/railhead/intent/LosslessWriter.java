package io.railhead.intent;

import io.railhead.model.intent.Lossless;
import io.railhead.model.intent.Lossless.Ecn;

/// Writes the lossless class of `cluster.yaml`.
final class LosslessWriter {
    private final YamlOut out;

    LosslessWriter(YamlOut out) {
        this.out = out;
    }

    void write(Lossless lossless) {
        out.blankLine();
        out.open("lossless");
        out.put("priority", Integer.toString(lossless.priority()));
        out.put("dscp", Integer.toString(lossless.dscp()));
        lossless.cnpDscp().ifPresent(d -> out.put("cnp-dscp", Integer.toString(d)));
        lossless.cnpPriority().ifPresent(p -> out.put("cnp-priority", Integer.toString(p)));
        out.put(
                "ecn",
                switch (lossless.ecn()) {
                    case Ecn.Derive() -> "derive";
                    case Ecn.Off() -> "\"off\"";
                    case Ecn.Fixed(long kmin, long kmax, int pmax) ->
                            "{kmin: "
                                    + Units.bytes(kmin)
                                    + ", kmax: "
                                    + Units.bytes(kmax)
                                    + ", pmax: "
                                    + pmax
                                    + "%}";
                });
        Lossless.Sizing sizing = lossless.sizing();
        sizing.sharePercent().ifPresent(p -> out.put("share", p + "%"));
        sizing.incast().ifPresent(n -> out.put("incast", Integer.toString(n)));
        sizing.roundTrip().ifPresent(t -> out.put("round-trip", Units.nanos(t.nanoseconds())));
        sizing.cableMetres().ifPresent(m -> out.put("cable", Units.metres(m)));
        if (!lossless.nic().equals(Lossless.Nic.DEFAULT)) {
            nic(lossless.nic());
        }
        out.close();
    }

    private void nic(Lossless.Nic nic) {
        out.open("nic");
        out.put("buffers", nic.buffers() ? "derive" : "keep");
        out.put("turns", nic.turns() ? "derive" : "keep");
        nic.firmware()
                .ifPresent(
                        settings -> {
                            if (settings.isEmpty()) {
                                out.put("firmware", "derive");
                            } else {
                                out.open("firmware");
                                settings.forEach(out::put);
                                out.close();
                            }
                        });
        out.close();
    }
}
