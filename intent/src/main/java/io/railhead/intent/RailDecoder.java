package io.railhead.intent;

import io.railhead.intent.Declared.PortDefaults;
import io.railhead.intent.Declared.RailPlan;
import io.railhead.intent.Names.Named;
import io.railhead.model.Bandwidth;
import io.railhead.model.intent.Rail;
import io.railhead.model.intent.Subnet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.regex.Pattern;

/// `rails`.
final class RailDecoder {
    /// MTU of a rail that says none: the largest every NIC and switch of the field takes, and room
    /// for the RoCE path MTU of 4096.
    static final int DEFAULT_MTU = 9000;

    /// IPv6 needs 1280 (RFC 8200, section 5).
    static final int LEAST_MTU = 1280;

    /// IPoIB in connected mode (RFC 4755).
    static final int MOST_MTU = 65_520;

    /// Bounds of a cable in metres: the longest reach that an Ethernet optic is specified for, with
    /// amplifiers on its way, is 120 km (OIF-400ZR). Less than a centimetre is no cable.
    static final double LEAST_METRES = 0.01;

    static final double MOST_METRES = 120_000;

    private static final int MOST = 1024;

    static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_.-]{0,62}");

    private final Decoding in;
    private final Filling filling;
    private final Names names;

    RailDecoder(Decoding in, Filling filling) {
        this.in = in;
        this.filling = filling;
        this.names = new Names(in, "rail", NAME, MOST);
    }

    Set<String> declared() {
        return names.declared();
    }

    List<RailPlan> rails(Optional<Field> field) {
        List<RailPlan> rails = new ArrayList<>();
        field.flatMap(f -> Section.open(in, f, "rails: with one rail a line below"))
                .ifPresent(
                        section -> {
                            for (Field key : section.all()) {
                                List<Named> named = names.of(key);
                                Section.open(in, key, key.name() + ": {subnet: 10.0.1.0/24}")
                                        .ifPresent(s -> rails.addAll(rail(s, named)));
                            }
                        });
        overlaps(rails);
        return rails;
    }

    private List<RailPlan> rail(Section section, List<Named> named) {
        Optional<Located<Template>> subnet =
                section.require("subnet", "10.0.1.0/24").flatMap(in::template);
        PortDefaults defaults = ports(in, section);
        Optional<Located<Template>> gateway = section.get("gateway").flatMap(in::template);
        Optional<Field> routesField = section.get("routes");
        List<Located<Template>> routes = routesField.map(this::routes).orElse(List.of());
        section.close();
        if (section.get("gateway").isEmpty() && !routes.isEmpty()) {
            in.problems.error(
                    routesField.orElseThrow().keyAt(),
                    "there is no gateway to reach them by",
                    "add gateway: with the router's address in the rail's subnet");
        }
        List<RailPlan> rails = new ArrayList<>();
        for (Named name : named) {
            if (subnet.isEmpty()) {
                continue;
            }
            Located<Template> template = subnet.get();
            filling.fill(template, name.railScope())
                    .flatMap(text -> subnet(text, template.at()))
                    .map(s -> rail(name, s, gateway, routes, defaults))
                    .ifPresent(
                            rail ->
                                    rails.add(
                                            new RailPlan(
                                                    rail,
                                                    template.at(),
                                                    gateway.map(Located::at),
                                                    name,
                                                    defaults)));
        }
        return rails;
    }

    private Rail rail(
            Named name,
            Subnet subnet,
            Optional<Located<Template>> gateway,
            List<Located<Template>> routes,
            PortDefaults defaults) {
        return new Rail(
                name.name(),
                subnet,
                defaults.mtu().map(Located::value).orElse(DEFAULT_MTU),
                defaults.speed().value(),
                gateway.flatMap(g -> filling.fill(g, name.railScope()))
                        .map(g -> Subnet.canonical(g).orElse(g)),
                routes.stream()
                        .flatMap(
                                r ->
                                        filling
                                                .fill(r, name.railScope())
                                                .flatMap(text -> route(text, subnet, r.at()))
                                                .stream())
                        .toList());
    }

    private List<Located<Template>> routes(Field field) {
        List<Located<Template>> routes = new ArrayList<>();
        for (Field item : in.items(field, "routes: [10.0.0.0/8]")) {
            in.template(item).ifPresent(routes::add);
        }
        return routes;
    }

    /// What is in the rail's own subnet is reached without a router.
    private Optional<Subnet> route(String text, Subnet rail, Spot at) {
        Optional<Subnet> route = subnet(text, at);
        if (route.isPresent() && route.get().isIpv6() != rail.isIpv6()) {
            in.problems.perHost(
                    at,
                    "family",
                    route.get()
                            + " is "
                            + (rail.isIpv6() ? "IPv4" : "IPv6")
                            + ", the rail's subnet "
                            + rail
                            + " is not",
                    "write subnets of the rail's own address family");
            return Optional.empty();
        }
        if (route.isPresent()
                && route.get().prefix() >= rail.prefix()
                && route.get().overlaps(rail)) {
            in.problems.perHost(
                    at,
                    "inside",
                    route.get() + " lies in the rail's own subnet " + rail,
                    "leave it out: the ports reach it without the gateway");
            return Optional.empty();
        }
        return route;
    }

    private Optional<Subnet> subnet(String text, Spot at) {
        Optional<Subnet> subnet = Subnet.parse(text);
        if (subnet.isEmpty()) {
            in.problems.perHost(
                    at,
                    "cidr",
                    "\"" + Ranges.shortened(text) + "\" is not a subnet",
                    "write address/prefix, such as 10.0.1.0/24 or fd00:1::/64");
            return subnet;
        }
        Optional<byte[]> written = Subnet.bytes(text.substring(0, text.indexOf('/')).strip());
        Optional<byte[]> network = Subnet.bytes(subnet.get().network());
        if (!written.map(Arrays::toString).equals(network.map(Arrays::toString))) {
            in.problems.perHostWarning(
                    at,
                    "hostbits",
                    Ranges.shortened(text) + " is an address inside a subnet, not the subnet",
                    "write " + subnet.get());
        }
        return subnet;
    }

    private void overlaps(List<RailPlan> rails) {
        for (int i = 0; i < rails.size(); i++) {
            RailPlan later = rails.get(i);
            for (int j = 0; j < i; j++) {
                RailPlan earlier = rails.get(j);
                if (later.rail().subnet().overlaps(earlier.rail().subnet())
                        && !in.problems.again(later.subnetAt(), "overlap")) {
                    boolean same = later.rail().subnet().equals(earlier.rail().subnet());
                    in.problems.perHost(
                            later.subnetAt(),
                            "overlap",
                            (same
                                            ? "rails "
                                                    + earlier.rail().name()
                                                    + " and "
                                                    + later.rail().name()
                                                    + " share the subnet "
                                            : "the subnet of rail "
                                                    + later.rail().name()
                                                    + ", "
                                                    + later.rail().subnet()
                                                    + ", overlaps that of "
                                                    + earlier.rail().name()
                                                    + ", ")
                                    + earlier.rail().subnet()
                                    + " (line "
                                    + earlier.subnetAt().line()
                                    + ")",
                            "give each rail a subnet of its own: two ports of one host in one"
                                    + " subnet answer for each other");
                }
            }
        }
    }

    /// The keys that a rail and a host's port on it have in common.
    static PortDefaults ports(Decoding in, Section section) {
        return new PortDefaults(
                section.get("interface").flatMap(in::template),
                Given.read(section, "rdma", in::template),
                Given.read(section, "gpu", f -> in.integerTemplate(f, 0, 1023)),
                section.get("mtu").flatMap(f -> mtu(in, f).map(m -> new Located<>(m, f.at()))),
                Given.read(section, "speed", f -> speed(in, f)),
                Given.read(section, "switch-port", in::template));
    }

    static Optional<Integer> mtu(Decoding in, Field field) {
        var mtu = in.integer(field, LEAST_MTU, MOST_MTU);
        return mtu.isPresent() ? Optional.of(mtu.getAsInt()) : Optional.empty();
    }

    static Optional<Bandwidth> speed(Decoding in, Field field) {
        return in.quantity(
                field, Units::speed, "a line rate with its unit, such as 40G or 400 Gb/s");
    }

    static Optional<Double> metres(Decoding in, Field field) {
        return in.quantity(
                        field,
                        text -> {
                            OptionalDouble metres = Units.metres(text);
                            return metres.isPresent()
                                    ? Optional.of(metres.getAsDouble())
                                    : Optional.empty();
                        },
                        "a length with its unit, such as 2m or 50cm")
                .filter(
                        metres ->
                                within(
                                        in,
                                        field,
                                        metres >= LEAST_METRES && metres <= MOST_METRES,
                                        "no length of a cable",
                                        "from 1cm to 120km, the farthest that optics of Ethernet"
                                                + " reach by OIF-400ZR"));
    }

    /// Tells of a quantity that is well written and yet none that there is.
    static boolean within(Decoding in, Field field, boolean holds, String isNone, String wanted) {
        if (!holds) {
            in.problems.error(
                    field.at(),
                    Ranges.shortened(YamlText.text(field.value())) + " is " + isNone,
                    "write one " + wanted);
        }
        return holds;
    }
}
