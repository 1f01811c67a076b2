package io.railhead.configure.resource;

import com.google.auto.service.AutoService;
import io.railhead.configure.Item;
import io.railhead.configure.Observed;
import io.railhead.configure.Obstacle;
import io.railhead.configure.Resource;
import io.railhead.configure.Steps;
import io.railhead.model.Change;
import io.railhead.model.intent.Cluster;
import io.railhead.model.intent.Host;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/// Limits that PAM gives to every login: a file of Railhead's own, last in order, with a soft and a
/// hard line for everybody and for root, which `*` does not stand for (limits.conf(5)).
///
/// A login whose limits cannot be set, or are too small, is refused, so that a change is made under
/// the dead-man's switch, whose fresh connection is such a login.
///
/// Where somebody has written the same limits elsewhere nothing is changed. Lines that have more to
/// say than these, because they name a user or group or are read later, are obstacles. So is a PAM
/// stack of sshd without `pam_limits`, since then nobody reads the file.
@AutoService(Resource.class)
public final class LimitsDropIn implements Resource {
    /// `pam_limits` reads `limits.conf` and then these in the order of the C locale.
    static final String PATH = "/etc/security/limits.d/99-zz-railhead.conf";

    @Override
    public String kind() {
        return "limits";
    }

    @Override
    public int order() {
        return 25;
    }

    @Override
    public List<Item> wanted(Cluster cluster, Host host) {
        TreeMap<String, String> wanted = LimitWish.of(host.policy());
        if (wanted.isEmpty()) {
            return List.of();
        }
        TreeMap<String, String> want = new TreeMap<>();
        wanted.forEach((k, v) -> want.put("limit:" + k, v));
        want.put("cluster", cluster.name());
        return List.of(
                new Item(host.name(), kind(), PATH, want, LimitWish.why(cluster, host, wanted)));
    }

    private static TreeMap<String, String> limits(Item item) {
        return LimitWish.of(item);
    }

    @Override
    public String observe(Item item) {
        return FileTarget.observe(PATH, "")
                + """

                rh_n lines "$(grep -HnE '^[[:space:]]*[^#[:space:]]' /etc/security/limits.conf \
                    /etc/security/limits.d/*.conf 2>/dev/null | rh_b64)"
                rh_n pam "$(grep -HE '^[^#]*(pam_limits|include|substack)' /etc/pam.d/* \
                    2>/dev/null | rh_b64)"
                if [ -e /etc/ssh/sshd_config ]; then
                    rh_n usepam "$(cat /etc/ssh/sshd_config.d/*.conf /etc/ssh/sshd_config 2>/dev/null |
                        grep -i -m 1 '^[[:space:]]*UsePAM[[:space:]=]' | tr -d '\\r')"
                    rh_n sshd yes
                fi
                rh_n nr_open "$(cat /proc/sys/fs/nr_open 2>/dev/null)"
                true""";
    }

    private static List<LimitLine> foreign(Observed is) {
        return LimitLine.read(is.bytes("lines").orElse(new byte[0])).stream()
                .filter(l -> !l.file().equals(PATH))
                .toList();
    }

    /// Why a limit cannot be wanted here; empty when it can.
    private static Optional<String> refusal(String limit, String value, Observed is) {
        return LimitWish.refusal(limit, value, is.note("nr_open"));
    }

    private static boolean isByHand(Item item, Observed is) {
        List<LimitLine> foreign = foreign(is);
        return is.state("type").equals("absent")
                && limits(item).entrySet().stream()
                        .filter(e -> refusal(e.getKey(), e.getValue(), is).isEmpty())
                        .allMatch(
                                e ->
                                        LimitLine.isLast(foreign, "*", e.getKey(), e.getValue())
                                                && LimitLine.isLast(
                                                        foreign, "root", e.getKey(), e.getValue()));
    }

    private static FileTarget target(Item item, Observed is) {
        StringBuilder text = new StringBuilder();
        text.append("# Written by Railhead from the intent of cluster ")
                .append(item.want("cluster"))
                .append(".\n# Do not edit: the next apply replaces it. To take it back:")
                .append(" railhead rollback.\n")
                .append(
                        "# Logins from now on have these limits; sessions that are open keep theirs.\n")
                .append("# The lines for root: * does not stand for root.\n");
        limits(item)
                .forEach(
                        (limit, value) -> {
                            Optional<String> refused = refusal(limit, value, is);
                            refused.ifPresent(
                                    r ->
                                            text.append("# Not set: ")
                                                    .append(limit)
                                                    .append(' ')
                                                    .append(r)
                                                    .append('\n'));
                            if (refused.isEmpty()) {
                                for (String who : List.of("*", "root")) {
                                    for (String type : List.of("soft", "hard")) {
                                        text.append(
                                                "%-4s %s %s %s\n"
                                                        .formatted(who, type, limit, value));
                                    }
                                }
                            }
                        });
        return new FileTarget(
                PATH,
                text.toString().getBytes(StandardCharsets.UTF_8),
                "644",
                "root",
                "root",
                true);
    }

    @Override
    public List<Obstacle> obstacles(Item item, Observed is) {
        List<Obstacle> found = new ArrayList<>();
        FileTarget file = target(item, is);
        if (!isByHand(item, is) && !file.isMetBy(is)) {
            file.obstacle(item, is).ifPresent(found::add);
        }
        limits(item)
                .forEach(
                        (limit, value) -> {
                            refusal(limit, value, is)
                                    .ifPresent(
                                            r ->
                                                    found.add(
                                                            new Obstacle(
                                                                    item.device(),
                                                                    kind() + ":" + limit,
                                                                    limit + " " + r,
                                                                    LimitWish.remedy(
                                                                            limit, value))));
                            overriding(limit, value, is, isByHand(item, is))
                                    .forEach(l -> found.add(says(item, limit, value, l)));
                        });
        if (is.note("sshd").equals("yes")) {
            pam(item, is).ifPresent(found::add);
        }
        return found;
    }

    private static List<LimitLine> overriding(
            String limit, String value, Observed is, boolean byHand) {
        return foreign(is).stream()
                .filter(l -> l.limit().equals(limit) && l.isLessThan(value))
                .filter(l -> !l.isFor("*") && !l.isFor("root") || !byHand && l.isReadAfter(PATH))
                .toList();
    }

    private static Obstacle says(Item item, String limit, String value, LimitLine line) {
        return new Obstacle(
                item.device(),
                item.kind() + ":" + limit,
                line.file()
                        + " line "
                        + line.number()
                        + " gives "
                        + (line.isFor("*") ? "everybody" : line.domain())
                        + (line.type().equals("-") ? " a " : " a " + line.type() + " ")
                        + limit
                        + " of "
                        + line.value()
                        + ", not "
                        + value
                        + (line.isFor("*") || line.isFor("root")
                                ? ", and is read after " + PATH
                                : ", and counts more than a line for all"),
                "remove that line, or want what it says");
    }

    private static Optional<Obstacle> pam(Item item, Observed is) {
        String why;
        String remedy;
        if (!is.note("usepam").matches("(?i)\\s*UsePAM[\\s=]+[\"']?yes[\"']?\\s*")) {
            why =
                    "sshd gives its sessions no limits from "
                            + PATH
                            + ": "
                            + (is.note("usepam").isBlank()
                                    ? "/etc/ssh/sshd_config does not say UsePAM yes"
                                    : "it has " + is.note("usepam").strip());
            remedy = "write `UsePAM yes` into /etc/ssh/sshd_config and restart sshd";
        } else if (!LimitLine.isPamActive(is.bytes("pam").orElse(new byte[0]), "sshd")) {
            why = "nobody reads " + PATH + " for logins by SSH: /etc/pam.d/sshd has no pam_limits";
            remedy = "add the line `session required pam_limits.so` to /etc/pam.d/sshd";
        } else {
            return Optional.empty();
        }
        return Optional.of(new Obstacle(item.device(), item.id(), why, remedy));
    }

    @Override
    public Optional<Change> diff(Item item, Observed is) {
        FileTarget file = target(item, is);
        boolean sets =
                limits(item).entrySet().stream()
                        .anyMatch(e -> refusal(e.getKey(), e.getValue(), is).isEmpty());
        if (isByHand(item, is)
                || file.isMetBy(is)
                || !sets && is.state("type").equals("absent")
                || file.obstacle(item, is).isPresent()) {
            return Optional.empty();
        }
        return Optional.of(
                new Change(
                        item.device(),
                        item.id(),
                        file.before(is),
                        file.after(),
                        AccessFile.risk(PATH),
                        AccessFile.why(PATH, item.why()),
                        Set.of(),
                        List.of(
                                is.state("type").equals("absent")
                                        ? "remove the file; sessions opened meanwhile keep their limits"
                                        : "put the former file back")));
    }

    @Override
    public Steps steps(Item item, Observed is) {
        FileTarget file = target(item, is);
        return new Steps(file.record(), file.put(), file.verify(), file.undo());
    }
}
