package io.railhead.twin;

import io.railhead.twin.EmulatedLinux.Ended;
import java.io.IOException;
import java.util.List;

/// `nv` of Cumulus Linux, emulated after its user guide: one pending revision, applied with or
/// without a time in which it has to be confirmed.
final class NvueTools implements EmulatedLinux.Tools {
    private static final String PENDING = "nv config apply --confirm";

    /// What `--confirm-no` and the time-out go back to.
    private static final String APPLIED = "applied before";

    /// Names of [Box#checkpoints] that a person would not see as checkpoints.
    private static final String REVISION = "pending revision";

    private final Box box;

    NvueTools(Box box) {
        this.box = box;
    }

    @Override
    public List<String> names() {
        return List.of("nv");
    }

    @Override
    public Ended run(List<String> words) throws IOException {
        String line = String.join(" ", words);
        if (line.startsWith("nv set ") || line.startsWith("nv unset ")) {
            return pend(line);
        }
        if (line.equals("nv config show -o commands")) {
            return Ended.good(box.running.print());
        }
        if (line.equals("nv config diff")) {
            ConfigText pending = box.checkpoints.get(REVISION);
            return Ended.good(
                    pending == null || pending.print().equals(box.running.print())
                            ? ""
                            : "- set:\n    emulated: differs\n");
        }
        if (line.equals("nv config detach")) {
            box.checkpoints.remove(REVISION);
            return Ended.good("");
        }
        if (line.equals("nv config save")) {
            box.startup = box.running.print();
            return Ended.good("saved [rev_id: 1]\n");
        }
        if (line.startsWith("nv config apply")) {
            return apply(words);
        }
        if (line.equals("nv show qos roce") && !box.behaviour.has(Fault.SHOWS_NO_CLASSES)) {
            return Ended.good(new NvueClasses(box).roce());
        }
        if (line.matches("nv show interface \\S+ qos roce status")
                && !box.behaviour.has(Fault.SHOWS_NO_CLASSES)) {
            return Ended.good(new NvueClasses(box).status());
        }
        return line.equals("nv show system")
                ? Ended.good(
                        "hostname  "
                                + box.name
                                + "\nproduct   Cumulus Linux emulated by Railhead\n")
                : new Ended(2, "Error: Invalid config\n");
    }

    private Ended pend(String line) {
        if (box.isRefused(line)) {
            return new Ended(1, "Error: '" + line + "' is not one of the known settings\n");
        }
        ConfigText pending = box.checkpoints.computeIfAbsent(REVISION, r -> box.running.copy());
        try {
            pending.enter(List.of(line));
            return Ended.good("");
        } catch (IllegalArgumentException e) {
            return new Ended(1, "Error: " + e.getMessage() + "\n");
        }
    }

    private Ended apply(List<String> words) {
        if (words.contains("--confirm-status")) {
            return box.isWaiting(PENDING)
                    ? Ended.good("rollback in 60 seconds\n")
                    : Ended.good("No pending confirm\n");
        }
        if (words.contains("--confirm-yes")) {
            if (!box.stop(PENDING)) {
                return new Ended(1, "Error: nothing to confirm\n");
            }
            box.checkpoints.remove(APPLIED);
            return Ended.good("confirmed\n");
        }
        if (words.contains("--confirm-no")) {
            if (!box.stop(PENDING)) {
                return new Ended(1, "Error: nothing to confirm\n");
            }
            back();
            return Ended.good("rolled back\n");
        }
        ConfigText pending = box.checkpoints.remove(REVISION);
        if (pending == null) {
            return new Ended(1, "Error: no pending revision\n");
        }
        int confirm = words.indexOf("--confirm");
        if (confirm > 0) {
            long minutes = Long.parseLong(words.get(confirm + 1));
            box.checkpoints.put(APPLIED, box.running);
            box.timer(PENDING, minutes * 60, this::back);
        }
        box.running = pending;
        return Ended.good("applied [rev_id: 2]\n");
    }

    private void back() {
        ConfigText before = box.checkpoints.remove(APPLIED);
        if (before != null) {
            box.running = before;
        }
    }
}
