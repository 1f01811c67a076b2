package io.railhead.configure;

import io.railhead.model.intent.Host;
import io.railhead.model.intent.Subnet;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/// The scripts that are run on machines, each one whole: one round trip a machine and purpose.
final class Scripts {
    private Scripts() {}

    /// Reads every item, read-only, and reports runs that did not come to an end.
    static String observe(Host host, List<Map.Entry<Item, Resource>> items) {
        return observe(host, items, "");
    }

    /// The same by a login that may turn out not to be root's: then nothing is said to be so.
    static String observeAsRoot(Host host, List<Map.Entry<Item, Resource>> items) {
        return observe(host, items, "rh_need_root\n");
    }

    private static String observe(Host host, List<Map.Entry<Item, Resource>> items, String needs) {
        StringBuilder body = new StringBuilder();
        body.append(Sh.part("applied.sh"));
        body.append(needs);
        body.append("rh_tools base64 sha256sum stat readlink sed grep awk")
                .append(items.stream().anyMatch(Scripts::looksAtLinks) ? " ip\n" : "\n");
        body.append("rh_say \"host management=$(rh_management ")
                .append(Sh.quote(Subnet.isAddress(host.address()) ? host.address() : ""))
                .append(")\"\n");
        body.append(
                """
                rh_say "host network=$(rh_network_service)"
                rh_say "host services=$(rh_network_services)"
                rh_say "host addresses=$(rh_addresses)"
                rh_say "host runs=$(rh_any_run)"
                rh_open_journal
                rh_say "host lock=$(rh_holder)"
                rh_strays
                for RUN in $(rh_unfinished); do rh_report_whole; done
                rh_applied
                """);
        if (items.stream().anyMatch(Scripts::looksForNames)) {
            body.append("rh_list_names\n");
        }
        if (items.stream().anyMatch(Scripts::isOfNetplan)) {
            body.append("rh_see_netplan\n");
        }
        for (int i = 0; i < items.size(); i++) {
            Item item = items.get(i).getKey();
            body.append("rh_say item ").append(i).append('\n');
            body.append("(\n")
                    .append(items.get(i).getValue().observe(item))
                    .append("\n)")
                    .append(" || rh_say failed\n");
        }
        return Sh.script(body.toString());
    }

    /// Without `ip` no interface would seem to be there.
    private static boolean looksAtLinks(Map.Entry<Item, Resource> item) {
        return item.getValue().kind().matches("link-.*|address|rail-.*|netplan");
    }

    /// Links and bind mounts are listed once, for all files that may have other names by them.
    private static boolean looksForNames(Map.Entry<Item, Resource> item) {
        return item.getValue().observe(item.getKey()).contains("rh_see_names");
    }

    /// What has netplan make its files anew takes up whatever stands in all of them.
    private static boolean isOfNetplan(Map.Entry<Item, Resource> item) {
        return item.getValue().kind().matches("netplan|cloud-init-network|link-down");
    }

    /// Makes what other hosts must know; each script's notes come back as an item's.
    static String prepare(List<String> scripts) {
        StringBuilder body = new StringBuilder("umask 077\nrh_need\n");
        for (int i = 0; i < scripts.size(); i++) {
            body.append("rh_say item ").append(i).append('\n');
            body.append("(\n").append(scripts.get(i)).append("\n) || rh_say failed\n");
        }
        return Sh.script(body.toString());
    }

    /// Takes back interrupted runs. `abandoned` names those whose controller is known to be dead.
    static String settle(String who, List<String> abandoned) {
        return Sh.script(
                "rh_need\n"
                        + Sh.call("rh_lock", who)
                        + "\n"
                        + Sh.call("rh_settle", String.join(" ", abandoned)));
    }

    /// The whole run of a machine.
    ///
    /// @param within seconds until the dead-man's switch takes the run back; none without a switch
    static String apply(
            String runId,
            String who,
            Map<String, String> about,
            OptionalInt within,
            List<Work> works) {
        StringBuilder body = new StringBuilder();
        body.append(
                Sh.call(
                        "rh_begin",
                        runId,
                        who,
                        within.isPresent() ? Integer.toString(within.getAsInt()) : ""));
        body.append('\n');
        // How many steps there must be, for whoever finds the journal later.
        Map<String, String> counted = new LinkedHashMap<>(about);
        counted.put("changes", Integer.toString(works.size()));
        stage(body, "about", lines(counted));
        // So that names of steps sort as they are made.
        String number = "%0" + Math.max(2, Integer.toString(works.size()).length()) + "d";
        for (int i = 0; i < works.size(); i++) {
            step(body, number.formatted(i + 1), works.get(i));
        }
        body.append("rh_go\n");
        return Sh.script(body.toString());
    }

    private static void step(StringBuilder body, String number, Work work) {
        body.append(
                        Sh.call(
                                "rh_next",
                                number,
                                work.planned().change().resource(),
                                work.planned().guarded() ? "yes" : ""))
                .append('\n');
        String at = "steps/" + number + "/";
        stage(body, at + "observe.sh", work.resource().observe(work.item()));
        stage(body, at + "record.sh", work.steps().record());
        stage(body, at + "apply.sh", work.steps().apply());
        stage(body, at + "verify.sh", work.steps().verify());
        stage(body, at + "undo.sh", work.steps().undo());
        if (!work.steps().ready().isEmpty()) {
            stage(body, at + "ready.sh", work.steps().ready());
        }
        if (work.steps().limitSeconds() != Steps.DEFAULT_LIMIT_SECONDS) {
            stage(body, at + "limit", Integer.toString(work.steps().limitSeconds()));
        }
        if (work.steps().settleSeconds() > 0) {
            stage(body, at + "settle", Integer.toString(work.steps().settleSeconds()));
        }
        body.append(Sh.call("rh_expect", work.planned().fingerprint())).append('\n');
    }

    /// SHA-256 of a script as it stands in a journal.
    static String digest(String script) {
        return Sha256.of(
                (script.endsWith("\n") ? script : script + "\n").getBytes(StandardCharsets.UTF_8));
    }

    private static void stage(StringBuilder body, String name, String text) {
        body.append(Sh.feed(Sh.call("rh_stage", name), text)).append('\n');
    }

    /// How a run stands, without touching it.
    ///
    /// @param who whoever begins it: as long as the lock is theirs, it may yet begin
    static String status(String runId, String who) {
        return Sh.script(Sh.call("rh_status", runId, who));
    }

    /// Reads everything back and sends so much that full-size packets must get through.
    ///
    /// @param limitSeconds what it may take; what has not settled by then is taken back
    static String prove(String runId, int limitSeconds) {
        return Sh.script(
                ifThere(runId, Sh.call("rh_prove", runId, Integer.toString(limitSeconds))));
    }

    /// Confirms a run whose changes are made.
    static String confirm(String runId) {
        return Sh.script(ifThere(runId, Sh.call("rh_confirm", runId)));
    }

    private static String ifThere(String runId, String then) {
        return "RUN=$rh_home/runs/"
                + Sh.quote(runId)
                + "\nif [ -d \"$RUN\" ]; then "
                + then
                + "; else rh_say none; fi";
    }

    /// @param backId name of the rollback among those of its run: `back-…`
    /// @param within seconds until what may have cut the connection is made again
    /// @param force also what has changed since; the switch stays
    /// @param passed later runs that the same `rollback --to` has taken back before
    /// @param withoutSwitch here and now, as far as it can be, with nothing that takes it back
    static String rollBack(
            String runId,
            String backId,
            String who,
            Map<String, String> about,
            int within,
            List<String> abandoned,
            List<String> passed,
            boolean force,
            boolean withoutSwitch) {
        return Sh.script(
                // Whoever began it is dead, or this is meant for it.
                (abandoned.contains(runId) ? "rh_cut='taken back before it was confirmed'\n" : "")
                        + "rh_passed="
                        + Sh.quote(String.join(" ", passed))
                        + "\nrh_need\n"
                        + Sh.call("rh_lock", who)
                        + "\n"
                        + Sh.call("rh_settle", String.join(" ", abandoned))
                        + "\n"
                        + Sh.feed("rh_about=$(cat", lines(about))
                        + "\n)\n"
                        + Sh.call(
                                "rh_roll_back",
                                runId,
                                withoutSwitch
                                        ? (force ? "force-bare" : "bare")
                                        : (force ? "force" : ""),
                                backId,
                                Integer.toString(within)));
    }

    /// A rollback by itself, not as one of several of a `rollback --to`.
    static String rollBack(
            String runId,
            String backId,
            String who,
            Map<String, String> about,
            int within,
            List<String> abandoned,
            boolean force,
            boolean withoutSwitch) {
        return rollBack(
                runId, backId, who, about, within, abandoned, List.of(), force, withoutSwitch);
    }

    static String list() {
        return Sh.script("rh_list");
    }

    private static String lines(Map<String, String> about) {
        StringBuilder lines = new StringBuilder();
        about.forEach((k, v) -> lines.append(k).append('=').append(oneLine(v)).append('\n'));
        return lines.toString();
    }

    private static String oneLine(String text) {
        return text.replace('\n', ' ').replace('\r', ' ');
    }
}
