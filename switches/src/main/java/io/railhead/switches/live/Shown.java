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

    private static String pfcCommand(Switch device) {
        return switch (device.system()) {
            case NXOS -> "show interface priority-flow-control";
            case EOS -> "show priority-flow-control status";
            case SONIC -> "show pfc priority";
            case NVUE -> "nv show qos roce";
            case ONYX -> "show roce";
        };
    }

    private static String queueCommand(Switch device) {
        return switch (device.system()) {
            case NXOS -> "show queuing interface";
            case EOS -> "show qos interfaces";
            case SONIC -> "ecnconfig -l";
            case NVUE -> "nv show qos roce";
            case ONYX -> "show roce";
        };
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
            String pfc = pfcCommand(device);
            Facts first = facts(pfc);
            pfc(first, pfc);
            String queues = queueCommand(device);
            Facts second = queues.equals(pfc) ? first : facts(queues);
            noDrop(second, queues);
            marking(second, queues);
            return new Shown(seen, unseen, against);
        }

        private Facts facts(String command) throws Unreachable {
            Facts.Builder facts = Facts.builder();
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
            return facts.build();
        }

        private static boolean isOf(String told, PortDesign port) {
            // What holds for the whole switch is told without a port.
            return told.isEmpty() || told.equals(port.port());
        }

        private void pfc(Facts facts, String command) throws Unreachable {
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
                                    + said(facts, off.get(), command));
                }
            }
            tell("PFC on priority " + priority, on, unknown, command);
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

        /// Ingress buffers that send pauses, where a system shows which do.
        private void noDrop(Facts facts, String command) {
            List<PortBuffer> all =
                    facts.of(device.name(), PortBuffer.class).stream()
                            .filter(b -> b.kind() == PortBuffer.Kind.INGRESS)
                            .filter(b -> b.lossless().isPresent())
                            .toList();
            if (all.isEmpty()) {
                unseen.add("the no-drop class");
                return;
            }
            List<String> there = new ArrayList<>();
            List<String> unknown = new ArrayList<>();
            for (PortDesign port : design.ports()) {
                List<PortBuffer> own = all.stream().filter(b -> isOf(b.port(), port)).toList();
                if (own.isEmpty()) {
                    unknown.add(port.port());
                } else if (own.stream().anyMatch(b -> b.lossless().orElse(false))) {
                    there.add(port.port());
                } else {
                    against.add(
                            port.port()
                                    + ": no class is without drops"
                                    + said(facts, own.getFirst(), command));
                }
            }
            tell("no-drop class", there, unknown, command);
        }

        private void marking(Facts facts, String command) {
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
                                    + said(facts, own.getFirst(), command));
                }
            }
            tell("ECN", on, unknown, command);
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

        private void tell(String what, List<String> seenOn, List<String> unknown, String command) {
            if (!seenOn.isEmpty()) {
                seen.add(what + " on " + ports(seenOn) + " (`" + command + "`)");
            }
            if (!unknown.isEmpty()) {
                unseen.add(what + " on " + ports(unknown));
            }
        }

        private static String ports(List<String> names) {
            return names.size() <= 2 ? String.join(" and ", names) : names.size() + " ports";
        }

        private static String said(Facts facts, Fact fact, String command) {
            String line =
                    facts.line(fact.source().document(), fact.source().firstLine())
                            .strip()
                            .replaceAll(" {2,}", " ");
            return ": `" + command + "` says «" + line + "»";
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
