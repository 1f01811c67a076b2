package io.railhead.checks.lossless;

import com.google.auto.service.AutoService;
import io.railhead.checks.Check;
import io.railhead.checks.Explanation;
import io.railhead.checks.Survey;
import io.railhead.checks.Totals;
import io.railhead.checks.diagnosis.Explanations;
import io.railhead.model.Severity;
import io.railhead.model.fact.AssumedCable;
import io.railhead.model.fact.CounterRise;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.PfcState;
import io.railhead.model.fact.PortBuffer;
import io.railhead.model.fact.PriorityMap;
import io.railhead.model.fact.QosCounter;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;

/// A port has too little room for what still arrives after it has sent a pause.
@AutoService(Check.class)
public final class HeadroomTooSmall implements PortCheck {

    @Override
    public String code() {
        return "pfc-headroom-too-small";
    }

    @Override
    public Explanation explanation() {
        return Explanations.written(code());
    }

    @Override
    public Set<Class<? extends Fact>> ofPort() {
        return Set.of(
                AssumedCable.class,
                CounterRise.class,
                PfcState.class,
                PortBuffer.class,
                PriorityMap.class,
                QosCounter.class);
    }

    @Override
    public void look(PortOfPath port, Survey survey) {
        // Without PFC no pause is sent; that is another fault.
        if (!port.port().lossless().map(on -> on.contains(port.priority())).orElse(true)) return;
        if (port.host()) buffer(port, survey);
        if (!port.host()) SwitchHeadroom.look(port, survey);
        cable(port, survey);
        lost(port, survey);
    }

    /// The receive buffer of a NIC: one of its own for the priority, and not an empty one.
    private static void buffer(PortOfPath port, Survey survey) {
        Optional<PriorityMap> map = port.port().map(PriorityMap.Kind.PRIORITY_TO_BUFFER);
        OptionalInt buffer = map.map(m -> m.target(port.priority())).orElse(OptionalInt.empty());
        if (buffer.isEmpty()) {
            survey.notChecked(port.name(), "its receive buffers were not read");
            return;
        }
        Set<Integer> others = new TreeSet<>();
        map.get().entries().stream()
                .filter(e -> e.to() == buffer.getAsInt() && e.from() != port.priority())
                .forEach(e -> others.add(e.from()));
        Optional<PortBuffer> own =
                port.port().buffers().stream()
                        .filter(b -> b.kind() == PortBuffer.Kind.RECEIVE)
                        .filter(b -> b.index().equals(buffer) && b.bytes().isPresent())
                        .findFirst();
        boolean empty = own.map(b -> b.bytes().getAsLong() == 0).orElse(false);
        if (others.isEmpty() && !empty) {
            own.ifPresent(b -> size(port, b, survey));
            return;
        }
        survey.error(port.name())
                .says(
                        empty
                                ? "priority "
                                        + port.priority()
                                        + " is received into buffer "
                                        + buffer.getAsInt()
                                        + ", which has no bytes"
                                : "priority "
                                        + port.priority()
                                        + " shares receive buffer "
                                        + buffer.getAsInt()
                                        + " with "
                                        + ClassOfPort.words(others))
                .because(
                        "traffic that may be lost fills the room that is kept for what arrives"
                                + " after a pause")
                .fix(
                        "`mlnx_qos -i "
                                + port.port().port()
                                + " --prio2buffer 0,0,0,1,0,0,0,0`, and a size for buffer 1 by"
                                + " --buffer_size; or let the driver set both by --cable_len")
                .cites(map.get().line(port.priority()))
                .explains("switch-config-drift", "roce-lossy-no-pfc", "rdma-loss-counters")
                .report();
    }

    /// The whole buffer is smaller than what arrives after a pause alone.
    private static void size(PortOfPath port, PortBuffer own, Survey survey) {
        Optional<Sizes.Need> need = port.need();
        if (need.isEmpty()) {
            survey.notChecked(port.name(), "the intent tells no speed to hold its buffer against");
            return;
        }
        long bytes = own.bytes().getAsLong();
        tooSmall(
                port,
                survey,
                bytes,
                need.get(),
                "receive buffer %d of priority %d has %,d bytes"
                        .formatted(own.index().orElse(0), port.priority(), bytes),
                "`mlnx_qos -i %1$s --buffer_size`, or `dcb buffer set dev %1$s buffer-size %2$d:N`; `railhead plan` derives it"
                        .formatted(port.port().port(), own.index().orElse(0)),
                own);
    }

    /// A finding where what is there is clearly less than what is derived: models of the same port
    /// differ by less than a tenth. Below half of it is lost what any full queue pauses for.
    static void tooSmall(
            PortOfPath port,
            Survey survey,
            long bytes,
            Sizes.Need need,
            String has,
            String fix,
            PortBuffer cited) {
        if (bytes * 10 >= need.bytes() * 9) return;
        survey.draft(bytes * 2 < need.bytes() ? Severity.ERROR : Severity.WARNING, port.name())
                .says("%s, and %,d may still arrive after a pause".formatted(has, need.bytes()))
                .because(need.from() + ": " + need.headroom().arithmetic())
                .fix(fix)
                .cites(cited)
                .explains("switch-config-drift", "roce-lossy-no-pfc", "rdma-loss-counters")
                .report();
    }

    private static void cable(PortOfPath port, Survey survey) {
        Optional<AssumedCable> assumed = port.port().assumedCable();
        if (assumed.isEmpty() || port.metres().isEmpty()) return;
        double metres = port.metres().getAsDouble();
        if (assumed.get().metres() >= metres) return;
        survey.error(port.name())
                .says(
                        "the port reckons its headroom with a cable of %.0f m, and the cable is %.0f m long"
                                .formatted(assumed.get().metres(), metres))
                .because(
                        "what is on the longer cable still arrives after the pause, and finds no"
                                + " buffer")
                .fix(
                        port.host()
                                ? "`mlnx_qos -i %s --cable_len %.0f`"
                                        .formatted(port.port().port(), metres)
                                : "the cable's length on the switch (SONiC: CABLE_LENGTH):"
                                        + " `railhead plan`")
                .cites(assumed.get())
                .explains("switch-config-drift", "roce-lossy-no-pfc", "rdma-loss-counters")
                .report();
    }

    /// What a switch counts as lost at the way in, of the class without loss.
    private static void lost(PortOfPath port, Survey survey) {
        List<QosCounter> counters = port.port().counters();
        for (QosCounter c : counters) {
            boolean ofClass =
                    c.scope() == QosCounter.Scope.PRIORITY_GROUP
                            && c.index().equals(OptionalInt.of(port.priority()));
            boolean lost = c.isLoss() && c.way() == QosCounter.Way.RECEIVED && c.value() > 0;
            if (!ofClass || !lost) continue;
            String machine = port.port().machine();
            boolean past = Totals.isPast(survey.facts(), machine, port.port().port(), c.term());
            survey.draft(past ? Severity.WARNING : Severity.ERROR, port.name())
                    .says(
                            "%s of priority %d were dropped on their way in, %s"
                                    .formatted(
                                            c.amount(),
                                            port.priority(),
                                            Totals.words(
                                                    survey.facts(),
                                                    machine,
                                                    port.port().port(),
                                                    c.term())))
                    .because(
                            "the headroom was full: too small for cable, speed and MTU, or the peer"
                                    + " does not heed the pause")
                    .fix(
                            "`railhead design lossless` computes the headroom; PFC of the peer:"
                                    + " `railhead check --only pfc-one-side-only`")
                    .cites(c)
                    .explains(
                            "switch-config-drift",
                            "roce-lossy-no-pfc",
                            "rdma-loss-counters",
                            "rdma-retry-exceeded")
                    .report();
        }
    }
}
