package io.railhead.configure;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;

/// Every [Resource] there is, in their order.
public record Resources(List<Resource> all) {

    public Resources {
        all =
                all.stream()
                        .sorted(
                                Comparator.comparingInt(Resource::order)
                                        .thenComparing(Resource::kind))
                        .toList();
    }

    /// Those that the class path offers.
    public static Resources installed() {
        return new Resources(
                ServiceLoader.load(Resource.class).stream()
                        .map(ServiceLoader.Provider::get)
                        .toList());
    }

    public Optional<Resource> of(String kind) {
        return all.stream().filter(r -> r.kind().equals(kind)).findFirst();
    }
}
