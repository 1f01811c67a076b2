package io.railhead.intent;

import io.railhead.intent.Declared.HostPlan;
import io.railhead.intent.Declared.JobPlan;
import io.railhead.intent.Declared.LinkPlan;
import io.railhead.intent.Declared.RailPlan;
import io.railhead.intent.Declared.SwitchPlan;
import io.railhead.intent.YamlText.Composed;
import io.railhead.model.intent.Cluster;
import io.railhead.model.intent.Host;
import io.railhead.model.intent.HostPolicy;
import io.railhead.model.intent.Job;
import io.railhead.model.intent.Link;
import io.railhead.model.intent.Login;
import io.railhead.model.intent.Lossless;
import io.railhead.model.intent.Rail;
import io.railhead.model.intent.Switch;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.snakeyaml.engine.v2.nodes.MappingNode;

/// Reads `cluster.yaml`: every fault in one run, each with line, column, field and remedy.
///
/// Ten thousand hosts written one by one read in about a second; whatever is read, nothing is
/// thrown, and input that stands for more than a cluster can have is refused.
public final class ClusterReader {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,62}");

    private ClusterReader() {}

    /// Reads a file's text; `~` is the home directory of the user who runs this.
    ///
    /// @param fileName for messages, and the place that relative paths in it are relative to
    public static Result read(String fileName, String text) {
        return read(fileName, text, System.getProperty("user.home", "/"));
    }

    /// @param home what a leading `~` in a path stands for
    public static Result read(String fileName, String text, String home) {
        Problems problems = new Problems(fileName);
        Optional<Cluster> cluster = Optional.empty();
        try {
            Composed composed = YamlText.compose(text, problems);
            if (composed.root().isPresent()) {
                cluster = Optional.of(decode(composed.root().get(), composed, problems, home));
            }
        } catch (Decoding.TooLarge e) {
            problems.error(
                    new Spot(0, 0, ""),
                    "the file stands for more hosts, ports or values than a cluster can have",
                    "write smaller ranges, and no aliases of aliases");
        } catch (StackOverflowError e) {
            problems.error(
                    new Spot(0, 0, ""),
                    "values are nested too deep to be read",
                    "remove the nesting; a cluster.yaml needs nine levels at most");
        }
        List<Problem> all = problems.all();
        return cluster.isPresent() && !problems.anyError()
                ? new Result.Accepted(cluster.get(), all)
                : new Result.Refused(all);
    }

    /// The JSON Schema of the file, for editors.
    public static String schema() {
        try (InputStream in = ClusterReader.class.getResourceAsStream("cluster.schema.json")) {
            if (in == null) {
                throw new IllegalStateException("cluster.schema.json is not in the program");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Cluster decode(
            MappingNode root, Composed composed, Problems problems, String home) {
        Decoding in = new Decoding(problems);
        Filling filling = new Filling(problems, home);
        Section top = Section.of(in, root, new Spot(1, 1, ""));
        String name =
                required(top, composed, "cluster", "NAME").flatMap(f -> name(in, f)).orElse("");
        Logins.Patch loginPatch = Logins.login(in, top.get("login"));
        Login login = loginPatch.apply(Login.DEFAULT, filling, Template.Scope.EMPTY);
        RailDecoder railDecoder = new RailDecoder(in, filling);
        List<RailPlan> rails = railDecoder.rails(top.get("rails"));
        boolean railsBroken = composed.broken().contains("rails");
        HostDecoder hostDecoder =
                new HostDecoder(in, filling, rails, railDecoder.declared(), railsBroken);
        List<HostPlan> hostPlans =
                hostDecoder.hosts(
                        required(top, composed, "hosts", "with one host or range a line"));
        FabricDecoder fabric = new FabricDecoder(in);
        List<SwitchPlan> switchPlans = fabric.switches(top.get("switches"));
        List<LinkPlan> linkPlans = fabric.links(top.get("links"));
        Optional<Lossless> lossless = LosslessDecoder.lossless(in, top.get("lossless"));
        Policies.Patch policyPatch = Policies.policy(in, top.get("host-policy"));
        HostPolicy policy = policyPatch.apply(HostPolicy.DEFAULT, login);
        List<JobPlan> jobPlans = fabric.jobs(top.get("jobs"));
        boolean lab = top.get("lab").flatMap(in::bool).orElse(false);
        top.ignore("x-");
        top.close();

        Resolver resolver = new Resolver(filling);
        resolver.gateways(rails);
        List<Host> hosts = resolver.hosts(hostPlans, rails, login, policy);
        List<Switch> switches = resolver.switches(switchPlans, login);
        List<Rail> plainRails = rails.stream().map(RailPlan::rail).toList();
        Unreadable unreadable =
                new Unreadable(
                        composed.broken().contains("hosts"),
                        composed.broken().contains("switches"),
                        hostDecoder.declared(),
                        fabric.declaredSwitches());
        new PolicyChecks(problems, policyPatch, hosts).check(hostPlans);
        FabricChecks checks = new FabricChecks(problems, resolver, hosts, switches, unreadable);
        checks.names(switchPlans);
        checks.railMtus(plainRails);
        checks.switchPorts();
        List<Link> links = checks.links(linkPlans);
        List<Job> jobs = new JobChecks(problems, hosts, unreadable).jobs(jobPlans);
        return new Cluster(
                problems.file(),
                name,
                login,
                plainRails,
                hosts,
                switches,
                links,
                lossless,
                policy,
                jobs,
                lab);
    }

    /// What stands in a section that could not be read is not missing.
    private static Optional<Field> required(
            Section top, Composed composed, String key, String example) {
        return composed.broken().isEmpty() ? top.require(key, example) : top.get(key);
    }

    private static Optional<String> name(Decoding in, Field field) {
        Optional<String> text = in.word(field);
        if (text.isPresent() && !NAME.matcher(text.get()).matches()) {
            in.problems.error(
                    field.at(),
                    "\"" + Ranges.shortened(text.get()) + "\" cannot name a cluster",
                    "use up to 63 letters, digits, '-', '_' and '.', beginning with a letter or"
                            + " digit");
        }
        return text;
    }
}
