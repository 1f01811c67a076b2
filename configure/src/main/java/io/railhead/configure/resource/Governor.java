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
import io.railhead.model.intent.HostPolicy;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/// The CPU frequency governor of every core: now, and at each boot by a unit of Railhead's own,
/// which comes after those of distributions that set it too (cpufrequtils).
///
/// Where a daemon sets the governor by itself (tuned, power-profiles-daemon and others), what it
/// keeps as wanted is left to it, and what it keeps otherwise is an obstacle: whichever wrote last
/// would win, until the next change of its mind.
@AutoService(Resource.class)
public final class Governor implements Resource {
    private static final String UNIT = "railhead-governor.service";
    private static final String PATH = "/etc/systemd/system/" + UNIT;

    @Override
    public String kind() {
        return "governor";
    }

    @Override
    public int order() {
        return 70;
    }

    @Override
    public List<Item> wanted(Cluster cluster, Host host) {
        Optional<String> governor = host.policy().governor();
        if (governor.isEmpty()) {
            return List.of();
        }
        TreeMap<String, String> want = new TreeMap<>();
        want.put("governor", governor.get());
        want.put("cluster", cluster.name());
        return List.of(
                new Item(
                        host.name(),
                        kind(),
                        "cpu",
                        want,
                        Why.policy(
                                cluster, host, HostPolicy::governor, "governor", governor.get())));
    }

    @Override
    public String observe(Item item) {
        return FileTarget.observe(PATH, "") + "\n" + Sh.call("rh_see_governors", UNIT);
    }

    private static FileTarget unit(Item item) {
        String governor = item.want("governor");
        String text =
                """
                # Written by Railhead from the intent of cluster %s.
                # Do not edit: the next apply replaces it. To take it back: railhead rollback.
                [Unit]
                Description=CPU frequency governor %s
                ConditionPathExists=/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor
                After=cpufrequtils.service loadcpufreq.service ondemand.service

                [Service]
                Type=oneshot
                RemainAfterExit=yes
                ExecStart=/bin/sh -c 'for g in /sys/devices/system/cpu/cpu[0-9]*/cpufreq/scaling_governor; do echo %s >"$$g" || exit 1; done'

                [Install]
                WantedBy=multi-user.target
                """
                        .formatted(item.want("cluster"), governor, governor);
        return new FileTarget(
                PATH, text.getBytes(StandardCharsets.UTF_8), "644", "root", "root", true);
    }

    /// CPUs by number with their governor.
    private static Map<Integer, String> governors(Observed is) {
        Map<Integer, String> all = new TreeMap<>();
        Arrays.stream(is.state("governors").split(" "))
                .map(c -> c.split(":", 2))
                .filter(c -> c.length == 2 && c[0].matches("[0-9]{1,6}"))
                .forEach(c -> all.put(Integer.parseInt(c[0]), c[1]));
        return all;
    }

    private static boolean isLive(Item item, Observed is) {
        return governors(is).values().stream().allMatch(item.want("governor")::equals);
    }

    private static boolean isKept(Item item, Observed is) {
        return !is.note("daemons").isEmpty()
                || unit(item).isMetBy(is) && is.state("boot").equals("enabled");
    }

    /// `cpu 0-5,7: powersave`, a line for each governor.
    private static String lines(Map<Integer, String> governors) {
        Map<String, List<Integer>> by = new TreeMap<>();
        governors.forEach((cpu, g) -> by.computeIfAbsent(g, x -> new ArrayList<>()).add(cpu));
        StringBuilder text = new StringBuilder();
        by.forEach(
                (g, cpus) ->
                        text.append("cpu ")
                                .append(ranges(cpus))
                                .append(": ")
                                .append(g)
                                .append('\n'));
        return text.toString();
    }

    /// @param sorted without duplicates
    static String ranges(List<Integer> sorted) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < sorted.size(); i++) {
            int from = i;
            while (i + 1 < sorted.size() && sorted.get(i + 1) == sorted.get(i) + 1) {
                i++;
            }
            text.append(from > 0 ? "," : "").append(sorted.get(from));
            if (i > from) {
                text.append('-').append(sorted.get(i));
            }
        }
        return text.toString();
    }

    private static Obstacle obstacle(Item item, String why, String remedy) {
        return new Obstacle(item.device(), item.id(), why, remedy);
    }

    private static Optional<Obstacle> refusal(Item item, Observed is) {
        String governor = item.want("governor");
        if (governors(is).isEmpty()) {
            return Optional.of(
                    obstacle(
                            item,
                            "governor "
                                    + governor
                                    + " is wanted, but the kernel has no say in this machine's CPU"
                                    + " frequencies (no cpufreq: a virtual machine, or the firmware"
                                    + " keeps them to itself)",
                            "set it in the firmware or on the hypervisor, or leave governor out of"
                                    + " this host's policy"));
        }
        if (isLive(item, is)) {
            return Optional.empty();
        }
        String available = is.note("available");
        if (!available.isEmpty() && !List.of(available.split("\\s+")).contains(governor)) {
            return Optional.of(
                    obstacle(
                            item,
                            "there is no governor "
                                    + governor
                                    + " here; the driver "
                                    + is.note("driver")
                                    + " has "
                                    + available,
                            "want one of these"));
        }
        if (!is.note("daemons").isEmpty()) {
            String daemon = is.note("daemons").split(" ")[0];
            return Optional.of(
                    obstacle(
                            item,
                            daemon + " runs here and sets the governor by itself",
                            switch (daemon) {
                                        case "tuned" -> "tuned-adm profile throughput-performance";
                                        case "power-profiles-daemon" ->
                                                "powerprofilesctl set performance";
                                        default -> "let it set " + governor;
                                    }
                                    + ", or switch it off: units: {"
                                    + daemon
                                    + ".service: {boot: masked, running: false}}"));
        }
        return Optional.empty();
    }

    @Override
    public List<Obstacle> obstacles(Item item, Observed is) {
        Optional<Obstacle> refused = refusal(item, is);
        if (refused.isPresent()) {
            return List.of(refused.get());
        }
        if (isKept(item, is)) {
            return List.of();
        }
        if (is.note("systemd").isEmpty()) {
            return List.of(
                    obstacle(
                            item,
                            "this machine has no systemd, so nothing would set it at boot",
                            "set it in what starts the machine"));
        }
        return unit(item).obstacle(item, is).map(List::of).orElse(List.of());
    }

    private static boolean writesUnit(Item item, Observed is) {
        return !isKept(item, is)
                && !is.note("systemd").isEmpty()
                && unit(item).obstacle(item, is).isEmpty();
    }

    @Override
    public Optional<Change> diff(Item item, Observed is) {
        boolean writes = writesUnit(item, is);
        if (refusal(item, is).isPresent() || isLive(item, is) && !writes) {
            return Optional.empty();
        }
        FileTarget unit = unit(item);
        Map<Integer, String> after = new TreeMap<>(governors(is));
        after.replaceAll((cpu, was) -> item.want("governor"));
        String atBoot = "at boot: ";
        return Optional.of(
                new Change(
                        item.device(),
                        item.id(),
                        (writes ? unit.before(is) + atBoot + is.state("boot") + "\n" : "")
                                + lines(governors(is)),
                        (writes ? unit.after() + atBoot + "enabled\n" : "") + lines(after),
                        isLive(item, is) ? Risk.NONE : Risk.LOW,
                        item.why(),
                        Set.of(),
                        List.of("set each CPU's former governor", "put the unit back as it was")));
    }

    @Override
    public Steps steps(Item item, Observed is) {
        boolean writes = writesUnit(item, is);
        FileTarget unit = unit(item);
        String governor = Sh.quote(item.want("governor"));
        String set = "rh_set_governors " + governor;
        String verify = "rh_are_governors " + governor;
        if (!writes) {
            return new Steps("rh_keep_governors", set, verify, "rh_give_governors");
        }
        return new Steps(
                unit.record() + " && rh_keep_enabled " + UNIT + " && rh_keep_governors",
                unit.put()
                        + "\n[ $? = 0 ] || exit 1\nrh_enable "
                        + UNIT
                        + " && "
                        + set
                        + " && rh_start "
                        + UNIT,
                unit.verify() + " && rh_is_enabled " + UNIT + " && " + verify,
                "rh_stop "
                        + UNIT
                        + "; "
                        + unit.undo()
                        + " && rh_give_enabled "
                        + UNIT
                        + " && rh_give_governors");
    }
}
