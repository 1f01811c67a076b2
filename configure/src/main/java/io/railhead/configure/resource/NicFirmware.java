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
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// What a NIC's firmware has of the lossless class from its start on: that it does not speak DCBX,
/// in which priorities it has congestion control, and the class of notifications. Only where the
/// intent asks for it (`lossless.nic.firmware`): it holds after the NIC was reset or the machine
/// has started cold, which Railhead leaves to whoever knows when a link may go down. What is set,
/// read back and given back by a rollback is what will hold then.
///
/// By `mlxconfig` or `mstconfig`; tried on stand-ins of them, not on a NIC.
@AutoService(Resource.class)
public final class NicFirmware implements Resource {
    private static final String FUNCTIONS = Shell.load("nic-firmware.sh");

    /// A query of all parameters takes some seconds on a card with many.
    private static final int LIMIT_SECONDS = 600;

    @Override
    public String kind() {
        return "nic-firmware";
    }

    @Override
    public Optional<String> untried() {
        return Optional.of(
                "was never tried on a NIC: its tests run against a tool that answers as a recorded"
                        + " one does");
    }

    @Override
    public int order() {
        return 74;
    }

    @Override
    public List<Item> wanted(Cluster cluster, Host host) {
        Optional<Lossless> lossless = cluster.lossless();
        if (lossless.isEmpty() || lossless.get().nic().firmware().isEmpty()) {
            return List.of();
        }
        return host.rails().stream()
                .filter(p -> p.rdma().isPresent())
                .map(p -> item(cluster, host, p, lossless.get()))
                .toList();
    }

    private Item item(Cluster cluster, Host host, RailPort port, Lossless l) {
        TreeMap<String, String> want = new TreeMap<>();
        FirmwareWish.of(l).forEach((name, value) -> want.put("set " + name, value));
        want.put("asked", String.join(" ", l.nic().firmware().orElseThrow().keySet()));
        want.put("hypervisor", host.hypervisor().orElse(""));
        want.put("priority", Integer.toString(l.priority()));
        want.put("dscp", Integer.toString(l.dscp()));
        want.put("pfc", "");
        return new Item(
                host.name(),
                kind(),
                port.interfaceName(),
                want,
                Why.rail(cluster, host, port, "lossless.nic.firmware"));
    }

    private static List<String> names(Item item) {
        return item.want().keySet().stream()
                .filter(k -> k.startsWith("set "))
                .map(k -> k.substring(4))
                .toList();
    }

    /// Rows of the card that the wish is about, with what they should be; what a card does not list
    /// is not among them.
    private static SequencedMap<String, String> rows(Item item, Observed is) {
        SequencedMap<String, String> rows = new LinkedHashMap<>();
        for (String name : names(item)) {
            if (!is.note("row:" + name).isEmpty()) {
                rows.put(
                        is.note("row:" + name),
                        FirmwareWish.value(name, item.want("set " + name), is.state(name)));
            }
        }
        return rows;
    }

    private static SequencedMap<String, String> unmet(Item item, Observed is) {
        SequencedMap<String, String> unmet = new LinkedHashMap<>();
        for (String name : names(item)) {
            String row = is.note("row:" + name);
            String wanted = rows(item, is).get(row);
            if (wanted != null && !wanted.equals(is.state(name))) {
                unmet.put(name, wanted);
            }
        }
        return unmet;
    }

    @Override
    public String observe(Item item) {
        return FUNCTIONS
                + "rh_fw_see "
                + Sh.quote(item.name())
                + " "
                + String.join(" ", names(item));
    }

    @Override
    public List<Obstacle> obstacles(Item item, Observed is) {
        if (!is.state("link").equals("present")) {
            // Told by nic-qos.
            return List.of();
        }
        if (NicOwner.isFunction(is)) {
            return List.of(
                    said(
                            item,
                            item.name() + " is a virtual function: the card is its host's",
                            "on that host: `mlxconfig -d CARD set` what the intent asks for"));
        }
        if (is.note("tool").equals("none")) {
            return List.of(
                    said(
                            item,
                            "neither mlxconfig nor mstconfig is installed",
                            "install mstflint, or NVIDIA's firmware tools"));
        }
        if (is.note("answers").isEmpty()) {
            return List.of(
                    said(
                            item,
                            is.note("tool") + " lists no parameters of " + item.name(),
                            "`"
                                    + is.note("tool")
                                    + " -d "
                                    + is.note("address")
                                    + " q` says why by hand; NICs of other makers have none"));
        }
        List<String> asked = List.of(item.want("asked").split(" "));
        return names(item).stream()
                .filter(n -> is.note("row:" + n).isEmpty() && asked.contains(n))
                .map(
                        n ->
                                said(
                                        item,
                                        "the NIC of " + item.name() + " has no parameter " + n,
                                        "leave it out of lossless.nic.firmware; `"
                                                + is.note("tool")
                                                + " -d "
                                                + is.note("address")
                                                + " q` lists what it has"))
                .toList();
    }

    private static Obstacle said(Item item, String why, String remedy) {
        return new Obstacle(item.device(), item.id(), why, remedy);
    }

    @Override
    public Optional<Change> diff(Item item, Observed is) {
        if (NicOwner.isFunction(is)) {
            return Optional.empty();
        }
        SequencedMap<String, String> unmet = unmet(item, is);
        if (unmet.isEmpty()) {
            return Optional.empty();
        }
        StringBuilder before = new StringBuilder();
        StringBuilder after = new StringBuilder();
        List<String> now = new ArrayList<>();
        unmet.forEach(
                (name, value) -> {
                    String row = is.note("row:" + name);
                    before.append(row).append(" = ").append(is.state(name)).append('\n');
                    after.append(row).append(" = ").append(value).append('\n');
                    now.add(row + " = " + is.note("now:" + name));
                });
        String reset = "`mlxfwreset -d " + is.note("address") + " -y reset`";
        return Optional.of(
                new Change(
                        item.device(),
                        item.id(),
                        before.toString(),
                        after.toString(),
                        Risk.LOW,
                        item.why()
                                + "; it holds only after a reset of the NIC ("
                                + reset
                                + ", which takes its links down) or a cold start: until then "
                                + String.join(", ", now),
                        Set.of(),
                        List.of("set what was to hold before; it, too, needs the reset")));
    }

    @Override
    public Steps steps(Item item, Observed is) {
        String port = Sh.quote(item.name());
        String names = String.join(" ", rows(item, is).sequencedKeySet());
        String all = pairs(rows(item, is).entrySet().stream());
        String set =
                pairs(
                        unmet(item, is).entrySet().stream()
                                .map(e -> Map.entry(is.note("row:" + e.getKey()), e.getValue())));
        return new Steps(
                        FUNCTIONS + "rh_fw_keep " + port + " " + names,
                        FUNCTIONS + "rh_fw_set " + port + " " + set,
                        FUNCTIONS + "rh_fw_is " + port + " " + all,
                        FUNCTIONS + "rh_fw_give " + port)
                .withLimit(LIMIT_SECONDS);
    }

    private static String pairs(Stream<Map.Entry<String, String>> of) {
        return of.map(e -> Sh.quote(e.getKey() + "=" + e.getValue()))
                .collect(Collectors.joining(" "));
    }
}
