package io.railhead.intent;

import io.railhead.intent.Declared.HostPlan;
import io.railhead.intent.Declared.PortDefaults;
import io.railhead.intent.Declared.PortPlan;
import io.railhead.intent.Declared.RailPlan;
import io.railhead.intent.Declared.SwitchPlan;
import io.railhead.intent.Names.Named;
import io.railhead.model.intent.Bmc;
import io.railhead.model.intent.Host;
import io.railhead.model.intent.HostPolicy;
import io.railhead.model.intent.Login;
import io.railhead.model.intent.Rail;
import io.railhead.model.intent.RailPort;
import io.railhead.model.intent.RdmaPort;
import io.railhead.model.intent.Switch;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.regex.Pattern;

/// Declarations to hosts: ranges, templates, defaults and overrides resolved, every address
/// claimed.
final class Resolver {
    /// Linux takes 15 bytes (IFNAMSIZ), no blank and no slash.
    static final Pattern INTERFACE = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_.:@-]{0,14}");

    private static final Pattern RDMA = Pattern.compile("[A-Za-z0-9_.-]{1,63}(/[1-9][0-9]?)?");
    private static final long MOST_PORTS = 1_000_000;

    private final Filling filling;
    private final Problems problems;
    private final Addresses addresses;
    private final Map<RailPort, Spot> mtuSpots = new IdentityHashMap<>();
    private final Map<RailPort, Spot> switchSpots = new IdentityHashMap<>();
    private final Set<String> incomplete = new HashSet<>();
    private final Map<String, Template.Scope> railScopes = new HashMap<>();
    private long ports;

    Resolver(Filling filling) {
        this.filling = filling;
        this.problems = filling.problems;
        this.addresses = new Addresses(problems);
    }

    /// Where the MTU of a port is written, for the checks across hosts.
    Spot mtuSpot(RailPort port) {
        return mtuSpots.getOrDefault(port, new Spot(0, 0, ""));
    }

    /// Where a port says which switch port it is cabled to.
    Spot switchSpot(RailPort port) {
        return switchSpots.getOrDefault(port, new Spot(0, 0, ""));
    }

    /// Hosts with a port that could not be resolved.
    Set<String> incomplete() {
        return incomplete;
    }

    List<Host> hosts(List<HostPlan> plans, List<RailPlan> rails, Login login, HostPolicy policy) {
        List<Host> hosts = new ArrayList<>();
        rails.forEach(rail -> railScopes.put(rail.rail().name(), rail.named().railScope()));
        for (HostPlan plan : plans) {
            HostPolicy own = plan.policy().apply(policy, login);
            for (Named named : plan.names()) {
                hosts.add(host(plan, named, rails, login, own));
            }
        }
        return hosts;
    }

    /// Claims the addresses of the rails' routers, so that no host may have them.
    void gateways(List<RailPlan> rails) {
        for (RailPlan plan : rails) {
            Rail rail = plan.rail();
            rail.gateway()
                    .ifPresent(
                            g ->
                                    addresses.rail(
                                            g,
                                            "the gateway",
                                            rail.name(),
                                            rail.subnet(),
                                            plan.gatewayAt().orElse(plan.subnetAt())));
        }
    }

    private Template.Scope railScope(RailPlan rail) {
        return railScopes.getOrDefault(rail.rail().name(), Template.Scope.EMPTY);
    }

    private Host host(
            HostPlan plan, Named named, List<RailPlan> rails, Login inherited, HostPolicy policy) {
        String name = named.name();
        Template.Scope scope = named.scope();
        Login login = plan.login().apply(inherited, filling, scope);
        Optional<String> address =
                filled(
                        plan.address(),
                        scope,
                        (text, at) -> addresses.management(text, name, name, login, at));
        Optional<Bmc> bmc =
                plan.bmc()
                        .flatMap(
                                b ->
                                        filled(
                                                        Optional.of(b.address()),
                                                        scope,
                                                        (text, at) -> addresses.bmc(text, name, at))
                                                .map(a -> new Bmc(a, b.user(), b.password())));
        List<RailPort> own = new ArrayList<>();
        for (RailPlan rail : rails) {
            PortPlan port = plan.ports().get(rail.rail().name());
            if (port != null) {
                if (++ports > MOST_PORTS) {
                    throw new Decoding.TooLarge();
                }
                port(plan, named, rail, port, railScope(rail).within(scope)).ifPresent(own::add);
            }
        }
        twice(plan, name, own);
        return new Host(
                name,
                address.orElse(name),
                login,
                bmc,
                own,
                plan.gpus(),
                policy,
                plan.hypervisor().flatMap(t -> filling.fill(t, scope)),
                plan.key().keyAt().line());
    }

    /// Fills an address in and claims it.
    private Optional<String> filled(
            Optional<Located<Template>> template,
            Template.Scope scope,
            BiFunction<String, Spot, Optional<String>> claim) {
        return template.flatMap(
                t -> filling.fill(t, scope).flatMap(text -> claim.apply(text, t.at())));
    }

    private Optional<RailPort> port(
            HostPlan plan, Named host, RailPlan rail, PortPlan port, Template.Scope scope) {
        PortDefaults own = port.overrides();
        PortDefaults inherited = rail.ports();
        String railName = rail.rail().name();
        Optional<String> address =
                filled(
                        port.address(),
                        scope,
                        (text, at) ->
                                addresses.rail(
                                        text, host.name(), railName, rail.rail().subnet(), at));
        Optional<String> interfaceName = interfaceName(own, inherited, port, railName, scope);
        Optional<RdmaPort> rdma =
                own.rdma().over(inherited.rdma()).value().flatMap(t -> rdma(t, scope));
        OptionalInt gpu =
                own.gpu()
                        .over(inherited.gpu())
                        .value()
                        .flatMap(t -> gpu(plan, host.name(), t, scope))
                        .map(OptionalInt::of)
                        .orElse(OptionalInt.empty());
        Given<Located<Template>> cabled = own.switchPort().over(inherited.switchPort());
        Optional<String> switchPort = cabled.value().flatMap(t -> filling.fill(t, scope));
        int mtu = own.mtu().map(Located::value).orElse(rail.rail().mtu());
        if (interfaceName.isEmpty()) {
            incomplete.add(host.name());
            return Optional.empty();
        }
        RailPort resolved =
                new RailPort(
                        railName,
                        interfaceName.get(),
                        address.orElse(rail.rail().subnet().network()),
                        rail.rail().subnet(),
                        mtu,
                        own.speed().over(inherited.speed()).value(),
                        rdma,
                        gpu,
                        switchPort);
        mtuSpots.put(resolved, own.mtu().or(inherited::mtu).map(Located::at).orElse(port.at()));
        cabled.value().ifPresent(t -> switchSpots.put(resolved, t.at()));
        return Optional.of(resolved);
    }

    private Optional<String> interfaceName(
            PortDefaults own,
            PortDefaults inherited,
            PortPlan port,
            String rail,
            Template.Scope scope) {
        Optional<Located<Template>> template = own.interfaceName().or(inherited::interfaceName);
        if (template.isEmpty()) {
            problems.perHost(
                    port.at(),
                    "interface",
                    "no interface is named for " + rail,
                    "add interface: to the rail, or to this port: {address: …, interface: ens6}");
            return Optional.empty();
        }
        Optional<String> name = filling.fill(template.get(), scope);
        if (name.isPresent() && !INTERFACE.matcher(name.get()).matches()) {
            problems.perHost(
                    template.get().at(),
                    "form",
                    "\"" + Ranges.shortened(name.get()) + "\" cannot name a network interface",
                    "write the name that ip link shows, 15 characters at most");
        }
        return name;
    }

    private Optional<RdmaPort> rdma(Located<Template> template, Template.Scope scope) {
        Optional<String> text = filling.fill(template, scope);
        if (text.isEmpty()) {
            return Optional.empty();
        }
        if (!RDMA.matcher(text.get()).matches()) {
            problems.perHost(
                    template.at(),
                    "form",
                    "\"" + Ranges.shortened(text.get()) + "\" is not an RDMA device and port",
                    "write device/port with the port counted from 1, such as mlx5_0/1");
            return Optional.empty();
        }
        int slash = text.get().indexOf('/');
        return Optional.of(
                slash < 0
                        ? new RdmaPort(text.get(), 1)
                        : new RdmaPort(
                                text.get().substring(0, slash),
                                Integer.parseInt(text.get().substring(slash + 1))));
    }

    private Optional<Integer> gpu(
            HostPlan plan, String host, Located<Template> template, Template.Scope scope) {
        Optional<Integer> gpu = filling.number(template, scope, 0, 1023);
        if (gpu.isPresent() && plan.gpus().isPresent() && gpu.get() >= plan.gpus().get().count()) {
            int count = plan.gpus().get().count();
            problems.perHost(
                    template.at(),
                    "dangling",
                    "there is no GPU " + gpu.get() + " in " + host + ", which has " + count,
                    "write an index from 0 to " + (count - 1) + ", or correct gpus: count");
        }
        return gpu;
    }

    /// One interface or RDMA port serves one rail.
    private void twice(HostPlan plan, String host, List<RailPort> own) {
        Map<String, RailPort> seen = new HashMap<>();
        for (RailPort port : own) {
            PortPlan written = plan.ports().get(port.rail());
            Spot at = written == null ? plan.key().keyAt() : written.at();
            twice(seen, "interface " + port.interfaceName(), port, host, at);
            port.rdma().ifPresent(r -> twice(seen, "RDMA port " + r, port, host, at));
        }
    }

    private void twice(
            Map<String, RailPort> seen, String what, RailPort port, String host, Spot at) {
        RailPort first = seen.putIfAbsent(what, port);
        if (first != null) {
            problems.perHost(
                    at,
                    what.substring(0, 3),
                    what + " of " + host + " serves both " + first.rail() + " and " + port.rail(),
                    "give each rail a port of its own");
        }
    }

    List<Switch> switches(List<SwitchPlan> plans, Login inherited) {
        List<Switch> switches = new ArrayList<>();
        for (SwitchPlan plan : plans) {
            String name = plan.named().name();
            Template.Scope scope = plan.named().scope();
            Login login = plan.login().apply(inherited, filling, scope);
            Optional<String> address =
                    filled(
                            plan.address(),
                            scope,
                            (text, at) ->
                                    addresses.management(text, name, "switch " + name, login, at));
            plan.system()
                    .ifPresent(
                            system ->
                                    switches.add(
                                            new Switch(
                                                    name,
                                                    system,
                                                    plan.model(),
                                                    address.orElse(name),
                                                    login,
                                                    plan.ports())));
        }
        return switches;
    }
}
