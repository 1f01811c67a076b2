package io.railhead.configure.resource;

import io.railhead.configure.Item;
import io.railhead.configure.Observed;
import io.railhead.configure.Obstacle;
import io.railhead.model.intent.SoftwarePolicy.Boot;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// What is wanted of a unit, held against what it is.
///
/// @param item as [SystemdUnit] made it
record UnitWish(Item item) {
    private static final Pattern PROGRAM =
            Pattern.compile(
                    "(?m)^\\s*Exec(?:Start|StartPre|StartPost)\\s*=\\s*[-@:+!]*(/[^\\s\"';]+)");

    /// Programs that a unit file starts, where they stand with their path.
    static List<String> programs(String content) {
        List<String> all = new ArrayList<>();
        Matcher m = PROGRAM.matcher(content);
        while (m.find()) {
            if (!m.group(1).contains("%") && !m.group(1).contains("$")) {
                all.add(m.group(1));
            }
        }
        return all.stream().distinct().toList();
    }

    /// Lines of the wanted file that start programs.
    Stream<String> programLines() {
        return content().stream().flatMap(String::lines).filter(l -> l.strip().startsWith("Exec"));
    }

    Boot boot() {
        return Boot.valueOf(item.want("boot").toUpperCase(Locale.ROOT));
    }

    private Optional<String> content() {
        return Optional.ofNullable(item.want().get("content"))
                .map(c -> new String(Base64.getDecoder().decode(c), StandardCharsets.UTF_8));
    }

    Optional<FileTarget> file() {
        return content()
                .map(
                        c ->
                                new FileTarget(
                                        "/etc/systemd/system/" + item.name(),
                                        (c.endsWith("\n") ? c : c + "\n")
                                                .getBytes(StandardCharsets.UTF_8),
                                        "644",
                                        "root",
                                        "root",
                                        true));
    }

    boolean isFileMet(Observed is) {
        return file().isEmpty() || file().get().isMetBy(is);
    }

    private boolean wants(String running) {
        return item.want("running").equals(running);
    }

    /// What `systemctl is-enabled` may say when it is as wanted; empty text for anything.
    String bootWords() {
        return switch (boot()) {
            case ENABLED -> "enabled";
            case DISABLED -> wants("running") ? "disabled indirect" : "disabled indirect not-found";
            case MASKED -> "masked";
            case LEFT -> "";
        };
    }

    boolean isBootMet(Observed is) {
        return boot() == Boot.LEFT || List.of(bootWords().split(" ")).contains(is.state("boot"));
    }

    private static boolean runs(Observed is) {
        return is.state("runs").equals("yes");
    }

    /// Whether it is a service that does its work and ends, and last did it well.
    private static boolean isDone(Observed is) {
        return is.note("Type").equals("oneshot")
                && is.note("RemainAfterExit").equals("no")
                && is.note("Result").equals("success")
                && !is.note("ExecMainStartTimestampMonotonic").matches("0?");
    }

    private static boolean isStale(Observed is) {
        return is.note("NeedDaemonReload").equals("yes");
    }

    private boolean isRunMet(Observed is) {
        if (wants("running")) {
            return runs(is) && !is.note("SubState").equals("auto-restart") || isDone(is);
        }
        return !wants("stopped") || !runs(is);
    }

    boolean isMetBy(Observed is) {
        return isFileMet(is)
                && isBootMet(is)
                && isRunMet(is)
                && !(isStale(is) && content().isPresent());
    }

    /// `start`, `restart`, `stop`, or empty text.
    String action(Observed is) {
        if (wants("running")) {
            boolean renewed = !isFileMet(is) || isStale(is) && content().isPresent();
            if (renewed && runs(is)) {
                return "restart";
            }
            return renewed || !isRunMet(is) ? "start" : "";
        }
        return wants("stopped") && runs(is) ? "stop" : "";
    }

    /// What keeps it from being as wanted, if anything does.
    Optional<Obstacle> obstacle(Observed is) {
        String boot = is.state("boot");
        if (is.state("systemd").equals("no")) {
            return of("systemd does not run here", "leave units out of this host's policy");
        }
        if (isMetBy(is)) {
            return Optional.empty();
        }
        if (content().isPresent() && boot() == Boot.MASKED) {
            return of(
                    "a unit cannot have a file and be masked: the mask is a link in that file's"
                            + " place",
                    "want one of the two");
        }
        if (!isFileMet(is)) {
            Optional<Obstacle> inTheWay = file().orElseThrow().obstacle(item, is);
            if (inTheWay.isPresent()) {
                return inTheWay;
            }
        }
        boolean pending = is.notes().keySet().stream().anyMatch(k -> k.startsWith("pending:"));
        Optional<String> program =
                is.notes().keySet().stream()
                        .filter(k -> k.startsWith("program:"))
                        .sorted()
                        .findFirst();
        if (program.isPresent() && !pending) {
            String path = program.get().substring("program:".length());
            return of(
                    path + " " + is.note(program.get()) + ": the unit would fail with 203/EXEC",
                    "have it put there, by `files` or `packages`, or correct the unit");
        }
        if (content().isPresent()
                && boot() == Boot.ENABLED
                && !content()
                        .get()
                        .matches(
                                "(?s).*(^|\n)\\s*(WantedBy|RequiredBy|UpheldBy|Alias|Also)\\s*=.*")) {
            return of(
                    "its content has no [Install] section: it cannot be enabled",
                    "add `[Install]` and `WantedBy=multi-user.target`, or want boot: left");
        }
        if (content().isEmpty()) {
            return ofForeign(is, boot, pending);
        }
        return Optional.empty();
    }

    private Optional<Obstacle> ofForeign(Observed is, String boot, boolean pending) {
        boolean wanted = boot() == Boot.ENABLED || wants("running");
        if (is.note("LoadState").equals("not-found") && wanted) {
            return pending
                    ? Optional.empty()
                    : of(
                            "there is no unit of this name",
                            "have the package installed that brings it, or give its content");
        }
        if (wants("running") && boot.startsWith("masked") && boot() == Boot.LEFT) {
            return of("it is masked and cannot be started", "want it enabled or disabled at boot");
        }
        boolean fixed = boot.matches("static|generated|transient|alias|bad");
        if (fixed && (boot() == Boot.ENABLED || boot() == Boot.DISABLED)) {
            return of(
                    switch (boot) {
                        case "alias" -> "it is another name of " + is.note("Id");
                        case "static" ->
                                "it has no [Install] section: what needs it starts it (static)";
                        case "bad" -> "its file is broken";
                        default -> "it is " + boot + ", and cannot be enabled or disabled";
                    },
                    switch (boot) {
                        case "alias" -> "name that unit in the intent";
                        case "bad" -> "systemd-analyze verify " + item.name();
                        default ->
                                boot() == Boot.DISABLED
                                        ? "want it masked, or leave boot out"
                                        : "leave boot out";
                    });
        }
        if (boot() == Boot.MASKED
                && !boot.startsWith("masked")
                && is.note("FragmentPath").equals("/etc/systemd/system/" + item.name())) {
            return of(
                    is.note("FragmentPath") + " is a file: there is no place for the mask",
                    "move it away, or want the unit disabled");
        }
        return Optional.empty();
    }

    private Optional<Obstacle> of(String why, String remedy) {
        return Optional.of(new Obstacle(item.device(), item.id(), why, remedy));
    }

    String before(Observed is) {
        String failed =
                is.note("ExecMainStatus").equals("203") && is.note("Result").equals("exit-code")
                        ? " (failed with 203/EXEC: its program is missing or not executable)"
                        : is.note("SubState").equals("failed") ? " (failed)" : "";
        return file().map(f -> f.before(is)).orElse("")
                + (boot() == Boot.LEFT ? "" : "boot " + is.state("boot") + "\n")
                + (wants("left") ? "" : (runs(is) ? "running" : "stopped") + failed + "\n");
    }

    String after(Observed is) {
        String action = action(is);
        return file().map(FileTarget::after).orElse("")
                + (boot() == Boot.LEFT
                        ? ""
                        : "boot " + (isBootMet(is) ? is.state("boot") : boot().word()) + "\n")
                + (wants("left")
                        ? ""
                        : item.want("running")
                                + (action.equals("restart") ? " (restarted)" : "")
                                + "\n");
    }
}
