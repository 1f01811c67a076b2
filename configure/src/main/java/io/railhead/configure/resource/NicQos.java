package io.railhead.configure.resource;

import com.google.auto.service.AutoService;
import io.railhead.configure.Item;
import io.railhead.configure.Observed;
import io.railhead.configure.Obstacle;
import io.railhead.configure.Resource;
import io.railhead.configure.Sh;
import io.railhead.configure.Steps;
import io.railhead.model.Change;
import io.railhead.model.Risk;
import io.railhead.model.intent.Cluster;
import io.railhead.model.intent.Host;
import io.railhead.model.intent.Lossless;
import io.railhead.model.intent.RailPort;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// The lossless class at the port of a rail: it trusts the DSCP, has PFC for one priority and no
/// global pause, answers marks and obeys notifications in that priority, sends notifications in
/// their own class, and gives connections of the RDMA connection manager their ToS. Live, and at
/// each boot by a unit of Railhead's own: none of it is kept by the driver.
///
/// By `mlnx_qos` where it is, else by `dcb` of iproute2. What a driver does not show (congestion
/// control without NVIDIA's driver package) is left as it is. A port whose classes belong to
/// somebody else is an obstacle with the words for that somebody ([NicOwner]).
///
/// The commands are those of the tools' manuals; they were tried on recorded outputs, not on a NIC.
@AutoService(Resource.class)
public final class NicQos implements Resource {
    private static final String FUNCTIONS = Shell.load("nic-qos.sh");
    private static final List<String> KEYS =
            List.of("pause", "trust", "prio", "pfc", "np", "rp", "cnp-dscp", "cnp-prio", "cma");

    @Override
    public String kind() {
        return "nic-qos";
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
        TreeMap<String, String> want = new TreeMap<>();
        want.put("device", port.rdma().orElseThrow().device());
        want.put("priority", Integer.toString(l.priority()));
        want.put("dscp", Integer.toString(l.dscp()));
        want.put("cluster", cluster.name());
        want.put("hypervisor", host.hypervisor().orElse(""));
        want.put("pause", "off/off");
        want.put("trust", "dscp");
        want.put("prio", Integer.toString(l.priority()));
        want.put(
                "pfc",
                IntStream.range(0, 8)
                        .mapToObj(p -> p == l.priority() ? "1" : "0")
                        .collect(Collectors.joining(",")));
        String ecn = l.ecn() instanceof Lossless.Ecn.Off ? "0" : "1";
        want.put("np", ecn);
        want.put("rp", ecn);
        l.cnpDscp().ifPresent(d -> want.put("cnp-dscp", Integer.toString(d)));
        l.cnpPriority().ifPresent(p -> want.put("cnp-prio", Integer.toString(p)));
        // The whole byte: ECN-capable (ECT(0)) unless no ECN is wanted.
        want.put("cma", Integer.toString(l.dscp() << 2 | (ecn.equals("1") ? 2 : 0)));
        return new Item(
                host.name(),
                kind(),
                port.interfaceName(),
                want,
                Why.rail(
                        cluster,
                        host,
                        port,
                        "lossless: priority " + l.priority() + ", DSCP " + l.dscp()));
    }

    private static String of(Item item) {
        return String.join(
                " ",
                Sh.quote(item.name()),
                Sh.quote(item.want("device")),
                item.want("dscp"),
                item.want("priority"));
    }

    private static String unitName(Item item) {
        return "railhead-nic-qos-" + item.name() + ".service";
    }

    private static String path(Item item) {
        return "/etc/systemd/system/" + unitName(item);
    }

    @Override
    public String observe(Item item) {
        return FUNCTIONS
                + FileTarget.observe(path(item), "")
                + "\nrh_qos_see "
                + of(item)
                + " "
                + Sh.quote(unitName(item));
    }

    /// What can be set here and is wanted, in the order in which it has to be.
    private static Map<String, String> settable(Item item, Observed is) {
        Map<String, String> all = new LinkedHashMap<>();
        for (String key : KEYS) {
            String wanted = item.want().get(key);
            // A DSCP that no rule names yet can be given one; all else that is none is not there.
            boolean there = !is.state(key).equals("none") || key.equals("prio");
            if (wanted != null && there) {
                all.put(key, wanted);
            }
        }
        return all;
    }

    private static FileTarget unit(Item item, Observed is) {
        List<String> lines = new ArrayList<>();
        for (Map.Entry<String, String> e : settable(item, is).entrySet()) {
            NicCommand.of(e.getKey(), e.getValue(), item, is.note("tool"))
                    .ifPresent(c -> lines.add("ExecStart=" + c));
        }
        String text =
                """
                # Written by Railhead from the intent of cluster %s.
                # Do not edit: the next apply replaces it. To take it back: railhead rollback.
                [Unit]
                Description=Lossless class of %s: priority %s, DSCP %s
                After=sys-subsystem-net-devices-%s.device openibd.service lldpad.service
                Wants=sys-subsystem-net-devices-%s.device

                [Service]
                Type=oneshot
                RemainAfterExit=yes
                %s

                [Install]
                WantedBy=multi-user.target
                """
                        .formatted(
                                item.want("cluster"),
                                item.name(),
                                item.want("priority"),
                                item.want("dscp"),
                                item.name(),
                                item.name(),
                                String.join("\n", lines));
        return new FileTarget(
                path(item), text.getBytes(StandardCharsets.UTF_8), "644", "root", "root", true);
    }

    @Override
    public List<Obstacle> obstacles(Item item, Observed is) {
        if (!is.state("link").equals("present")) {
            return List.of(
                    new Obstacle(
                            item.device(),
                            item.id(),
                            "there is no interface " + item.name(),
                            "name the interface of this rail as the machine does"));
        }
        Optional<Obstacle> owner = NicOwner.obstacle(item, is);
        if (owner.isPresent()) {
            return List.of(owner.get());
        }
        if (writesUnit(item, is)) {
            return unit(item, is).obstacle(item, is).map(List::of).orElse(List.of());
        }
        return List.of();
    }

    private static boolean isRefused(Item item, Observed is) {
        return !is.state("link").equals("present") || NicOwner.obstacle(item, is).isPresent();
    }

    private static boolean writesUnit(Item item, Observed is) {
        return !is.note("systemd").isEmpty()
                && !(unit(item, is).isMetBy(is) && is.state("boot").equals("enabled"));
    }

    private static List<String> unmet(Item item, Observed is) {
        return settable(item, is).entrySet().stream()
                .filter(e -> !is.state(e.getKey()).equals(e.getValue()))
                .map(Map.Entry::getKey)
                .toList();
    }

    @Override
    public Optional<Change> diff(Item item, Observed is) {
        if (isRefused(item, is)) {
            return Optional.empty();
        }
        FileTarget unit = unit(item, is);
        boolean writes = writesUnit(item, is) && unit.obstacle(item, is).isEmpty();
        List<String> unmet = unmet(item, is);
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
        settable(item, is)
                .forEach(
                        (key, value) -> {
                            before.append(words(key)).append(is.state(key)).append('\n');
                            after.append(words(key)).append(value).append('\n');
                        });
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
                        item.why(),
                        Set.of(),
                        List.of("set what was before", "put the unit back as it was")));
    }

    private static String words(String key) {
        return switch (key) {
            case "pause" -> "global pause (rx/tx): ";
            case "trust" -> "trust: ";
            case "prio" -> "priority of the DSCP: ";
            case "pfc" -> "PFC of priorities 0 to 7: ";
            case "np" -> "marks are answered: ";
            case "rp" -> "notifications are obeyed: ";
            case "cnp-dscp" -> "DSCP of notifications: ";
            case "cnp-prio" -> "priority of notifications: ";
            default -> "ToS of RDMA-CM: ";
        };
    }

    @Override
    public boolean guarded(Item item, Change change) {
        return change.risk() != Risk.NONE;
    }

    @Override
    public Steps steps(Item item, Observed is) {
        String pairs =
                settable(item, is).entrySet().stream()
                        .map(e -> Sh.quote(e.getKey() + "=" + e.getValue()))
                        .collect(Collectors.joining(" "));
        String keep = FUNCTIONS + "rh_qos_keep " + of(item);
        String make = "rh_qos_make " + of(item) + " " + pairs;
        String verify = "rh_qos_is " + of(item) + " " + pairs;
        String give = "rh_qos_give " + of(item);
        FileTarget unit = unit(item, is);
        if (!writesUnit(item, is) || unit.obstacle(item, is).isPresent()) {
            return new Steps(keep, FUNCTIONS + make, FUNCTIONS + verify, FUNCTIONS + give);
        }
        String name = Sh.quote(unitName(item));
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
