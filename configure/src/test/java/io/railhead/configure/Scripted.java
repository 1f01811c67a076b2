package io.railhead.configure;

import io.railhead.model.Change;
import io.railhead.model.Risk;
import io.railhead.model.intent.Cluster;
import io.railhead.model.intent.Host;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/// Something a test wants done on a machine that the intent has no words for: a script that makes
/// it and one that takes it back, told apart by a file that is there or not.
///
/// @param name what it is called
/// @param risk of making it; it is guarded when it may disconnect
/// @param mark file that is there once it is made
/// @param settles whether another service brings the mark about, which may take its time
record Scripted(
        String name,
        Risk risk,
        String mark,
        String apply,
        String undo,
        String ready,
        boolean settles)
        implements Resource {

    Scripted(String name, Risk risk, String mark, String apply, String undo, String ready) {
        this(name, risk, mark, apply, undo, ready, false);
    }

    @Override
    public String kind() {
        return "scripted";
    }

    @Override
    public int order() {
        return 60;
    }

    @Override
    public List<Item> wanted(Cluster cluster, Host host) {
        return List.of(new Item(host.name(), kind(), name, new TreeMap<>(), "a test"));
    }

    @Override
    public String observe(Item item) {
        return "if [ -e %1$s ]; then rh_o mark present; else rh_o mark absent; fi"
                .formatted(Sh.quote(mark));
    }

    @Override
    public Optional<Change> diff(Item item, Observed is) {
        if (is.state("mark").equals("present")) {
            return Optional.empty();
        }
        return Optional.of(
                new Change(
                        item.device(),
                        item.id(),
                        "",
                        name + "\n",
                        risk,
                        item.why(),
                        Set.of(),
                        List.of("take back " + name)));
    }

    @Override
    public Steps steps(Item item, Observed is) {
        String file = Sh.quote(mark);
        Steps steps =
                new Steps(
                                "rh_put \"$S/mark.was\" absent",
                                "{ " + apply + "\n}" + (settles ? "" : " && : >" + file),
                                "[ -e " + file + " ] || rh_fail " + Sh.quote("no " + mark),
                                "{ " + undo + "\n}" + (settles ? "" : " && rm -f " + file))
                        .withReady(ready);
        return settles ? steps.settling() : steps;
    }
}
