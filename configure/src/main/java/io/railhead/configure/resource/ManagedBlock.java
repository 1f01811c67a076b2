package io.railhead.configure.resource;

import com.google.auto.service.AutoService;
import io.railhead.configure.Item;
import io.railhead.configure.Observed;
import io.railhead.configure.Obstacle;
import io.railhead.configure.Resource;
import io.railhead.configure.Steps;
import io.railhead.model.Change;
import io.railhead.model.intent.Cluster;
import io.railhead.model.intent.Host;
import io.railhead.model.intent.HostPolicy;
import io.railhead.model.intent.SoftwarePolicy.Block;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/// Lines that the intent wants in a file of somebody else. The same lines written there by hand
/// are as good. Symbolic links are left alone: what they point to may be anybody's.
@AutoService(Resource.class)
public final class ManagedBlock implements Resource {

    @Override
    public String kind() {
        return "block";
    }

    /// After whole files.
    @Override
    public int order() {
        return 15;
    }

    @Override
    public List<Item> wanted(Cluster cluster, Host host) {
        return host.policy().software().blocks().stream().map(b -> item(cluster, host, b)).toList();
    }

    private Item item(Cluster cluster, Host host, Block block) {
        TreeMap<String, String> want = new TreeMap<>();
        want.put("path", block.path());
        want.put("name", block.name());
        want.put("comment", block.comment());
        want.put(
                "content",
                Base64.getEncoder()
                        .encodeToString(block.content().getBytes(StandardCharsets.UTF_8)));
        return new Item(
                host.name(),
                kind(),
                block.id(),
                want,
                AccessFile.why(
                        block.path(),
                        Why.policy(
                                cluster,
                                host,
                                (HostPolicy p) -> p.software().blocks(),
                                "blocks",
                                block.path() + " " + block.name())));
    }

    private static BlockTarget target(Item item) {
        return new BlockTarget(
                item.want("path"),
                item.want("name"),
                item.want("comment"),
                new String(
                        Base64.getDecoder().decode(item.want("content")), StandardCharsets.UTF_8));
    }

    @Override
    public String observe(Item item) {
        return target(item).observe() + "\n" + AccessFile.observe(item.want("path")) + "true";
    }

    @Override
    public List<Obstacle> obstacles(Item item, Observed is) {
        BlockTarget block = target(item);
        return block.isMetBy(is) ? List.of() : block.obstacle(item, is).stream().toList();
    }

    @Override
    public Optional<Change> diff(Item item, Observed is) {
        BlockTarget block = target(item);
        if (block.isMetBy(is) || block.obstacle(item, is).isPresent()) {
            return Optional.empty();
        }
        return Optional.of(block.change(item, is, AccessFile.risk(item.want("path"), is)));
    }

    @Override
    public Steps steps(Item item, Observed is) {
        return target(item).steps(is);
    }
}
