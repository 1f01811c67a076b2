package io.railhead.configure.resource;

import io.railhead.configure.Item;
import io.railhead.configure.Observed;
import io.railhead.configure.Obstacle;
import io.railhead.configure.Sh;
import java.util.Optional;

/// A file is changed by putting a new one in its place, so it must have one name and no mount of
/// its own. The notes are those of `rh_see_replaceable`.
final class Replaceable {
    private Replaceable() {}

    static Optional<Obstacle> obstacle(Item item, String path, Observed is) {
        String names = is.note("names");
        if (!names.isEmpty() && !names.equals("1")) {
            return Optional.of(
                    new Obstacle(
                            item.device(),
                            item.id(),
                            path
                                    + " has "
                                    + names
                                    + " names (hard links); a new file would have one",
                            "find -samefile " + Sh.quote(path) + " lists them; leave one"));
        }
        if (is.note("mounted").equals("yes")) {
            return Optional.of(
                    new Obstacle(
                            item.device(),
                            item.id(),
                            path
                                    + " is mounted by itself, as a container's files are: it cannot"
                                    + " be replaced",
                            "change it where it is mounted from"));
        }
        return Optional.empty();
    }
}
