package io.railhead.twin;

import io.railhead.twin.EmulatedLinux.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// SONiC's `config` and `show`, and what of systemd a dead man's switch needs, emulated after
/// SONiC's command reference.
final class SonicTools implements EmulatedLinux.Tools {
    private static final String ROLLBACK = "config rollback ";
    private final Box box;

    SonicTools(Box box) {
        this.box = box;
    }

    @Override
    public List<String> names() {
        return List.of("config", "show", "ecnconfig", "systemd-run", "systemctl");
    }

    @Override
    public Ended run(List<String> words) throws IOException {
        return switch (words.getFirst()) {
            case "show" -> show(String.join(" ", words));
            case "config" -> config(words.subList(1, words.size()));
            case "ecnconfig" ->
                    words.equals(List.of("ecnconfig", "-l"))
                                    && !box.behaviour.has(Fault.SHOWS_NO_CLASSES)
                            ? Ended.good(new SonicClasses(box).profiles())
                            : new Ended(2, "Error: No such option\n");
            case "systemd-run" -> later(words);
            default -> systemctl(words);
        };
    }

    private Ended show(String line) {
        return switch (line) {
            case "show runningconfiguration all" -> Ended.good(box.running.print());
            case "show version" ->
                    Ended.good("SONiC Software Version: SONiC.202411 (emulated by Railhead)\n");
            case "show pfc priority" ->
                    box.behaviour.has(Fault.SHOWS_NO_CLASSES)
                            ? new Ended(2, "Error: No such command\n")
                            : Ended.good(new SonicClasses(box).priorities());
            default -> new Ended(2, "Error: No such command\n");
        };
    }

    private Ended config(List<String> words) throws IOException {
        String argument = words.size() > 1 ? words.getLast() : "";
        switch (words.getFirst()) {
            case "checkpoint" -> {
                if (box.checkpoints.containsKey(argument)) {
                    return new Ended(1, "Error: checkpoint exists\n");
                }
                box.checkpoints.put(argument, box.running.copy());
                return Ended.good("Checkpoint created successfully.\n");
            }
            case "list-checkpoints" -> {
                return Ended.good(
                        box.checkpoints.keySet().stream()
                                .map(c -> "    \"" + c + "\"")
                                .collect(
                                        java.util.stream.Collectors.joining(
                                                ",\n", "[\n", "\n]\n")));
            }
            case "delete-checkpoint" -> {
                return box.checkpoints.remove(argument) == null
                        ? new Ended(1, "Error: no such checkpoint\n")
                        : Ended.good("Checkpoint deleted successfully.\n");
            }
            case "rollback" -> {
                ConfigText then = box.checkpoints.get(argument);
                if (then == null) {
                    return new Ended(1, "Failed to rollback config\n");
                }
                box.running = then.copy();
                return Ended.good("Config rolled back successfully.\n");
            }
            case "apply-patch" -> {
                return patch(Path.of(argument));
            }
            case "save" -> {
                box.startup = box.running.print();
                return Ended.good("Running command: sonic-cfggen -d --print-data\n");
            }
            default -> {
                return new Ended(2, "Error: No such command\n");
            }
        }
    }

    private Ended patch(Path file) throws IOException {
        String text = Files.readString(file);
        for (String refused : box.behaviour.refused()) {
            if (text.contains(refused)) {
                return new Ended(
                        1,
                        "Patch Applier: Failed to apply patch: Data Loading Failed: "
                                + refused
                                + "\n");
            }
        }
        try {
            box.running.enter(text.lines().toList());
            return Ended.good("Patch applied successfully.\n");
        } catch (IllegalArgumentException e) {
            return new Ended(
                    1, "Failed to apply patch on the following scopes: " + e.getMessage() + "\n");
        }
    }

    private Ended later(List<String> words) {
        String unit = "";
        long seconds = 0;
        for (String word : words) {
            if (word.startsWith("--unit=")) {
                unit = word.substring(7);
            }
            if (word.startsWith("--on-active=")) {
                seconds = Long.parseLong(word.substring(12).replace("s", ""));
            }
        }
        String command = words.getLast();
        int at = command.indexOf(ROLLBACK);
        if (unit.isEmpty() || at < 0) {
            return new Ended(1, "Failed to start transient timer unit\n");
        }
        String checkpoint = command.substring(at + ROLLBACK.length()).split("[ ;&]", 2)[0];
        box.timer(unit, seconds, () -> back(checkpoint));
        return Ended.good("Running timer as unit: " + unit + ".timer\n");
    }

    private void back(String checkpoint) {
        ConfigText then = box.checkpoints.get(checkpoint);
        if (then != null) {
            box.running = then.copy();
        }
    }

    private Ended systemctl(List<String> words) {
        String unit = words.getLast().replaceFirst("\\.(timer|service)$", "");
        if (words.contains("stop")) {
            box.stop(unit);
            return Ended.good("");
        }
        boolean active = words.getLast().endsWith(".timer") && box.isWaiting(unit);
        return new Ended(active ? 0 : 3, active ? "active\n" : "inactive\n");
    }
}
