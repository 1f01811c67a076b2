package io.railhead.cli;

import io.railhead.configure.Machines;
import io.railhead.evidence.Parsers;
import io.railhead.intent.AnsibleInventory;
import io.railhead.intent.ClusterReader;
import io.railhead.intent.ClusterWriter;
import io.railhead.intent.Imported;
import io.railhead.intent.LiveProposal;
import io.railhead.intent.OpenMpiHostfile;
import io.railhead.intent.PolicyProposal;
import io.railhead.intent.Problem;
import io.railhead.intent.Result;
import io.railhead.intent.SinfoNodes;
import io.railhead.model.Facts;
import io.railhead.model.Probe;
import io.railhead.model.fact.Fact;
import io.railhead.model.intent.Cluster;
import io.railhead.model.intent.Host;
import io.railhead.model.intent.Login;
import io.railhead.reach.Collected;
import io.railhead.reach.NamedFile;
import io.railhead.reach.Transport;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `railhead init`: a cluster.yaml from machines, or from the lists people have of them.
@Command(
        name = "init",
        description = {
            "Writes a cluster.yaml by asking machines over SSH, or from a list of them.",
            "",
            "Machines are asked for their interfaces, addresses, RDMA ports and GPUs; subnets that"
                    + " several of them share, besides the one they are managed over, become rails."
                    + " What is guessed or differs between machines stands in comments."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footer = {
            "",
            "Example: railhead init 'gpu[01-08]' -o cluster.yaml",
            "         railhead init --from-ansible hosts.ini --ask -o cluster.yaml",
            "         railhead init 'gpu[01-08]' --adopt -o cluster.yaml && railhead plan",
            "         sinfo -N | railhead init --from-sinfo - -o cluster.yaml",
            "Exit status: 0 written, 2 wrong usage or a list with faults, 3 some machine was not"
                    + " reached (the file says which)."
        })
public final class InitCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(
            paramLabel = "HOST",
            arity = "0..*",
            description = "Machines to ask: [user@]host[:port], ranges such as 'gpu[01-08]' too.")
    List<String> machines = new ArrayList<>();

    @Option(names = "--hosts", paramLabel = "HOSTS", description = "The same as one range.")
    @Nullable String hosts;

    @ArgGroup(exclusive = true)
    @Nullable From from;

    static final class From {
        @Option(
                names = "--from-ansible",
                paramLabel = "FILE",
                description = "Take the hosts of an Ansible inventory, INI or YAML.")
        @Nullable String ansible;

        @Option(
                names = "--from-hostfile",
                paramLabel = "FILE",
                description = "Take the hosts of an OpenMPI hostfile.")
        @Nullable String hostfile;

        @Option(
                names = "--from-sinfo",
                paramLabel = "FILE",
                description = "Take the nodes that «sinfo -N» printed; - reads standard input.")
        @Nullable String sinfo;
    }

    @Option(
            names = "--ask",
            description = "Also ask the hosts of the list over SSH, and propose rails.")
    boolean ask;

    @Option(
            names = "--adopt",
            description =
                    "Also take over what was set up by hand: kernel settings, limits, the governor,"
                            + " whether netplan keeps the rails. The plan of the result is then"
                            + " empty; what is not set for good is left out, and named. Needs root"
                            + " or sudo.")
    boolean adopt;

    @Option(
            names = "--name",
            paramLabel = "NAME",
            description = "Name of the cluster (default: ${DEFAULT-VALUE}).",
            defaultValue = "cluster")
    String name = "cluster";

    @Option(names = "--user", paramLabel = "USER", description = "Log in as USER.")
    @Nullable String user;

    @Option(names = "--key", paramLabel = "FILE", description = "Private key to log in with.")
    @Nullable String key;

    @Option(names = "--jump", paramLabel = "HOST", description = "Go through a bastion.")
    @Nullable String jump;

    @Option(
            names = "--known-hosts",
            paramLabel = "FILE",
            description = "Check host keys against FILE.")
    @Nullable String knownHosts;

    @Option(
            names = "--network-namespace",
            paramLabel = "PATH",
            description = "Connect from this network namespace; for labs.")
    @Nullable String networkNamespace;

    @Option(names = "--sudo", description = "Use sudo -n for what needs root.")
    boolean sudo;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description = "Write to FILE instead of standard output.")
    @Nullable String output;

    @Option(names = "--force", description = "Replace FILE when it is there already.")
    boolean force;

    @Option(
            names = "--schema",
            description =
                    "Print the JSON Schema of cluster.yaml, for editors, and do nothing else.")
    boolean schema;

    @Mixin ReachOptions reach = new ReachOptions();

    InitCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        refuseToOverwrite();
        if (schema) {
            put(ClusterReader.schema());
            return Exit.OK;
        }
        boolean live = !machines.isEmpty() || hosts != null;
        if (live && from != null) {
            throw new UserError(
                    "give either machines or a list; --ask asks the machines of the list too");
        }
        if (!live && from == null) {
            throw new UserError(
                    "name machines to ask (railhead init 'gpu[01-08]') or a list: --from-ansible,"
                            + " --from-hostfile, --from-sinfo");
        }
        Imported imported = from == null ? named() : listed(from);
        imported.problems().forEach(p -> console.err().println(p.text()));
        if (!imported.usable()) {
            throw new UserError("the list has faults; no cluster.yaml was written");
        }
        Cluster asked = withOptions(imported.cluster(file(), name));
        if (!live && !ask && !adopt) {
            write(ClusterWriter.write(asked, headed(imported)));
            return Exit.OK;
        }
        Facts facts = facts(asked);
        LiveProposal.Proposed proposed = LiveProposal.of(asked, imported.notes(), facts);
        if (adopt && !facts.machines().isEmpty()) {
            proposed = adopted(asked, proposed, facts);
        }
        if (facts.unreachable().size() == asked.hosts().size() && from == null) {
            facts.unreachable().values().forEach(why -> console.err().println(why));
            throw new UserError(
                    Exit.UNREACHABLE, "no machine was reached; no cluster.yaml was written");
        }
        write(ClusterWriter.write(proposed.cluster(), proposed.notes()));
        facts.unreachable().forEach((host, why) -> console.err().println("not reached: " + why));
        return facts.unreachable().isEmpty() ? Exit.OK : Exit.UNREACHABLE;
    }

    /// With what the options say of the way to the machines.
    private Cluster withOptions(Cluster cluster) {
        if (knownHosts == null && networkNamespace == null) {
            return cluster;
        }
        List<Host> hosts = new ArrayList<>();
        for (Host host : cluster.hosts()) {
            hosts.add(
                    new Host(
                            host.name(),
                            host.address(),
                            withOptions(host.login()),
                            host.bmc(),
                            host.rails(),
                            host.gpus(),
                            host.policy(),
                            host.line()));
        }
        return new Cluster(
                cluster.file(),
                cluster.name(),
                withOptions(cluster.login()),
                cluster.rails(),
                hosts,
                cluster.switches(),
                cluster.links(),
                cluster.lossless(),
                cluster.policy(),
                cluster.jobs(),
                // Only labs have hosts that are reached from a namespace of this machine.
                cluster.lab() || networkNamespace != null);
    }

    private Login withOptions(Login login) {
        return new Login(
                login.user(),
                login.port(),
                login.identity(),
                login.jump(),
                Optional.ofNullable(knownHosts).map(k -> console.path(k).toString()),
                Optional.ofNullable(networkNamespace),
                login.sudo());
    }

    private String file() {
        return output == null ? ClusterOptions.FILE_NAME : output;
    }

    private void refuseToOverwrite() {
        if (output != null && Files.exists(console.path(output)) && !force) {
            throw new UserError(output + " is there already; --force replaces it");
        }
    }

    private static Map<String, String> headed(Imported imported) {
        Map<String, String> notes = new java.util.LinkedHashMap<>(imported.notes());
        notes.put(
                "",
                "Written by railhead init from a list, which knows nothing of rails: add rails: and"
                        + "\neach host's address on them, or run init with --ask.");
        return notes;
    }

    private Imported listed(From list) {
        if (list.ansible != null) {
            return AnsibleInventory.read(list.ansible, text(list.ansible));
        }
        if (list.hostfile != null) {
            return OpenMpiHostfile.read(list.hostfile, text(list.hostfile));
        }
        String sinfo = list.sinfo == null ? "-" : list.sinfo;
        return SinfoNodes.read(sinfo.equals("-") ? "standard input" : sinfo, text(sinfo));
    }

    private String text(String file) {
        try {
            byte[] bytes;
            if (file.equals("-")) {
                try (InputStream in =
                        NamedFile.awaited(console.in(), "standard input", console::waiting)) {
                    bytes = NamedFile.bytes(in, "standard input", NamedFile.BY_HAND);
                }
            } else {
                bytes = NamedFile.bytes(console.path(file), NamedFile.BY_HAND, console::waiting);
            }
            return new String(bytes, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UserError("cannot read " + file + ": " + Messages.of(e));
        }
    }

    private Imported named() {
        List<String> all = new ArrayList<>(machines);
        Optional.ofNullable(hosts).ifPresent(all::add);
        return new MachineArguments(
                        Optional.ofNullable(user),
                        Optional.ofNullable(key).map(k -> console.path(k).toString()),
                        Optional.ofNullable(jump),
                        sudo)
                .read(all);
    }

    private Facts facts(Cluster asked) {
        Set<Class<? extends Fact>> needs = new HashSet<>(LiveProposal.needs());
        if (adopt) {
            needs.addAll(PolicyProposal.needs());
        }
        List<Probe> probes = Parsers.installed().probes(needs);
        try (Transport transport = SourceOptions.transport(console, reach)) {
            List<Collected> collected =
                    SourceOptions.collect(console, asked, transport, reach, probes);
            return SourceOptions.facts(collected);
        }
    }

    /// The proposal with policies of what the machines have, as far as a plan of it is empty.
    private LiveProposal.Proposed adopted(
            Cluster asked, LiveProposal.Proposed proposed, Facts facts) {
        List<String> names = asked.hosts().stream().map(Host::name).toList();
        try (Transport transport = SourceOptions.transport(console, reach)) {
            Adoption.Adopted adopted =
                    new Adoption(new Machines(transport, reach.parallel(), reach.timeout()))
                            .of(PolicyProposal.of(proposed.cluster(), names, facts));
            console.err().println("railhead: " + adopted.words());
            return new LiveProposal.Proposed(
                    adopted.cluster(), adopted.notesAfter(proposed.notes()));
        }
    }

    /// Writes only what reads without faults.
    private void write(String text) {
        Result result = ClusterReader.read(file(), text);
        if (result instanceof Result.Refused refused) {
            for (Problem problem : refused.problems()) {
                console.err().println(problem.text());
            }
            throw new UserError(
                    "what was found has the faults above, by the lines it would have had; nothing"
                            + " was written");
        }
        result.problems().forEach(p -> console.err().println(p.text()));
        put(text);
    }

    private void put(String text) {
        if (output == null) {
            console.out().print(text);
            console.out().flush();
        } else {
            OutputOptions.write(console.path(output), text);
            console.err().println("wrote " + output);
        }
    }
}
