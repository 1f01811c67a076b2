package io.railhead.intent;

import io.railhead.intent.HostFolding.Group;
import io.railhead.model.intent.Cluster;
import io.railhead.model.intent.Host;
import io.railhead.model.intent.HostPolicy;
import io.railhead.model.intent.Job;
import io.railhead.model.intent.Link;
import io.railhead.model.intent.Login;
import io.railhead.model.intent.Rail;
import io.railhead.model.intent.RailPort;
import io.railhead.model.intent.SecretRef;
import io.railhead.model.intent.Subnet;
import io.railhead.model.intent.Switch;
import io.railhead.model.intent.SwitchPort;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Writes a cluster as `cluster.yaml`: what hosts have in common stands with their rail, equal
/// hosts fold into ranges with templates, and reading the text gives the same cluster back.
public final class ClusterWriter {
    private final Cluster cluster;
    private final YamlOut out;
    private final Map<String, String> notes;

    private ClusterWriter(Cluster cluster, Map<String, String> notes) {
        this.cluster = cluster;
        this.notes = notes;
        this.out = new YamlOut(notes);
    }

    /// The text of the file, without comments.
    public static String write(Cluster cluster) {
        return write(cluster, Map.of());
    }

    /// The text with comments.
    ///
    /// @param notes comments by field path, put above the field: `rails.rail0.mtu`, `hosts.gpu1`;
    ///     that of the empty path heads the file
    public static String write(Cluster cluster, Map<String, String> notes) {
        return new ClusterWriter(cluster, notes).text();
    }

    private String text() {
        Optional.ofNullable(notes.get("")).ifPresent(out::comment);
        out.putText("cluster", cluster.name());
        if (cluster.lab()) {
            out.put("lab", "true");
        }
        login(
                "login",
                cluster.login(),
                Login.DEFAULT,
                cluster.login().networkNamespace().map(Template::escape));
        rails();
        out.blankLine();
        out.open("hosts");
        HostFolding.fold(cluster.hosts(), notes).forEach(this::host);
        out.close();
        section(cluster.switches(), "switches", this::oneSwitch);
        links();
        cluster.lossless().ifPresent(new LosslessWriter(out)::write);
        if (!cluster.policy().equals(HostPolicy.DEFAULT)) {
            out.blankLine();
            new PolicyWriter(out, cluster.login())
                    .write("host-policy", cluster.policy(), HostPolicy.DEFAULT);
        }
        section(cluster.jobs(), "jobs", this::job);
        return out.text();
    }

    private <T> void section(List<T> all, String key, Consumer<T> each) {
        if (!all.isEmpty()) {
            out.blankLine();
            out.open(key);
            all.forEach(each);
            out.close();
        }
    }

    private void rails() {
        section(
                cluster.rails(),
                "rails",
                rail -> {
                    Shared shared = shared(rail);
                    out.open(rail.name());
                    out.putText("subnet", rail.subnet().toString());
                    shared.interfaceName.ifPresent(
                            i -> out.putText("interface", Template.escape(i)));
                    shared.rdma.ifPresent(r -> out.putText("rdma", Template.escape(r)));
                    shared.gpu.ifPresent(g -> out.put("gpu", g.toString()));
                    out.put("mtu", Integer.toString(rail.mtu()));
                    rail.speed().ifPresent(s -> out.put("speed", Units.speed(s)));
                    rail.gateway().ifPresent(g -> out.putText("gateway", g));
                    if (!rail.routes().isEmpty()) {
                        out.put(
                                "routes",
                                YamlOut.list(
                                        rail.routes().stream().map(Subnet::toString).toList()));
                    }
                    out.close();
                });
    }

    /// What stands with the rail because most of its ports have it.
    private record Shared(
            Optional<String> interfaceName, Optional<String> rdma, Optional<Integer> gpu) {}

    private final Map<String, Shared> sharedByRail = new LinkedHashMap<>();

    private Shared shared(Rail rail) {
        return sharedByRail.computeIfAbsent(
                rail.name(),
                name -> {
                    List<RailPort> ports =
                            cluster.hosts().stream().flatMap(h -> h.rail(name).stream()).toList();
                    return new Shared(
                            most(ports, p -> Optional.of(p.interfaceName())),
                            most(ports, p -> p.rdma().map(Object::toString)),
                            most(ports, ClusterWriter::gpu));
                });
    }

    private static Optional<Integer> gpu(RailPort port) {
        return port.gpu().isPresent() ? Optional.of(port.gpu().getAsInt()) : Optional.empty();
    }

    private static <T> Optional<T> most(List<RailPort> ports, Function<RailPort, Optional<T>> of) {
        Map<Optional<T>, Long> counts =
                ports.stream()
                        .collect(
                                Collectors.groupingBy(
                                        of, LinkedHashMap::new, Collectors.counting()));
        return counts.entrySet().stream()
                .filter(e -> 2 * e.getValue() > ports.size())
                .findFirst()
                .flatMap(Map.Entry::getKey);
    }

    private void host(Group group) {
        Host host = group.first();
        Map<String, String> texts = group.texts();
        out.open(group.key(), HostFolding.note(host, notes));
        out.putText("address", texts.getOrDefault("address", ""));
        login(
                "login",
                host.login(),
                cluster.login(),
                Optional.ofNullable(texts.get("network-namespace")));
        Optional.ofNullable(texts.get("hypervisor")).ifPresent(h -> out.putText("hypervisor", h));
        host.bmc()
                .ifPresent(
                        bmc -> {
                            out.open("bmc");
                            out.putText("address", texts.getOrDefault("bmc", ""));
                            bmc.user().ifPresent(u -> out.putText("user", u));
                            bmc.password().ifPresent(p -> out.put("password", secret(p)));
                            out.close();
                        });
        if (!host.rails().isEmpty()) {
            out.open("rails");
            host.rails().forEach(port -> port(port, texts));
            out.close();
        }
        host.gpus()
                .ifPresent(
                        gpus ->
                                out.put(
                                        "gpus",
                                        "{count: "
                                                + gpus.count()
                                                + gpus.model()
                                                        .map(m -> ", model: " + YamlOut.inFlow(m))
                                                        .orElse("")
                                                + "}"));
        new PolicyWriter(out, cluster.login()).write("policy", host.policy(), cluster.policy());
        out.close();
    }

    private void port(RailPort port, Map<String, String> texts) {
        Rail rail = cluster.rail(port.rail()).orElseThrow();
        Shared shared = shared(rail);
        String at = port.rail() + "/";
        String address = texts.getOrDefault(at + "address", "");
        Map<String, String> rest = new LinkedHashMap<>();
        // What stands here is a template for several hosts: the first may have what the rail has
        // and the others not.
        String link = texts.getOrDefault(at + "interface", "");
        if (!Optional.of(link).equals(shared.interfaceName.map(Template::escape))) {
            rest.put("interface", YamlOut.quoted(link));
        }
        Optional<String> rdma = Optional.ofNullable(texts.get(at + "rdma"));
        if (!rdma.equals(shared.rdma.map(Template::escape))) {
            rest.put("rdma", text(texts.get(at + "rdma")));
        }
        if (!gpu(port).equals(shared.gpu)) {
            rest.put("gpu", gpu(port).map(Object::toString).orElse("null"));
        }
        if (port.mtu() != rail.mtu()) {
            rest.put("mtu", Integer.toString(port.mtu()));
        }
        if (!port.speed().equals(rail.speed())) {
            rest.put("speed", port.speed().map(Units::speed).orElse("null"));
        }
        if (port.switchPort().isPresent()) {
            rest.put("switch-port", text(texts.get(at + "switch-port")));
        }
        if (rest.isEmpty()) {
            out.putText(port.rail(), address);
        } else {
            out.open(port.rail());
            out.putText("address", address);
            rest.forEach(out::put);
            out.close();
        }
    }

    private static String text(@Nullable String text) {
        return text == null ? "null" : YamlOut.quoted(text);
    }

    private void login(String key, Login login, Login base, Optional<String> namespace) {
        Map<String, String> changed = new LinkedHashMap<>();
        override(
                changed,
                "user",
                login.user().map(Template::escape),
                base.user().map(Template::escape));
        if (login.port() != base.port()) {
            changed.put("port", Integer.toString(login.port()));
        }
        override(changed, "key", path(login.identity()), path(base.identity()));
        override(changed, "jump", login.jump(), base.jump());
        override(changed, "known-hosts", path(login.knownHosts()), path(base.knownHosts()));
        if (!login.networkNamespace().equals(base.networkNamespace())) {
            changed.put("network-namespace", namespace.map(YamlOut::quoted).orElse("null"));
        }
        if (login.sudo() != base.sudo()) {
            changed.put("sudo", Boolean.toString(login.sudo()));
        }
        if (!changed.isEmpty()) {
            out.open(key);
            changed.forEach(out::put);
            out.close();
        }
    }

    private static void override(
            Map<String, String> changed,
            String key,
            Optional<String> value,
            Optional<String> base) {
        if (!value.equals(base)) {
            changed.put(key, value.map(YamlOut::quoted).orElse("null"));
        }
    }

    private Optional<String> path(Optional<String> path) {
        return path.map(p -> Template.escape(Filling.relativeTo(cluster.file(), p)));
    }

    private String secret(SecretRef secret) {
        return switch (secret) {
            case SecretRef.FromAgent() -> "agent";
            case SecretRef.FromEnvironment(String variable) ->
                    "{env: " + YamlOut.inFlow(variable) + "}";
            case SecretRef.FromFile(String path) ->
                    "{file: " + YamlOut.inFlow(Filling.relativeTo(cluster.file(), path)) + "}";
        };
    }

    private void oneSwitch(Switch one) {
        out.open(one.name());
        out.put("system", one.system().word());
        one.model().ifPresent(m -> out.putText("model", m));
        out.putText("address", Template.escape(one.address()));
        login(
                "login",
                one.login(),
                cluster.login(),
                one.login().networkNamespace().map(Template::escape));
        if (!one.ports().isEmpty()) {
            out.open("ports");
            int at = 0;
            while (at < one.ports().size()) {
                SwitchPort first = one.ports().get(at);
                int end = at;
                List<String> names = new ArrayList<>();
                while (end < one.ports().size()
                        && one.ports().get(end).mtu().equals(first.mtu())
                        && one.ports().get(end).speed().equals(first.speed())) {
                    names.add(one.ports().get(end++).name());
                }
                out.put(
                        HostRanges.fold(names),
                        portFacts(first.mtu(), first.speed().map(Units::speed)));
                at = end;
            }
            out.close();
        }
        out.close();
    }

    private static String portFacts(OptionalInt mtu, Optional<String> speed) {
        List<String> facts = new ArrayList<>();
        mtu.ifPresent(m -> facts.add("mtu: " + m));
        speed.ifPresent(s -> facts.add("speed: " + s));
        return "{" + String.join(", ", facts) + "}";
    }

    private void links() {
        if (cluster.links().isEmpty()) {
            return;
        }
        out.blankLine();
        out.open("links");
        for (Link link : cluster.links()) {
            out.openItem();
            out.put(
                    "between",
                    "["
                            + YamlOut.inFlow(link.a().toString())
                            + ", "
                            + YamlOut.inFlow(link.b().toString())
                            + "]");
            link.cable()
                    .ifPresent(
                            c ->
                                    out.put(
                                            "cable",
                                            "{type: "
                                                    + c.kind().word()
                                                    + ", length: "
                                                    + Units.metres(c.metres())
                                                    + "}"));
            link.speed().ifPresent(s -> out.put("speed", Units.speed(s)));
            link.mtu().ifPresent(m -> out.put("mtu", Integer.toString(m)));
            out.close();
        }
        out.close();
    }

    private void job(Job job) {
        out.open(job.name());
        out.putText("hosts", HostRanges.fold(job.hosts()));
        out.put("gpus-per-host", Integer.toString(job.gpusPerHost()));
        out.putText("command", job.command());
        if (!job.environment().isEmpty()) {
            out.open("environment");
            job.environment().forEach(out::putText);
            out.close();
        }
        out.close();
    }
}
