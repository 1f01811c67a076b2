package io.railhead.configure.resource;

import io.railhead.configure.Observed;
import io.railhead.model.intent.Host;
import io.railhead.model.intent.NetworkPolicy.Renderer;
import java.util.List;

/// Who sets interfaces up on a machine from netplan's files.
final class NetworkService {
    private NetworkService() {}

    /// The renderer that the intent wants for the rails, empty text when it leaves it.
    static String wanted(Host host) {
        return host.policy().network().renderer().map(Renderer::word).orElse("");
    }

    /// Those that run here, by their netplan names.
    static List<String> running(Observed is) {
        String services = is.host("services").strip();
        return services.isEmpty() ? List.of() : List.of(services.split("\\s+"));
    }

    /// `networkd`, `NetworkManager` or `none`: who will act on what netplan makes of the rails.
    ///
    /// @param renderer as wanted, or empty text
    static String of(String renderer, Observed is) {
        String here = is.host("network");
        return !here.equals("none") && running(is).contains(renderer) ? renderer : here;
    }

    /// Shell that waits for a service that may still be at work on netplan's files.
    static String waitFor(String has, String push) {
        return """
                for try in 1 2 3 4 5 6 7 8 9 10; do
                    { %1$s; } 2>/dev/null && exit 0
                    [ "$try" = 3 ] && { %2$s || exit 1; }
                    sleep 1
                done
                rh_fail 'the network service did not bring it within 10 s'"""
                .formatted(has, push);
    }
}
