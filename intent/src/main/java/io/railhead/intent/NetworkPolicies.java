package io.railhead.intent;

import io.railhead.model.intent.NetworkPolicy;
import io.railhead.model.intent.NetworkPolicy.Renderer;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// `renderer`, `cloud-init-network`, `links-down` and `rail-arp` of a policy.
final class NetworkPolicies {
    private NetworkPolicies() {}

    /// What one policy changes of the one it inherits.
    ///
    /// @param cloudInitNetwork whether cloud-init may write the network
    record Patch(
            Given<Renderer> renderer,
            Optional<Boolean> cloudInitNetwork,
            Given<List<Located<String>>> linksDown,
            Optional<Boolean> railArp) {

        static final Patch NONE =
                new Patch(Given.not(), Optional.empty(), Given.not(), Optional.empty());

        NetworkPolicy apply(NetworkPolicy base) {
            return new NetworkPolicy(
                    renderer.over(base.renderer()),
                    cloudInitNetwork.map(allowed -> !allowed).orElse(base.keepCloudInitOff()),
                    linksDown.stated()
                            ? linksDown.value().orElse(List.of()).stream()
                                    .map(Located::value)
                                    .toList()
                            : base.linksDown(),
                    railArp.orElse(base.railArp()));
        }
    }

    static Patch read(Decoding in, Section section) {
        return new Patch(
                Given.read(section, "renderer", f -> renderer(in, f)),
                section.get("cloud-init-network").flatMap(in::bool),
                Given.read(
                        section,
                        "links-down",
                        f ->
                                Entries.words(
                                        in,
                                        f,
                                        "a list of interfaces, [enp1s0f1np1]",
                                        (item, word) -> isInterface(in, item, word))),
                section.get("rail-arp").flatMap(in::bool));
    }

    private static Optional<Renderer> renderer(Decoding in, Field field) {
        List<String> words = Arrays.stream(Renderer.values()).map(Renderer::word).toList();
        return in.choice(field, words, "renderers")
                .map(word -> Renderer.values()[words.indexOf(word)]);
    }

    private static boolean isInterface(Decoding in, Field field, String name) {
        if (name.equals("lo")) {
            in.problems.error(
                    field.at(),
                    "lo is the loopback interface and has to be up",
                    "take it out of links-down");
            return false;
        }
        boolean fits = Resolver.INTERFACE.matcher(name).matches();
        if (!fits) {
            in.problems.error(
                    field.at(),
                    "\"" + Ranges.shortened(name) + "\" cannot name a network interface",
                    "write the name that ip link shows, 15 characters at most");
        }
        return fits;
    }
}
