package io.railhead.cli;

import io.railhead.configure.Controller;
import io.railhead.configure.LocalJournal;
import io.railhead.configure.Plan;
import io.railhead.configure.PlannedChange;
import io.railhead.configure.Prepared;
import io.railhead.configure.Resource;
import io.railhead.configure.Resources;
import io.railhead.configure.RunResult;
import io.railhead.configure.Sha256;
import io.railhead.configure.TrustLeft;
import io.railhead.intent.HostRanges;
import io.railhead.intent.NearestName;
import io.railhead.model.intent.Cluster;
import io.railhead.switches.live.SwitchPlan;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// `--only`, and who is at work, for `plan`, `apply` and `rollback`.
public final class ChangeOptions {
    @Option(
            names = "--only",
            split = ",",
            paramLabel = "RES",
            description =
                    "Only these resources: a kind (sysctl), or one by name (link-mtu:eth1); * stands"
                            + " for anything.")
    @Nullable List<String> only;

    /// Whether a change is among those asked for.
    ///
    /// @throws UserError when `--only` names a kind that there is not
    Predicate<PlannedChange> filter(Resources resources) {
        List<String> wanted = only;
        if (wanted == null) {
            return c -> true;
        }
        List<String> kinds =
                Stream.concat(
                                resources.all().stream().map(Resource::kind),
                                Stream.of(SwitchPlan.kind()))
                        .toList();
        for (String w : wanted) {
            String kind = w.replaceFirst(":.*", "").strip();
            if (!kind.contains("*") && !kinds.contains(kind)) {
                throw new UserError(
                        "--only "
                                + w
                                + ": there is no kind of resource \""
                                + kind
                                + "\""
                                + NearestName.of(kind, kinds)
                                        .map(n -> "; did you mean " + n + "?")
                                        .orElse(" (there are: " + String.join(", ", kinds) + ")"));
            }
        }
        return c -> wanted.stream().anyMatch(w -> matches(w.strip(), c.change().resource()));
    }

    /// Only what `--only` names of switches.
    SwitchPlan narrowed(SwitchPlan plan) {
        List<String> wanted = only;
        return wanted == null
                ? plan
                : plan.only(r -> wanted.stream().anyMatch(w -> matches(w.strip(), r)));
    }

    /// Only what `filter` accepts, and only the obstacles of the resources asked for.
    Prepared narrowed(Prepared prepared, Predicate<PlannedChange> filter) {
        List<String> wanted = only;
        if (wanted == null) {
            return prepared;
        }
        List<String> known = prepared.resources();
        return prepared.only(filter)
                .onlyObstacles(
                        o ->
                                wanted.stream()
                                        .map(String::strip)
                                        .map(w -> known.contains(o.resource()) ? w : kind(w))
                                        .anyMatch(w -> matches(w, o.resource())));
    }

    /// Refuses a name in `--only` that none of the hosts that answered has.
    ///
    /// @throws UserError with the name it may have been meant to be
    void refuseUnknown(Prepared prepared, SwitchPlan switches) {
        List<String> known =
                Stream.concat(prepared.resources().stream(), switches.resources().stream())
                        .toList();
        if (only == null || known.isEmpty()) {
            return;
        }
        for (String w : only) {
            String wanted = w.strip();
            if (wanted.contains(":") && known.stream().noneMatch(k -> matches(wanted, k))) {
                List<String> alike =
                        known.stream().filter(k -> k.startsWith(kind(wanted) + ":")).toList();
                throw new UserError(
                        "--only "
                                + wanted
                                + ": the intent asks for no such thing on these hosts"
                                + NearestName.of(wanted, known)
                                        .map(n -> "; did you mean " + n + "?")
                                        .orElse(
                                                alike.isEmpty()
                                                        ? ""
                                                        : " (there are: "
                                                                + String.join(", ", alike)
                                                                + ")"));
            }
        }
    }

    private static String kind(String wanted) {
        return wanted.replaceFirst(":.*", "");
    }

    private static boolean matches(String wanted, String resource) {
        String pattern = wanted.contains(":") ? wanted : wanted + ":*";
        StringBuilder regex = new StringBuilder();
        for (String part : pattern.split("\\*", -1)) {
            regex.append(regex.isEmpty() ? "" : ".*").append(java.util.regex.Pattern.quote(part));
        }
        return resource.matches(regex.toString());
    }

    /// @throws UserError when the dead-man's switch could not wait so long
    static void checkConfirmWithin(int seconds) {
        Bounds.within("--confirm-within", seconds, 5, 3600, "seconds");
    }

    static LocalJournal journal(Console console) {
        return new LocalJournal(LocalJournal.directory(console.environment()));
    }

    /// Says on standard error which hosts an apply begun here left in the middle, when this command
    /// does not look at them anyway.
    static void tellLeftOpen(Console console, Cluster cluster) {
        journal(console)
                .damaged()
                .forEach(
                        (file, why) ->
                                console.err()
                                        .println(
                                                "note: "
                                                        + file
                                                        + " is damaged ("
                                                        + why
                                                        + "): on which hosts that run was is not"
                                                        + " known here any more; their own records"
                                                        + " count («railhead rollback --list»)."
                                                        + " Remove it, and this is not said again"));
        Controller here = controller(console);
        for (LocalJournal.Known k : journal(console).leftOpen(cluster.name())) {
            List<String> elsewhere =
                    k.hosts().keySet().stream()
                            .filter(h -> cluster.host(h).isEmpty())
                            .sorted()
                            .toList();
            if (!elsewhere.isEmpty()) {
                String on = HostRanges.fold(elsewhere);
                console.err()
                        .println(
                                "note: run "
                                        + k.entry().run()
                                        + (here.knowsAlive(k.entry().who())
                                                ? " is being applied now on "
                                                        + on
                                                        + " "
                                                        + k.entry()
                                                                .who()
                                                                .replaceFirst("^railhead \\S+ ", "")
                                                : " was cut short here while at work on "
                                                        + on
                                                        + "; an apply or rollback of those looks"
                                                        + " after them"));
            }
        }
    }

    /// Says on standard error which hosts no longer have the journals that they got from here.
    static void tellJournalsLost(Console console, Prepared prepared) {
        journal(console)
                .lost(prepared)
                .forEach(
                        (host, run) ->
                                console.err()
                                        .println(
                                                "note: "
                                                        + host
                                                        + " has no journal, though run "
                                                        + run
                                                        + " from here was made there: it was"
                                                        + " installed anew, or /var/lib/railhead"
                                                        + " was removed; what it was before that"
                                                        + " run is not known there any more"));
    }

    /// This process, as journals name it.
    public static Controller controller(Console console) {
        String host = console.environment().getOrDefault("HOSTNAME", "");
        if (host.isEmpty()) {
            try {
                host = Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
            } catch (IOException e) {
                host = "unknown-host";
            }
        }
        String user =
                console.environment()
                        .getOrDefault("USER", System.getProperty("user.name", "unknown"));
        return Controller.ofThisProcess(host, user, Version.number());
    }

    /// Where a plan made now comes from.
    static Plan.Origin origin(Console console, ClusterOptions clusters, String file) {
        String sum =
                clusters.text(console)
                        .map(t -> Sha256.of(t.getBytes(StandardCharsets.UTF_8)))
                        .orElse("");
        return new Plan.Origin(Version.number(), Clock.systemUTC().instant(), file, sum);
    }

    /// What a host's failure or rollback leaves on the others.
    static void tellTrustLeft(Console console, String doing, Cluster cluster, RunResult result) {
        Map<String, String> known =
                journal(console).known(cluster.name()).stream()
                        .filter(k -> k.entry().run().equals(result.run()))
                        .map(LocalJournal.Known::hosts)
                        .findFirst()
                        .orElse(Map.of());
        TrustLeft.of(doing, cluster, result, known)
                .ifPresent(t -> console.err().println("note: " + t));
    }
}
