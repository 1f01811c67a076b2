package io.railhead.configure.resource;

import com.google.auto.service.AutoService;
import io.railhead.configure.Item;
import io.railhead.configure.Observed;
import io.railhead.configure.Resource;
import io.railhead.configure.Sh;
import io.railhead.configure.Steps;
import io.railhead.model.Change;
import io.railhead.model.Risk;
import io.railhead.model.intent.Cluster;
import io.railhead.model.intent.Host;
import io.railhead.model.intent.HostPolicy;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// Netplan's files are for root alone: they may hold keys of Wi-Fi and tunnels, and netplan from
/// version 0.107 on warns of each that others can read, every time it runs. Their content is not
/// touched. Symbolic links are left alone.
@AutoService(Resource.class)
public final class NetplanMode implements Resource {
    private static final String DIRECTORY = "/etc/netplan";

    @Override
    public String kind() {
        return "netplan-mode";
    }

    @Override
    public int order() {
        return 45;
    }

    @Override
    public List<Item> wanted(Cluster cluster, Host host) {
        if (!host.policy().netplan() || host.rails().isEmpty()) {
            return List.of();
        }
        return List.of(
                new Item(
                        host.name(),
                        kind(),
                        DIRECTORY,
                        new TreeMap<>(),
                        Why.policy(
                                cluster,
                                host,
                                HostPolicy::netplan,
                                "netplan",
                                "true (the default): netplan warns of files that others can"
                                        + " read")));
    }

    @Override
    public String observe(Item item) {
        return """
                for f in %s/*.yaml; do
                    [ -f "$f" ] && [ ! -L "$f" ] && [ "$f" != %s ] || continue
                    m=$(stat -c %%a "$f")
                    case $m in 0 | ?00 | ??00) ;; *) rh_o "mode:$f" "$m" ;; esac
                done
                true"""
                .formatted(DIRECTORY, Netplan.PATH);
    }

    private static List<String> open(Observed is) {
        return is.state().keySet().stream()
                .filter(k -> k.startsWith("mode:"))
                .map(k -> k.substring("mode:".length()))
                .toList();
    }

    /// What is left when group and others may nothing.
    private static String closed(String mode) {
        return mode.substring(0, Math.max(0, mode.length() - 2)) + "00";
    }

    @Override
    public Optional<Change> diff(Item item, Observed is) {
        List<String> open = open(is);
        if (open.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(
                new Change(
                        item.device(),
                        item.id(),
                        open.stream()
                                .map(f -> f + " mode " + is.state("mode:" + f) + "\n")
                                .collect(Collectors.joining()),
                        open.stream()
                                .map(f -> f + " mode " + closed(is.state("mode:" + f)) + "\n")
                                .collect(Collectors.joining()),
                        Risk.NONE,
                        item.why(),
                        Set.of(),
                        List.of("give each file its former mode again")));
    }

    @Override
    public Steps steps(Item item, Observed is) {
        StringBuilder keep = new StringBuilder();
        StringBuilder close = new StringBuilder();
        StringBuilder check = new StringBuilder();
        StringBuilder back = new StringBuilder();
        for (String f : open(is)) {
            String path = Sh.quote(f);
            String mode = Sh.quote(is.state("mode:" + f));
            String closed = closed(is.state("mode:" + f));
            keep.append(mode).append(' ').append(path).append('\n');
            close.append("chmod ").append(closed).append(' ').append(path).append(" || exit 1\n");
            check.append("[ \"$(stat -c %a ")
                    .append(path)
                    .append(")\" = ")
                    .append(closed)
                    .append(" ] || rh_fail ")
                    .append(Sh.quote(f + " is still open to others"))
                    .append(" || exit 1\n");
            back.append("[ ! -e ").append(path).append(" ] || chmod ");
            back.append(mode).append(' ').append(path).append(" || exit 1\n");
        }
        return new Steps(
                Sh.feed("cat >\"$S/modes.was\"", keep.toString()),
                close + "true",
                check + "true",
                back + "true");
    }
}
