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
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// Size of `/dev/shm`, by which processes of one host hand data to each other: the live mount, and
/// a line of `/etc/fstab`.
///
/// fstab is the place, not a systemd unit: systemd mounts `/dev/shm` itself before any unit, so a
/// `dev-shm.mount` would find it mounted and do nothing; systemd-remount-fs.service gives it the
/// options of its fstab line early at boot. A line that is there is kept, its `size=` changed.
@AutoService(Resource.class)
public final class SharedMemory implements Resource {
    private static final String FSTAB = "/etc/fstab";
    private static final String MOUNT = "/dev/shm";

    @Override
    public String kind() {
        return "shm";
    }

    @Override
    public int order() {
        return 72;
    }

    @Override
    public List<Item> wanted(Cluster cluster, Host host) {
        OptionalLong bytes = host.policy().launch().shmBytes();
        if (bytes.isEmpty()) {
            return List.of();
        }
        TreeMap<String, String> want = new TreeMap<>();
        want.put("bytes", Long.toString(bytes.getAsLong()));
        want.put("cluster", cluster.name());
        return List.of(
                new Item(
                        host.name(),
                        kind(),
                        MOUNT,
                        want,
                        Why.policy(
                                cluster,
                                host,
                                (HostPolicy p) -> p.launch().shmBytes(),
                                "shm",
                                size(bytes.getAsLong()))));
    }

    @Override
    public String observe(Item item) {
        return FileTarget.observe(FSTAB, "") + "\nrh_see_shm";
    }

    /// In the largest unit that it is a whole number of, as tmpfs(5) and fstab write it.
    static String size(long bytes) {
        String units = "kMGT";
        for (int i = units.length(); i > 0; i--) {
            long unit = 1L << 10 * i;
            if (bytes >= unit && bytes % unit == 0) {
                return bytes / unit + units.substring(i - 1, i);
            }
        }
        return Long.toString(bytes);
    }

    private static long number(String text) {
        return text.matches("[0-9]{1,18}") ? Long.parseLong(text) : -1;
    }

    private static long wanted(Item item) {
        return number(item.want("bytes"));
    }

    /// The kernel counts in whole pages.
    private static boolean isLive(Item item, Observed is) {
        long page = Math.max(1, number(is.note("page")));
        return (wanted(item) + page - 1) / page * page == number(is.state("size-live"));
    }

    /// fstab as wanted; empty when what is there could not be read.
    private static Optional<FileTarget> target(Item item, Observed is) {
        boolean absent = is.state("type").equals("absent");
        Optional<byte[]> now = absent ? Optional.of(new byte[0]) : is.bytes("content");
        if (now.isEmpty() || !absent && !is.state("type").equals("file")) {
            return Optional.empty();
        }
        String text = new String(now.get(), StandardCharsets.ISO_8859_1);
        return Optional.of(
                new FileTarget(
                        FSTAB,
                        with(text, item).getBytes(StandardCharsets.ISO_8859_1),
                        absent ? "644" : is.state("mode"),
                        absent ? "root" : is.state("owner"),
                        absent ? "root" : is.state("group"),
                        false));
    }

    private static boolean isOurs(String line) {
        String[] w = line.strip().split("\\s+");
        return !line.strip().startsWith("#")
                && w.length >= 4
                && (w[1].equals(MOUNT) || w[1].equals("/run/shm") || w[1].equals(MOUNT + "/"));
    }

    /// Every other byte stays.
    private static String with(String fstab, Item item) {
        String size = "size=" + size(wanted(item));
        List<String> lines = new ArrayList<>(List.of(fstab.split("(?<=\n)")));
        boolean found = false;
        for (int i = 0; i < lines.size(); i++) {
            if (isOurs(lines.get(i))) {
                lines.set(i, sized(lines.get(i), item, size));
                found = true;
            }
        }
        String text = String.join("", lines);
        if (found) {
            return text;
        }
        return text
                + (text.isEmpty() || text.endsWith("\n") ? "" : "\n")
                + "# Railhead, cluster "
                + item.want("cluster")
                + ": systemd mounts /dev/shm itself and takes its size from here.\n"
                + "tmpfs /dev/shm tmpfs rw,nosuid,nodev,"
                + size
                + " 0 0\n";
    }

    /// The line with another size; its own way of writing the same size is left.
    private static String sized(String line, Item item, String size) {
        String options = line.strip().split("\\s+")[3];
        List<String> is =
                Arrays.stream(options.split(",")).filter(o -> o.startsWith("size=")).toList();
        if (is.size() == 1 && bytes(is.getFirst()) == wanted(item)) {
            return line;
        }
        String wanted =
                Arrays.stream(options.split(","))
                                .filter(o -> !o.startsWith("size=") && !o.equals("defaults"))
                                .map(o -> o + ",")
                                .collect(Collectors.joining())
                        + size;
        int at = optionsAt(line);
        return line.substring(0, at) + wanted + line.substring(at + options.length());
    }

    /// Where the fourth field begins.
    private static int optionsAt(String line) {
        int at = 0;
        for (int field = 0; ; field++) {
            while (Character.isWhitespace(line.charAt(at))) {
                at++;
            }
            if (field == 3) {
                return at;
            }
            while (!Character.isWhitespace(line.charAt(at))) {
                at++;
            }
        }
    }

    private static long bytes(String option) {
        String text = option.substring("size=".length());
        int unit =
                text.isEmpty()
                        ? -1
                        : "kmgt".indexOf(Character.toLowerCase(text.charAt(text.length() - 1)));
        long count = number(unit < 0 ? text : text.substring(0, text.length() - 1));
        return count < 0 || count > Integer.MAX_VALUE && unit >= 0 ? -1 : count << 10 * (unit + 1);
    }

    private static Obstacle obstacle(Item item, String why, String remedy) {
        return new Obstacle(item.device(), item.id(), why, remedy);
    }

    private static Optional<Obstacle> refusal(Item item, Observed is) {
        long wanted = wanted(item);
        if (is.state("size-live").isEmpty()) {
            return Optional.of(
                    obstacle(
                            item,
                            "/dev/shm is no tmpfs of its own here",
                            "in a container, whoever starts it sets its size (--shm-size)"));
        }
        long used = number(is.note("used"));
        if (used > wanted) {
            return Optional.of(
                    obstacle(
                            item,
                            "/dev/shm holds "
                                    + shown(used)
                                    + ", more than the "
                                    + size(wanted)
                                    + " that are wanted",
                            "end what uses it (fuser -v /dev/shm/*), or want more"));
        }
        long memory = number(is.note("memory"));
        if (memory > 0 && wanted > memory) {
            return Optional.of(
                    obstacle(
                            item,
                            size(wanted)
                                    + " are wanted, but this machine has "
                                    + shown(memory)
                                    + " of memory and swap: filled, it would stop the machine",
                            "want less on this host"));
        }
        return Optional.empty();
    }

    @Override
    public List<Obstacle> obstacles(Item item, Observed is) {
        Optional<Obstacle> refused = refusal(item, is);
        if (refused.isPresent()) {
            return List.of(refused.get());
        }
        Optional<FileTarget> file = target(item, is);
        if (file.isEmpty()) {
            return List.of(obstacle(item, FSTAB + " is no plain file", "look at it: ls -l /etc"));
        }
        return file.get().isMetBy(is)
                ? List.of()
                : file.get().obstacle(item, is).map(List::of).orElse(List.of());
    }

    private static Optional<FileTarget> changing(Item item, Observed is) {
        return target(item, is).filter(f -> !f.isMetBy(is) && f.obstacle(item, is).isEmpty());
    }

    private static String line(String text) {
        return text.isEmpty() || text.endsWith("\n") ? text : text + "\n";
    }

    /// For people: whole MiB where that says enough.
    private static String shown(long bytes) {
        return bytes >= 1L << 30 && bytes % (1L << 20) != 0
                ? String.format(Locale.ROOT, "%.1fG", bytes / (double) (1L << 30))
                : size(bytes);
    }

    @Override
    public Optional<Change> diff(Item item, Observed is) {
        Optional<FileTarget> file = changing(item, is);
        if (refusal(item, is).isPresent() || file.isEmpty() && isLive(item, is)) {
            return Optional.empty();
        }
        return Optional.of(
                new Change(
                        item.device(),
                        item.id(),
                        file.map(f -> line(f.before(is))).orElse("")
                                + "live "
                                + shown(number(is.state("size-live")))
                                + "\n",
                        file.map(f -> line(f.after())).orElse("")
                                + "live "
                                + size(wanted(item))
                                + "\n",
                        isLive(item, is) ? Risk.NONE : Risk.LOW,
                        item.why(),
                        Set.of(),
                        List.of("put the former file back", "give /dev/shm its former size")));
    }

    @Override
    public Steps steps(Item item, Observed is) {
        Optional<FileTarget> file = changing(item, is);
        String bytes = item.want("bytes");
        return new Steps(
                file.map(f -> f.record() + " && ").orElse("") + "rh_keep_shm",
                file.map(f -> f.put() + "\n[ $? = 0 ] || exit 1\n").orElse("")
                        + "mount -o remount,size="
                        + bytes
                        + " "
                        + MOUNT,
                file.map(f -> f.verify() + " && ").orElse("") + Sh.call("rh_is_shm", bytes),
                file.map(f -> f.undo() + " && ").orElse("") + "rh_give_shm");
    }
}
