package io.railhead.configure.resource;

import com.google.auto.service.AutoService;
import io.railhead.configure.Item;
import io.railhead.configure.Observed;
import io.railhead.configure.Obstacle;
import io.railhead.configure.Resource;
import io.railhead.configure.Sh;
import io.railhead.configure.Steps;
import io.railhead.model.Change;
import io.railhead.model.intent.Cluster;
import io.railhead.model.intent.Host;
import io.railhead.model.intent.HostPolicy;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/// A file with exactly the content, mode and owner that the intent gives it. It is replaced in one
/// step by a rename in its directory: readers see the old or the new one. A symbolic link at its
/// place is replaced, never written through.
@AutoService(Resource.class)
public final class WholeFile implements Resource {

    @Override
    public String kind() {
        return "file";
    }

    @Override
    public int order() {
        return 10;
    }

    @Override
    public List<Item> wanted(Cluster cluster, Host host) {
        return host.policy().files().stream().map(f -> item(cluster, host, f)).toList();
    }

    private Item item(Cluster cluster, Host host, HostPolicy.WholeFile file) {
        TreeMap<String, String> want = new TreeMap<>();
        want.put(
                "content",
                Base64.getEncoder()
                        .encodeToString(file.content().getBytes(StandardCharsets.UTF_8)));
        want.put("mode", file.mode());
        want.put("owner", file.owner());
        want.put("group", file.group());
        return new Item(
                host.name(),
                kind(),
                file.path(),
                want,
                AccessFile.why(
                        file.path(),
                        Why.policy(cluster, host, HostPolicy::files, "files", file.path())));
    }

    private static FileTarget target(Item item) {
        return new FileTarget(
                item.name(),
                Base64.getDecoder().decode(item.want("content")),
                item.want("mode"),
                item.want("owner"),
                item.want("group"),
                false);
    }

    @Override
    public String observe(Item item) {
        FileTarget file = target(item);
        return FileTarget.observe(file.path(), file.sha256())
                + "\n"
                + AccessFile.observe(file.path())
                + account("id -u " + Sh.quote(file.owner()), "no-owner", file.owner())
                + account("getent group " + Sh.quote(file.group()), "no-group", file.group())
                + "true";
    }

    private static String account(String lookup, String note, String name) {
        return name.matches("\\d+")
                ? ""
                : "if rh_have %s && ! %s >/dev/null 2>&1; then rh_n %s yes; fi\n"
                        .formatted(lookup.substring(0, lookup.indexOf(' ')), lookup, note);
    }

    @Override
    public List<Obstacle> obstacles(Item item, Observed is) {
        FileTarget file = target(item);
        if (file.isMetBy(is)) {
            return List.of();
        }
        Optional<Obstacle> inTheWay = file.obstacle(item, is);
        if (inTheWay.isPresent()) {
            return List.of(inTheWay.get());
        }
        if (!is.note("no-owner").isEmpty()) {
            return List.of(noAccount(item, "user", file.owner()));
        }
        return is.note("no-group").isEmpty()
                ? List.of()
                : List.of(noAccount(item, "group", file.group()));
    }

    private static Obstacle noAccount(Item item, String what, String name) {
        return new Obstacle(
                item.device(),
                item.id(),
                "there is no " + what + " " + name + " on the machine",
                "create it, or name another in the intent");
    }

    @Override
    public Optional<Change> diff(Item item, Observed is) {
        FileTarget file = target(item);
        if (file.isMetBy(is) || !obstacles(item, is).isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(file.change(item, is, AccessFile.risk(file.path(), is)));
    }

    @Override
    public Steps steps(Item item, Observed is) {
        return target(item).steps(is);
    }
}
