package io.railhead.switches.live;

import io.railhead.evidence.Parsers;
import io.railhead.fabric.LosslessDesign;
import io.railhead.fabric.PortDesign;
import io.railhead.model.Facts;
import io.railhead.model.Transcript;
import io.railhead.model.fact.End;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.PfcState;
import io.railhead.model.fact.PortBuffer;
import io.railhead.model.fact.QueueEcn;
import io.railhead.model.fact.QueueSchedule;
import io.railhead.model.fact.SwitchPort;
import io.railhead.model.intent.Switch;
import io.railhead.reach.Unreachable;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What a switch shows of the class, beside what its configuration says: lines that were taken are
/// no proof that PFC came up.
///
/// @param seen what show commands confirm
/// @param unseen what no show command tells of, or what cannot be told now
/// @param against what show commands contradict, with the switch's own words
record Shown(List<String> seen, List<String> unseen, List<String> against) {
    Shown {
        seen = List.copyOf(seen);
        unseen = List.copyOf(unseen);
        against = List.copyOf(against);
    }

    /// For a person: `shown: …; set, not shown: …`.
    String text() {
        List<String> parts = new ArrayList<>();
        if (!seen.isEmpty()) {
            parts.add("shown: " + String.join(", ", seen));
        }
        if (!unseen.isEmpty()) {
            parts.add("set, not shown: " + String.join(", ", unseen));
        }
        return String.join("; ", parts);
    }

    /// Asks the switch.
    static Shown of(LiveSwitch live, Switch device, LosslessDesign design) throws Unreachable {
        return new Asking(live, device, design).asked();
    }

    /// What tells PFC.
    private static List<String> pfcCommands(Switch device, LosslessDesign design) {
        return switch (device.system()) {
            case NXOS -> List.of("show interface priority-flow-control");
            case EOS -> List.of("show priority-flow-control status");
            case SONIC -> List.of("show pfc priority");
            case NVUE -> ofPorts(design, "nv show interface ", " qos roce status");
            case ONYX -> List.of("show roce");
        };
    }

    /// What tells the class without drops, its queue, and whether that marks.
    private static List<String> queueCommands(Switch device, LosslessDesign design) {
        return switch (device.system()) {
            case NXOS -> {
                List<String> all = new ArrayList<>(List.of("show queuing interface"));
                all.addAll(ofPorts(design, "show policy-map interface ", " type queuing"));
                yield all;
            }
            case EOS -> List.of("show qos interfaces");
            case SONIC -> List.of("ecnconfig -l");
            case NVUE -> List.of();
            case ONYX -> List.of();
        };
    }

    private static List<String> ofPorts(LosslessDesign design, String before, String after) {
        return design.ports().stream().map(p -> before + p.port() + after).toList();
    }

    /// The command that tells whether a port has a link; empty where PFC does not wait for one.
    private static Optional<String> linkCommand(Switch device, String port) {
        return switch (device.system()) {
            case NXOS -> Optional.of("show interface " + port);
            case EOS -> Optional.of("show interfaces " + port + " status");
            case SONIC, NVUE, ONYX -> Optional.empty();
        };
    }

    /// The work of [#of].
    private static final class Asking {
        private final LiveSwitch live;
        private final Switch device;
        private final LosslessDesign design;
        private final int priority;
        private final List<String> seen = new ArrayList<>();
        private final List<String> unseen = new ArrayList<>();
        private final List<String> against = new ArrayList<>();

        Asking(LiveSwitch live, Switch device, LosslessDesign design) {
            this.live = live;
            this.device = device;
            this.design = design;
            this.priority = design.wanted().priority();
        }

        Shown asked() throws Unreachable {
            Facts.Builder all = Facts.builder();
            for (String command : pfcCommands(device, design)) read(command, all);
            Facts first = all.build();
            pfc(first);
            for (String command : queueCommands(device, design)) read(command, all);
            Facts second = all.build();
            noDrop(second);
            queue(second);
            marking(second);
            return new Shown(seen, unseen, against);
        }

        private Facts facts(String command) throws Unreachable {
            Facts.Builder facts = Facts.builder();
            read(command, facts);
            return facts.build();
        }

        private void read(String command, Facts.Builder facts) throws Unreachable {
            Optional<String> said = live.show(command);
            if (said.isPresent()) {
                Parsers.installed()
                        .read(
                                new Transcript(
                                        device.name(),
                                        command,
                                        said.get(),
                                        "",
                                        0,
                                        Instant.EPOCH,
                                        Duration.ZERO,
                                        false),
                                facts);
            }
        }

        private static boolean isOf(String told, PortDesign port) {
            // What holds for the whole switch is told without a port.
            return told.isEmpty() || told.equals(port.port());
        }

        private void pfc(Facts facts) throws Unreachable {
            List<PfcState> all =
                    facts.of(device.name(), PfcState.class).stream()
                            .filter(s -> s.end() == End.OWN)
                            .toList();
            List<String> on = new ArrayList<>();
            List<String> unknown = new ArrayList<>();
            for (PortDesign port : design.ports()) {
                List<PfcState> own = all.stream().filter(s -> isOf(s.port(), port)).toList();
                Optional<PfcState> off = own.stream().filter(s -> !isOn(s)).findFirst();
                if (own.isEmpty() || own.stream().allMatch(s -> s.lossless().isEmpty())) {
                    unknown.add(port.port());
                } else if (off.isEmpty()) {
                    on.add(port.port());
                } else if (isDown(port)) {
                    unseen.add("PFC of " + port.port() + ", which has no link");
                } else {
                    against.add(
                            port.port()
                                    + ": PFC does not run for priority "
                                    + priority
                                    + said(facts, off.get()));
                }
            }
            tell("PFC on priority " + priority, on, unknown, all);
        }

        private boolean isOn(PfcState s) {
            return s.lossless().map(p -> p.contains(priority)).orElse(true);
        }

        private boolean isDown(PortDesign port) throws Unreachable {
            Optional<String> command = linkCommand(device, port.port());
            return command.isPresent()
                    && facts(command.get()).of(device.name(), SwitchPort.class).stream()
                            .filter(p -> p.port().equals(port.port()))
                            .anyMatch(p -> p.up().equals(Optional.of(false)));
        }

        /// Ingress buffers and pools that are without drops; where a system lists lossless
        /// priorities instead (EOS, SONiC), these.
        private void noDrop(Facts facts) {
            List<PortBuffer> buffers =
                    facts.of(device.name(), PortBuffer.class).stream()
                            .filter(
                                    b ->
                                            b.kind() == PortBuffer.Kind.INGRESS
                                                    || b.kind() == PortBuffer.Kind.POOL)
                            .filter(b -> b.lossless().isPresent())
                            .toList();
            List<PfcState> lists =
                    switch (device.system()) {
                        case EOS, SONIC ->
                                facts.of(device.name(), PfcState.class).stream()
                                        .filter(s -> s.priorities().isPresent())
                                        .toList();
                        case NXOS, NVUE, ONYX -> List.of();
                    };
            List<String> there = new ArrayList<>();
            List<String> unknown = new ArrayList<>();
            for (PortDesign port : design.ports()) {
                List<PortBuffer> own = buffers.stream().filter(b -> isOf(b.port(), port)).toList();
                Optional<PfcState> list =
                        lists.stream().filter(s -> isOf(s.port(), port)).findFirst();
                if (own.stream().anyMatch(b -> b.lossless().orElse(false))
                        || list.map(s -> s.priorities().get().contains(priority)).orElse(false)) {
                    there.add(port.port());
                } else if (own.isEmpty()) {
                    unknown.add(port.port());
                } else {
                    against.add(
                            port.port()
                                    + ": no class is without drops"
                                    + said(facts, own.getFirst()));
                }
            }
            tell("no-drop class", there, unknown, buffers.isEmpty() ? lists : buffers);
        }

        /// The queue of the class: with a share of the line, and not strict.
        private void queue(Facts facts) {
            List<QueueSchedule> all =
                    facts.of(device.name(), QueueSchedule.class).stream()
                            .filter(q -> q.end() == End.OWN && q.queue() == priority)
                            .toList();
            List<String> there = new ArrayList<>();
            List<String> unknown = new ArrayList<>();
            for (PortDesign port : design.ports()) {
                Optional<QueueSchedule> own =
                        all.stream().filter(q -> isOf(q.port(), port)).findFirst();
                if (own.isEmpty() || own.get().turn() == QueueSchedule.Turn.UNKNOWN) {
                    unknown.add(port.port());
                } else if (own.get().turn() == QueueSchedule.Turn.STRICT) {
                    against.add(
                            port.port()
                                    + ": queue "
                                    + priority
                                    + ", which is to have a share of the line, is strict"
                                    + said(facts, own.get()));
                } else {
                    there.add(port.port());
                }
            }
            tell("its queue", there, unknown, all);
        }

        private void marking(Facts facts) {
            List<QueueEcn> all = facts.of(device.name(), QueueEcn.class);
            List<String> on = new ArrayList<>();
            List<String> unknown = new ArrayList<>();
            for (PortDesign port : design.ports()) {
                if (port.ecn().isEmpty()) {
                    continue;
                }
                long min = port.ecn().get().kminBytes();
                List<QueueEcn> own = all.stream().filter(e -> isMeant(e, port, min)).toList();
                if (own.isEmpty()) {
                    unknown.add(port.port());
                } else if (own.stream().anyMatch(QueueEcn::enabled)) {
                    on.add(port.port());
                } else {
                    against.add(
                            port.port()
                                    + ": the queue of priority "
                                    + priority
                                    + " does not mark"
                                    + said(facts, own.getFirst()));
                }
            }
            tell("ECN", on, unknown, all);
        }

        /// Of the queue where rows are of queues; of profiles, which queues refer to, those that
        /// mark from the same filling on.
        private boolean isMeant(QueueEcn e, PortDesign port, long min) {
            return isOf(e.port(), port)
                    && (e.queues().isEmpty()
                            ? !e.profile().isEmpty()
                                    && e.min().map(s -> s.value() == min).orElse(false)
                            : e.queues().contains(priority));
        }

        private void tell(
                String what, List<String> seenOn, List<String> unknown, List<? extends Fact> by) {
            if (!seenOn.isEmpty() && !by.isEmpty()) {
                seen.add(what + " on " + ports(seenOn) + " (`" + command(by.getFirst()) + "`)");
            }
            if (!unknown.isEmpty()) {
                unseen.add(what + " on " + ports(unknown));
            }
        }

        /// `show queuing interface` of `leaf1: show queuing interface`.
        private static String command(Fact fact) {
            String document = fact.source().document();
            return document.substring(document.indexOf(": ") + 2);
        }

        private static String ports(List<String> names) {
            return names.size() <= 2 ? String.join(" and ", names) : names.size() + " ports";
        }

        private static String said(Facts facts, Fact fact) {
            String line =
                    facts.line(fact.source().document(), fact.source().firstLine())
                            .strip()
                            .replaceAll(" {2,}", " ");
            return ": `" + command(fact) + "` says «" + line + "»";
        }
    }

    /// The words of what speaks against it.
    Optional<String> trouble() {
        return against.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        "the lines were taken, and it does not work: "
                                + String.join("; ", against.stream().limit(3).toList())
                                + (against.size() > 3
                                        ? "; and " + (against.size() - 3) + " more"
                                        : ""));
    }
}
