package io.railhead.configure;

import io.railhead.model.Change;
import io.railhead.model.intent.Cluster;
import io.railhead.model.intent.Host;
import java.util.List;
import java.util.Optional;

/// A resource whose steps stop on the machine where a test asks them to: at the step and point that
/// `/tmp/hold` there names, for as long as that file is there.
record Paused(Resource resource) implements Resource {
    /// Points within a step, in their order.
    static final List<String> POINTS = List.of("recorded", "begun", "changed", "verifying");

    static Resources all() {
        return new Resources(
                Resources.installed().all().stream().<Resource>map(Paused::new).toList());
    }

    private static String at(String point) {
        return """
        if [ "$(cat /tmp/hold 2>/dev/null)" = "$rh_n %s" ]; then
            : >/tmp/held
            while [ -e /tmp/hold ]; do sleep 0.05; done
        fi
        """
                .formatted(point);
    }

    @Override
    public String kind() {
        return resource.kind();
    }

    @Override
    public int order() {
        return resource.order();
    }

    @Override
    public List<Item> wanted(Cluster cluster, Host host) {
        return resource.wanted(cluster, host);
    }

    @Override
    public String observe(Item item) {
        return resource.observe(item);
    }

    @Override
    public Item complete(Item item, List<Peer> peers) {
        return resource.complete(item, peers);
    }

    @Override
    public Optional<String> prepare(Item item, Observed is) {
        return resource.prepare(item, is);
    }

    @Override
    public Optional<Change> diff(Item item, Observed is) {
        return resource.diff(item, is);
    }

    @Override
    public List<Obstacle> obstacles(Item item, Observed is) {
        return resource.obstacles(item, is);
    }

    @Override
    public boolean guarded(Item item, Change change) {
        return resource.guarded(item, change);
    }

    @Override
    public Steps steps(Item item, Observed is) {
        Steps s = resource.steps(item, is);
        return new Steps(
                at("recorded") + "(\n" + s.record() + "\n)",
                at("begun") + "(\n" + s.apply() + "\n) || exit 1\n" + at("changed"),
                at("verifying") + "(\n" + s.verify() + "\n)",
                s.undo(),
                s.ready(),
                s.limitSeconds(),
                s.settleSeconds());
    }
}
