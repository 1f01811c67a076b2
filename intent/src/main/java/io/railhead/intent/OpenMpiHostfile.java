package io.railhead.intent;

import io.railhead.model.intent.Subnet;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Reads an OpenMPI hostfile: `[user@]host [slots=N] [max_slots=N]` a line, `#` comments. The
/// `host:N` of MPICH and Intel MPI is read too. Slots of a host named in several lines add up, as
/// they do for mpirun.
public final class OpenMpiHostfile {
    private static final Pattern FIRST =
            Pattern.compile(
                    "(?:([A-Za-z0-9_.-]+)@)?(\\[[0-9A-Fa-f:.]+]|[^\\s:=@\\[\\]]+)(?::([0-9]{1,6}))?");

    private static final Pattern IPV6 = Pattern.compile("[0-9A-Fa-f]*:[0-9A-Fa-f:.]+");
    private static final List<String> KNOWN =
            List.of(
                    "slots",
                    "max_slots",
                    "max-slots",
                    "count",
                    "cpu",
                    "cpus",
                    "slots_max",
                    "boards",
                    "sockets",
                    "sockets_per_board",
                    "cores",
                    "cores_per_socket");

    private OpenMpiHostfile() {}

    private record Entry(Optional<String> user, int line, int slots) {}

    /// Reads the text of a hostfile.
    ///
    /// @param file for messages
    public static Imported read(String file, String text) {
        Problems problems = new Problems(file);
        Map<String, Entry> entries = new LinkedHashMap<>();
        int number = 0;
        for (String raw : text.split("\\R", -1)) {
            number++;
            int hash = raw.indexOf('#');
            String line = (hash < 0 ? raw : raw.substring(0, hash)).strip();
            if (!line.isEmpty()) {
                line(line, number, entries, problems);
            }
        }
        if (entries.isEmpty() && !problems.anyError()) {
            problems.error(
                    new Spot(0, 0, ""), "names no host", "give a hostfile with a host a line");
        }
        List<ImportedHost> hosts = new ArrayList<>();
        entries.forEach(
                (address, entry) -> {
                    boolean named = address.indexOf(':') < 0;
                    String name = named ? address : "node" + (hosts.size() + 1);
                    hosts.add(host(name, address, entry));
                });
        return new Imported(hosts, problems.all());
    }

    private static void line(
            String line, int number, Map<String, Entry> entries, Problems problems) {
        Spot at = new Spot(number, 1, "");
        String[] words = line.replaceAll("\\s*=\\s*", "=").split("\\s+");
        boolean bare = IPV6.matcher(words[0]).matches();
        Matcher first = FIRST.matcher(bare ? "[" + words[0] + "]" : words[0]);
        String address = first.matches() ? first.group(2).replaceAll("[\\[\\]]", "") : "";
        boolean usable = Subnet.isAddress(address) || HostRanges.isHostName(address);
        if (!usable) {
            problems.error(
                    at,
                    "\"" + Ranges.shortened(words[0]) + "\" is not a host name or address",
                    "write host slots=N, one host a line");
            return;
        }
        int slots = 0;
        if (first.group(3) != null) {
            slots = Integer.parseInt(first.group(3));
        }
        for (int i = 1; i < words.length; i++) {
            int equals = words[i].indexOf('=');
            String key = equals < 0 ? words[i] : words[i].substring(0, equals);
            String value = equals < 0 ? "" : words[i].substring(equals + 1);
            if (!KNOWN.contains(key)) {
                problems.warning(
                        at,
                        "\"" + Ranges.shortened(words[i]) + "\" is not understood and left out",
                        NearestName.remedy(key, KNOWN.subList(0, 3), "known settings"));
            } else if (!value.matches("[0-9]{1,6}")) {
                problems.error(
                        at,
                        key + " is not followed by =NUMBER",
                        "write " + key + "=8, for example");
            } else if (key.equals("slots") || key.equals("count")) {
                slots = Integer.parseInt(value);
            }
        }
        Optional<String> user = Optional.ofNullable(first.group(1));
        int more = slots;
        entries.merge(
                address,
                new Entry(user, number, more),
                (known, again) ->
                        new Entry(known.user.or(() -> user), known.line, known.slots + more));
    }

    private static ImportedHost host(String name, String address, Entry entry) {
        return new ImportedHost(
                name,
                address,
                entry.user,
                OptionalInt.empty(),
                Optional.empty(),
                Optional.empty(),
                false,
                Optional.empty(),
                List.of(),
                entry.slots == 0
                        ? Optional.empty()
                        : Optional.of(
                                entry.slots
                                        + (entry.slots == 1 ? " slot" : " slots")
                                        + " in the hostfile; if one a GPU, add gpus: {count: "
                                        + entry.slots
                                        + "}"),
                entry.line);
    }
}
