package io.railhead.intent;

import io.railhead.intent.Names.Named;
import io.railhead.model.Bandwidth;
import io.railhead.model.intent.Cable;
import io.railhead.model.intent.Gpus;
import io.railhead.model.intent.Rail;
import io.railhead.model.intent.SwitchPort;
import io.railhead.model.intent.SwitchSystem;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;

/// What the file declares, decoded but not yet filled in for each host.
final class Declared {
    private Declared() {}

    /// What a rail says about the ports on it; a host may override.
    record PortDefaults(
            Optional<Located<Template>> interfaceName,
            Given<Located<Template>> rdma,
            Given<Located<Template>> gpu,
            Optional<Located<Integer>> mtu,
            Given<Bandwidth> speed,
            Given<Located<Template>> switchPort) {}

    /// @param gatewayAt where its router is written
    record RailPlan(
            Rail rail, Spot subnetAt, Optional<Spot> gatewayAt, Named named, PortDefaults ports) {}

    /// A host's entry for a rail.
    record PortPlan(
            Named rail, Spot at, Optional<Located<Template>> address, PortDefaults overrides) {}

    record HostPlan(
            Field key,
            List<Named> names,
            Optional<Located<Template>> address,
            Logins.Patch login,
            Optional<Logins.BmcDeclared> bmc,
            Map<String, PortPlan> ports,
            Optional<Gpus> gpus,
            Policies.Patch policy,
            Optional<Located<Template>> hypervisor) {}

    record SwitchPlan(
            Named named,
            Spot at,
            Optional<SwitchSystem> system,
            Optional<String> model,
            Optional<Located<Template>> address,
            Logins.Patch login,
            List<SwitchPort> ports) {}

    record LinkPlan(
            Located<String> a,
            Located<String> b,
            Optional<Cable> cable,
            Optional<Located<Bandwidth>> speed,
            Optional<Located<Integer>> mtu) {}

    record JobPlan(
            String name,
            Spot at,
            Optional<Located<List<String>>> hosts,
            Optional<Located<Integer>> gpusPerHost,
            String command,
            SequencedMap<String, String> environment) {}
}
