package io.railhead.cli.changes;

import io.railhead.configure.Obstacle;
import io.railhead.configure.Plan;
import io.railhead.configure.Resource;
import io.railhead.configure.Resources;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// What a plan would do by means that were never seen at work on what they are for. Whoever is
/// about to say yes has to know it.
public final class Untried {
    private static final String SWITCHES =
            "was never tried on a real switch: its tests run against emulated ones, whose words are"
                    + " those of the makers' documentation";

    private Untried() {}

    /// One sentence a kind of resource, in the order of the plan; obstacles count, since their
    /// remedies are as untried.
    public static List<String> of(Plan plan) {
        return Stream.concat(
                        plan.changes().stream().map(c -> c.change().resource()),
                        plan.obstacles().stream().map(Obstacle::resource))
                .map(r -> r.replaceFirst(":.*", ""))
                .distinct()
                .flatMap(kind -> of(kind).stream())
                .toList();
    }

    /// @param kind of a resource, such as `nic-qos`
    public static Optional<String> of(String kind) {
        Optional<String> why =
                kind.equals("switch-lossless")
                        ? Optional.of(SWITCHES)
                        : Resources.installed().of(kind).flatMap(Resource::untried);
        return why.map(w -> kind + " " + w);
    }
}
