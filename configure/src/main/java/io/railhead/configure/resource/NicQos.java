package io.railhead.configure.resource;

import com.google.auto.service.AutoService;
import io.railhead.configure.Item;
import io.railhead.configure.Observed;
import io.railhead.configure.Obstacle;
import io.railhead.configure.Resource;
import io.railhead.configure.Sh;
import io.railhead.configure.Steps;
import io.railhead.fabric.NicDesign;
import io.railhead.model.Change;
import io.railhead.model.Risk;
import io.railhead.model.intent.Cluster;
import io.railhead.model.intent.Host;
import io.railhead.model.intent.Lossless;
import io.railhead.model.intent.RailPort;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// The lossless class at the port of a rail: the system and not the firmware speaks DCBX for it, it
/// trusts the DSCP, has PFC for one priority and no global pause, a receive buffer and a share of
/// the line for that priority, answers marks and obeys notifications in it, sends notifications in
/// their own class, and gives connections of the RDMA connection manager their ToS. Live, and at
/// each boot by a unit of Railhead's own: none of it is kept by the driver.
///
/// By `mlnx_qos` where it is, else by `dcb` of iproute2. What a driver does not show (congestion
/// control without NVIDIA's driver package) is left as it is. A port whose classes belong to
/// somebody else is an obstacle with the words for that somebody ([NicOwner], [NicAgents]).
///
/// The commands are those of the tools' manuals; they were tried on recorded outputs, not on a NIC.
@AutoService(Resource.class)
public final class NicQos implements Resource {
    private static final String FUNCTIONS = Shell.load("nic-tools.sh") + Shell.load("nic-qos.sh");

    @Override
    public String kind() {
        return "nic-qos";
    }

    @Override
    public Optional<String> untried() {
        return Optional.of(
                "was never tried on a NIC: its tests run against tools that answer as recorded"
                        + " ones do");
    }

    @Override
    public int order() {
        return 75;
    }

    @Override
    public List<Item> wanted(Cluster cluster, Host host) {
        Optional<Lossless> lossless = cluster.lossless();
        if (lossless.isEmpty()) {
            return List.of();
        }
        return host.rails().stream()
                .filter(p -> p.rdma().isPresent())
                .map(p -> item(cluster, host, p, lossless.get()))
                .toList();
    }

    private Item item(Cluster cluster, Host host, RailPort port, Lossless l) {
        NicDesign design = NicDesign.of(cluster, l, host, port);
        TreeMap<String, String> want = NicWish.of(l, design);
        want.put("device", port.rdma().orElseThrow().device());
        want.put("cluster", cluster.name());
        want.put("hypervisor", host.hypervisor().orElse(""));
        return new Item(
                host.name(),
                kind(),
                port.interfaceName(),
                want,
                Why.rail(
                        cluster,
                        host,
                        port,
                        "lossless: priority "
                                + l.priority()
                                + ", DSCP "
                                + l.dscp()
                                + (design.assumedCable()
                                        ? "; no link names the cable: "
                                                + design.metres()
                                                + " m assumed (lossless.cable)"
                                        : "")));
    }

    private static String of(Item item) {
        return String.join(
                " ",
                Sh.quote(item.name()),
                Sh.quote(item.want("device")),
                item.want("dscp"),
                item.want("priority"));
    }

    @Override
    public String observe(Item item) {
        return FUNCTIONS
                + FileTarget.observe(NicUnit.path(item), "")
                + "\nrh_qos_see "
                + of(item)
                + " "
                + Sh.quote(NicUnit.name(item));
    }

    @Override
    public List<Obstacle> obstacles(Item item, Observed is) {
        Optional<Obstacle> refused = refusal(item, is);
        if (refused.isPresent()) {
            return List.of(refused.get());
        }
        List<Obstacle> obstacles = new ArrayList<>();
        NicBuffers.of(item, is)
                .filter(b -> b.value().isEmpty())
                .ifPresent(
                        b ->
                                obstacles.add(
                                        new Obstacle(
                                                item.device(),
                                                item.id(),
                                                "receive buffers of "
                                                        + item.name()
                                                        + " stay as they are: "
                                                        + b.arithmetic(),
                                                "speed of the rail or link, a smaller MTU or a"
                                                        + " shorter cable; or lossless.nic.buffers:"
                                                        + " keep")));
        if (writesUnit(item, is)) {
            NicUnit.of(item, is).obstacle(item, is).ifPresent(obstacles::add);
        }
        return obstacles;
    }

    /// Why nothing of the port can be set; empty when it can.
    private static Optional<Obstacle> refusal(Item item, Observed is) {
        if (!is.state("link").equals("present")) {
            return Optional.of(
                    new Obstacle(
                            item.device(),
                            item.id(),
                            "there is no interface " + item.name(),
                            "name the interface of this rail as the machine does"));
        }
        return NicOwner.obstacle(item, is).or(() -> NicAgents.obstacle(item, is));
    }

    private static boolean writesUnit(Item item, Observed is) {
        return !is.note("systemd").isEmpty()
                && !(NicUnit.of(item, is).isMetBy(is) && is.state("boot").equals("enabled"));
    }

    @Override
    public Optional<Change> diff(Item item, Observed is) {
        if (refusal(item, is).isPresent()) {
            return Optional.empty();
        }
        FileTarget unit = NicUnit.of(item, is);
        boolean writes = writesUnit(item, is) && unit.obstacle(item, is).isEmpty();
        List<String> unmet = NicWish.unmet(item, is);
        if (unmet.isEmpty() && !writes) {
            return Optional.empty();
        }
        StringBuilder before = new StringBuilder();
        StringBuilder after = new StringBuilder();
        if (writes) {
            before.append(unit.before(is))
                    .append("at boot: ")
                    .append(is.state("boot"))
                    .append('\n');
            after.append(unit.after()).append("at boot: enabled\n");
        }
        NicWish.settable(item, is)
                .forEach(
                        (key, value) -> {
                            before.append(NicWish.words(key, is.state(key))).append('\n');
                            after.append(NicWish.words(key, value)).append('\n');
                        });
        String buffers =
                unmet.contains("buffers")
                        ? NicBuffers.of(item, is).map(b -> "; " + b.arithmetic()).orElse("")
                        : "";
        return Optional.of(
                new Change(
                        item.device(),
                        item.id(),
                        before.toString(),
                        after.toString(),
                        unmet.isEmpty()
                                ? Risk.NONE
                                : is.mayCarryConnection(item.name())
                                        ? Risk.MAY_DISCONNECT
                                        : Risk.DISRUPTIVE,
                        item.why() + buffers,
                        Set.of(),
                        List.of("set what was before", "put the unit back as it was")));
    }

    @Override
    public boolean guarded(Item item, Change change) {
        return change.risk() != Risk.NONE;
    }

    @Override
    public Steps steps(Item item, Observed is) {
        String pairs =
                NicWish.settable(item, is).entrySet().stream()
                        .map(e -> Sh.quote(e.getKey() + "=" + e.getValue()))
                        .collect(Collectors.joining(" "));
        String keep = FUNCTIONS + "rh_qos_keep " + of(item);
        String make = "rh_qos_make " + of(item) + " " + pairs;
        String verify = "rh_qos_is " + of(item) + " " + pairs;
        String give = "rh_qos_give " + of(item);
        FileTarget unit = NicUnit.of(item, is);
        if (!writesUnit(item, is) || unit.obstacle(item, is).isPresent()) {
            return new Steps(keep, FUNCTIONS + make, FUNCTIONS + verify, FUNCTIONS + give);
        }
        String name = Sh.quote(NicUnit.name(item));
        return new Steps(
                keep + " && " + unit.record() + " && rh_keep_enabled " + name,
                FUNCTIONS
                        + unit.put()
                        + "\n[ $? = 0 ] || exit 1\nrh_enable "
                        + name
                        + " && "
                        + make
                        + " && rh_start "
                        + name,
                FUNCTIONS + unit.verify() + " && rh_is_enabled " + name + " && " + verify,
                FUNCTIONS
                        + "rh_stop "
                        + name
                        + "; "
                        + unit.undo()
                        + " && rh_give_enabled "
                        + name
                        + " && "
                        + give);
    }
}
