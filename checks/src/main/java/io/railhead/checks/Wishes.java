package io.railhead.checks;

import io.railhead.model.fact.AppliedResource;
import io.railhead.model.intent.Cluster;
import io.railhead.model.intent.Host;
import java.util.List;
import java.util.Optional;

/// Whether something that was applied and has changed since is what the intent asks for by now.
/// Who knows how to make things knows that; checks do not.
@FunctionalInterface
public interface Wishes {
    /// For evidence alone: whatever has changed since it was applied is not as wanted.
    Wishes UNKNOWN = (cluster, host, applied) -> Wish.UNMET;

    enum Wish {
        /// It is as the intent asks.
        MET,
        UNMET,
        /// The intent does not ask for it any more.
        NOT_ASKED
    }

    /// Something that a host is asked for and is not so.
    ///
    /// @param resource `kind:name`, or with a key behind it
    /// @param why what is in the way; empty when a plan would change it
    /// @param remedy what a person can do about it; empty when a plan would change it
    /// @param caution what has to be known before a plan is followed; empty for most
    record Unmet(String host, String resource, String why, String remedy, String caution) {

        public Unmet(String host, String resource, String why, String remedy) {
            this(host, resource, why, remedy, "");
        }

        public boolean cannotBeHad() {
            return !why.isEmpty();
        }

        public String kind() {
            int colon = resource.indexOf(':');
            return colon < 0 ? resource : resource.substring(0, colon);
        }

        public String name() {
            return resource.substring(resource.indexOf(':') + 1);
        }
    }

    /// All that a plan would change now or cannot have; empty when nobody has looked, as for
    /// evidence of another day.
    default Optional<List<Unmet>> unmet() {
        return Optional.empty();
    }

    /// Why nobody could look at a host for that, when others were looked at.
    default Optional<String> notLooked(String host) {
        return Optional.empty();
    }

    /// Why a resource of a host cannot be had, when that is so.
    default Optional<Unmet> cannotBeHad(String host, String resource) {
        return unmet().stream()
                .flatMap(List::stream)
                .filter(u -> u.host().equals(host) && u.resource().equals(resource))
                .filter(Unmet::cannotBeHad)
                .findFirst();
    }

    Wish of(Cluster cluster, Host host, AppliedResource applied);
}
