package io.railhead.switches.live;

import io.railhead.configure.Drift;
import io.railhead.configure.Obstacle;
import io.railhead.configure.Plan;
import io.railhead.configure.PlannedChange;
import io.railhead.configure.Unfinished;
import io.railhead.fabric.LosslessDesign;
import io.railhead.model.intent.Switch;
import io.railhead.switches.Dialect;
import io.railhead.switches.Difference;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/// What switches lack, with what it takes to give it to them.
///
/// @param cluster name of the cluster
public record SwitchPlan(String cluster, List<Look> looks) {

    /// One switch as it was seen.
    ///
    /// @param differences what is to be entered
    /// @param obstacles what cannot be had
    /// @param unreachable why it gave no answer; empty when it did
    /// @param unfinished a run that was cut short there
    /// @param last the last run that stands there
    /// @param design that all the differences together make; empty when only a part of them is
    ///     to be made
    record Look(
            Switch device,
            Dialect dialect,
            List<Difference> differences,
            List<Obstacle> obstacles,
            String unreachable,
            Optional<SwitchRecord> unfinished,
            Optional<SwitchRecord> last,
            Optional<LosslessDesign> design) {

        List<PlannedChange> changes() {
            return SwitchChanges.of(dialect, device.name(), differences, last);
        }

        private Look with(List<Difference> kept, List<Obstacle> keptObstacles) {
            return new Look(
                    device,
                    dialect,
                    kept,
                    keptObstacles,
                    unreachable,
                    unfinished,
                    last,
                    kept.size() == differences.size() ? design : Optional.empty());
        }
    }

    public SwitchPlan {
        looks = List.copyOf(looks);
    }

    public static final SwitchPlan NONE = new SwitchPlan("", List.of());

    public boolean isEmpty() {
        return looks.stream().allMatch(l -> l.differences().isEmpty());
    }

    public List<String> devices() {
        return looks.stream().map(l -> l.device().name()).toList();
    }

    /// The changes of all switches.
    public List<PlannedChange> changes() {
        return looks.stream().flatMap(l -> l.changes().stream()).toList();
    }

    /// Runs that were cut short, by switch.
    public Map<String, String> interrupted() {
        Map<String, String> interrupted = new LinkedHashMap<>();
        looks.forEach(
                l -> l.unfinished().ifPresent(r -> interrupted.put(l.device().name(), r.run())));
        return interrupted;
    }

    /// A plan of hosts with these before them: the lossless class must be there before hosts send
    /// into it.
    public Plan before(Plan hosts) {
        List<String> devices = new ArrayList<>();
        List<PlannedChange> changes = new ArrayList<>();
        List<Obstacle> obstacles = new ArrayList<>();
        Map<String, String> unreachable = new LinkedHashMap<>();
        for (Look look : looks) {
            String name = look.device().name();
            if (look.unreachable().isEmpty()) {
                devices.add(name);
            } else {
                unreachable.put(name, look.unreachable());
            }
            changes.addAll(look.changes());
            obstacles.addAll(look.obstacles());
        }
        devices.addAll(hosts.hosts());
        changes.addAll(hosts.changes());
        obstacles.addAll(hosts.obstacles());
        unreachable.putAll(hosts.unreachable());
        LinkedHashMap<String, String> interrupted = new LinkedHashMap<>(interrupted());
        interrupted.putAll(hosts.interrupted());
        // How the hosts' runs stand is known to the hosts' plan alone.
        List<Unfinished> unfinished = new ArrayList<>();
        interrupted().forEach((d, run) -> unfinished.add(Unfinished.cutShort(d, run)));
        unfinished.addAll(hosts.unfinished());
        return new Plan(
                hosts.version(),
                hosts.made(),
                hosts.cluster(),
                hosts.intent(),
                hosts.intentSha256(),
                devices,
                changes,
                obstacles,
                new LinkedHashMap<>(unreachable),
                interrupted,
                unfinished);
    }

    /// Only the changes and obstacles asked for.
    public SwitchPlan only(Predicate<String> resource) {
        return new SwitchPlan(
                cluster,
                looks.stream()
                        .map(
                                l ->
                                        l.with(
                                                l.differences().stream()
                                                        .filter(
                                                                d ->
                                                                        resource.test(
                                                                                SwitchChanges
                                                                                        .resource(
                                                                                                d)))
                                                        .toList(),
                                                l.obstacles().stream()
                                                        .filter(o -> resource.test(o.resource()))
                                                        .toList()))
                        .toList());
    }

    /// Resources that could be named, as `kind:name`.
    public List<String> resources() {
        return looks.stream()
                .flatMap(l -> SwitchChanges.resources(l.differences()).stream())
                .distinct()
                .toList();
    }

    /// The kind of resource that all of these are.
    public static String kind() {
        return SwitchChanges.KIND;
    }

    /// Compares with a plan made earlier: what of it is no longer so on these switches.
    public List<Drift> drift(Plan earlier) {
        List<Drift> drifts = new ArrayList<>();
        for (PlannedChange then : earlier.changes()) {
            if (!then.change().resource().startsWith(SwitchChanges.KIND + ":")) {
                continue;
            }
            String device = then.change().device();
            String resource = then.change().resource();
            Optional<Look> look =
                    looks.stream().filter(l -> l.device().name().equals(device)).findFirst();
            if (look.isEmpty() || !look.get().unreachable().isEmpty()) {
                drifts.add(
                        new Drift(
                                device,
                                resource,
                                look.map(l -> "the switch does not answer: " + l.unreachable())
                                        .orElse(
                                                "the switch is not in the intent, or not among"
                                                        + " --hosts"),
                                "",
                                ""));
                continue;
            }
            look.get().changes().stream()
                    .filter(c -> c.change().resource().equals(resource))
                    .findFirst()
                    .flatMap(now -> Drift.between(then, now))
                    .ifPresent(drifts::add);
        }
        return drifts;
    }

    /// Only what an earlier plan has too.
    public SwitchPlan onlyThoseOf(Plan earlier) {
        return new SwitchPlan(
                cluster,
                looks.stream()
                        .map(
                                l ->
                                        l.with(
                                                l.differences().stream()
                                                        .filter(d -> has(earlier, l, d))
                                                        .toList(),
                                                l.obstacles()))
                        .toList());
    }

    private static boolean has(Plan earlier, Look look, Difference one) {
        return earlier.of(look.device().name()).stream()
                .anyMatch(c -> c.change().resource().equals(SwitchChanges.resource(one)));
    }
}
