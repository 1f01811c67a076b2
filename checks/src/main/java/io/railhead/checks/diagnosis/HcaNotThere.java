package io.railhead.checks.diagnosis;

import io.railhead.model.fact.LogEvent;
import io.railhead.model.fact.RdmaDevice;
import io.railhead.model.fact.RdmaLink;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/// NCCL is given the name of a device that the host does not have: a device has the kernel's name
/// (`mlx4_0`) or the one by its place in the machine (`rocep130s0`, PCI bus 82h), never both.
final class HcaNotThere {
    private HcaNotThere() {}

    static boolean look(Clues clues, Verdict verdict) {
        List<LogEvent> none = clues.of("nccl-ib-none");
        Set<String> there = new TreeSet<>();
        clues.all(RdmaDevice.class).forEach(d -> there.add(d.device()));
        clues.all(RdmaLink.class).forEach(l -> there.add(l.device()));
        List<LogEvent> wrong =
                clues.env("NCCL_IB_HCA").stream()
                        .filter(e -> !Clues.setting(e).startsWith("^"))
                        .filter(
                                e ->
                                        Nccl.names(Clues.setting(e)).stream()
                                                .noneMatch(
                                                        n ->
                                                                there.stream()
                                                                        .anyMatch(
                                                                                t ->
                                                                                        t
                                                                                                .startsWith(
                                                                                                        n))))
                        .toList();
        if (none.isEmpty() || there.isEmpty() || wrong.isEmpty()) return false;
        Suspicion s =
                verdict.certain(
                        wrong,
                        "NCCL_IB_HCA="
                                + Clues.setting(wrong.getFirst())
                                + " is no device of the host: there is "
                                + String.join(", ", there));
        s.cites(none);
        clues.all(RdmaDevice.class).stream().limit(4).forEach(s::cites);
        clues.all(RdmaLink.class).stream().limit(4).forEach(s::cites);
        s.because(
                        "udev names RDMA devices by their place on the PCI bus (rdma-core since 2020);"
                                + " mlx4_0 and rocep130s0 are one device, bus 130 being 82h.")
                .fix("NCCL_IB_HCA==" + there.iterator().next())
                .explains("nccl-forced-socket", "container-no-rdma-device", "nccl-connect-failed");
        return true;
    }
}
