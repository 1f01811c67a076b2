package io.railhead.intent;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.Error;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// The schema for editors against the reader: what has a fault of shape (an unknown or missing key,
/// a wrong type, a number out of range, a unit) is refused by both, what is good by neither. Faults
/// between values (an address twice, a dangling reference) are the reader's alone.
class SchemaTest {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final Schema SCHEMA = schema();

    /// How the reader tells faults of shape.
    private static final Pattern SHAPE =
            Pattern.compile(
                    "the key is not known|is missing|.* is out of range|.* where .* is wanted"
                            + "|.* has no unit|.*is not a quantity known here|\".*\" is not known"
                            + "|is empty|a password stands in the file|names no host"
                            + "|has to name one of file and env|machines are not logged in to.*"
                            + "|names \\d ends where a cable has two|\".*\" is not a mode"
                            + "|\".*\" cannot name a cluster|is not the name of a kernel setting"
                            + "|cannot name an environment variable|is not a single line"
                            + "|cannot be a firmware parameter.*"
                            + "|env does not name an environment variable"
                            + "|\".*\" is not a user or group"
                            + "|.* is among the records of Railhead itself"
                            + "|is \\d+ characters long.*"
                            + "|memlock has a key of its own|is not a variable of NCCL"
                            + "|\".*\" is not the name of a unit|says nothing");

    private static Schema schema() {
        return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(ClusterReader.schema(), InputFormat.JSON);
    }

    private static Optional<Node> compose(String text) {
        return YamlText.compose(text, new Problems("f")).root().map(root -> root);
    }

    /// As an editor sees the file: the core schema of YAML 1.2.
    private static JsonNode json(Node node) {
        switch (node) {
            case MappingNode mapping -> {
                ObjectNode object = JSON.objectNode();
                for (NodeTuple tuple : mapping.getValue()) {
                    object.set(YamlText.text(tuple.getKeyNode()), json(tuple.getValueNode()));
                }
                return object;
            }
            case SequenceNode sequence -> {
                ArrayNode array = JSON.arrayNode();
                sequence.getValue().forEach(item -> array.add(json(item)));
                return array;
            }
            default -> {
                String text = YamlText.text(node);
                Tag tag = node.getTag();
                if (tag.equals(Tag.NULL)) {
                    return JSON.nullNode();
                }
                if (tag.equals(Tag.BOOL)) {
                    return JSON.booleanNode(text.equalsIgnoreCase("true"));
                }
                if (tag.equals(Tag.INT)) {
                    return text.matches("[-+]?[0-9]+")
                            ? JSON.numberNode(new java.math.BigInteger(text))
                            : JSON.numberNode(16);
                }
                if (tag.equals(Tag.FLOAT)) {
                    return JSON.numberNode(0.5);
                }
                return JSON.stringNode(text);
            }
        }
    }

    static List<Error> errors(String text) {
        return compose(text).map(root -> SCHEMA.validate(json(root))).orElse(List.of());
    }

    private static boolean shapeFault(String text) {
        return ClusterReader.read("cluster.yaml", text).problems().stream()
                .anyMatch(p -> SHAPE.matcher(p.message()).matches());
    }

    @Test
    void whatTheReaderAcceptsTheSchemaAccepts() {
        for (long seed = 1; seed <= 200; seed++) {
            String text = ClusterWriter.write(new RandomClusters(seed).cluster());
            assertThat(errors(text)).as("seed %d\n%s", seed, text).isEmpty();
        }
    }

    @Test
    void faultsOfShapeAreRefusedByBothAndOthersByTheReaderAlone() throws IOException {
        for (Path file : FaultsTest.files()) {
            String text = Files.readString(file);
            boolean syntax =
                    ClusterReader.read("f", text).problems().stream()
                            .anyMatch(p -> p.message().startsWith("this is not YAML"));
            if (compose(text).isPresent() && !syntax && !text.contains("[1, 2]")) {
                assertThat(errors(text).isEmpty())
                        .as("%s: %s", file.getFileName(), errors(text))
                        .isEqualTo(!shapeFault(text));
            }
        }
    }

    @Test
    void everyKeyIsInTheReference() throws IOException {
        String reference = Files.readString(Path.of("../docs/cluster-yaml.md"));
        List<String> keys = new ArrayList<>();
        keys(SCHEMA.getSchemaNode(), keys);
        assertThat(keys).hasSizeGreaterThan(50);
        assertThat(keys)
                .allSatisfy(
                        k ->
                                assertThat(
                                                reference.contains("`" + k)
                                                        || reference.contains(k + ":"))
                                        .as(k)
                                        .isTrue());
        String whole = yaml(reference, 0);
        ClusterReaderTest.accepted(whole);
        String policy = yaml(reference, reference.indexOf("\n## host-policy"));
        assertThat(policy).startsWith("host-policy:");
        ClusterReaderTest.accepted(whole + policy);
    }

    private static String yaml(String reference, int from) {
        int begin = reference.indexOf("```yaml\n", from) + 8;
        return reference.substring(begin, reference.indexOf("```\n", begin));
    }

    private static void keys(JsonNode node, List<String> all) {
        if (node.has("properties")) {
            all.addAll(node.get("properties").propertyNames());
        }
        node.forEach(child -> keys(child, all));
    }

    @Test
    void readerAndSchemaAgreeOnFilesWithOneAccident() throws IOException {
        long seed = 3;
        Random random = new Random(seed);
        List<String> good = new ArrayList<>();
        for (long s = 1; s <= 40; s++) {
            good.add(ClusterWriter.write(new RandomClusters(s).cluster()));
        }
        good.add(Files.readString(Path.of("src/test/resources/io/railhead/intent/whole.yaml")));
        int refused = 0;
        for (int run = 0; run < 2_000; run++) {
            String text = good.get(random.nextInt(good.size()));
            Node root = compose(text).orElseThrow();
            Node changed = Accident.once(root, random);
            JsonNode seen = json(changed);
            String written = seen.toString();
            boolean bySchema = !SCHEMA.validate(seen).isEmpty();
            boolean byReader = shapeFault(written);
            assertThat(byReader)
                    .as(
                            "seed %d run %d\n%s\nschema: %s\nreader: %s",
                            seed,
                            run,
                            written,
                            SCHEMA.validate(seen),
                            ClusterReader.read("f", written).problems())
                    .isEqualTo(bySchema);
            refused += bySchema ? 1 : 0;
        }
        assertThat(refused).isBetween(500, 1_950);
    }

    /// One thing of a file changed: a key renamed, dropped or added, a value of another type.
    private static final class Accident {
        private static final List<ScalarNode> VALUES =
                List.of(
                        scalar(Tag.STR, "oops"),
                        scalar(Tag.STR, ""),
                        scalar(Tag.STR, "40G"),
                        scalar(Tag.STR, "2m"),
                        scalar(Tag.STR, "500ms"),
                        scalar(Tag.STR, "10%"),
                        scalar(Tag.STR, "64GiB"),
                        scalar(Tag.STR, "agent"),
                        scalar(Tag.INT, "-1"),
                        scalar(Tag.INT, "7"),
                        scalar(Tag.INT, "100000"),
                        scalar(Tag.FLOAT, "0.5"),
                        scalar(Tag.BOOL, "true"),
                        scalar(Tag.NULL, "null"));

        private static ScalarNode scalar(Tag tag, String text) {
            return new ScalarNode(
                    tag, text, org.snakeyaml.engine.v2.common.ScalarStyle.DOUBLE_QUOTED);
        }

        static Node once(Node root, Random random) {
            List<Node> collections = new ArrayList<>();
            collect(root, collections);
            Node at = collections.get(random.nextInt(collections.size()));
            return rebuilt(root, at, random);
        }

        private static void collect(Node node, List<Node> all) {
            switch (node) {
                case MappingNode mapping -> {
                    if (!mapping.getValue().isEmpty()) {
                        all.add(mapping);
                    }
                    mapping.getValue().forEach(t -> collect(t.getValueNode(), all));
                }
                case SequenceNode sequence -> sequence.getValue().forEach(n -> collect(n, all));
                default -> {}
            }
        }

        private static Node rebuilt(Node node, Node at, Random random) {
            switch (node) {
                case MappingNode mapping -> {
                    List<NodeTuple> tuples = new ArrayList<>();
                    for (NodeTuple tuple : mapping.getValue()) {
                        tuples.add(
                                new NodeTuple(
                                        tuple.getKeyNode(),
                                        rebuilt(tuple.getValueNode(), at, random)));
                    }
                    if (node == at) {
                        int i = random.nextInt(tuples.size());
                        NodeTuple tuple = tuples.get(i);
                        switch (random.nextInt(5)) {
                            case 0 -> tuples.remove(i);
                            case 1 ->
                                    tuples.set(
                                            i,
                                            new NodeTuple(
                                                    scalar(
                                                            Tag.STR,
                                                            YamlText.text(tuple.getKeyNode())
                                                                    + "q"),
                                                    tuple.getValueNode()));
                            case 2 -> tuples.set(i, new NodeTuple(tuple.getKeyNode(), node));
                            default ->
                                    tuples.set(
                                            i,
                                            new NodeTuple(
                                                    tuple.getKeyNode(),
                                                    VALUES.get(random.nextInt(VALUES.size()))));
                        }
                    }
                    return new MappingNode(
                            Tag.MAP, tuples, org.snakeyaml.engine.v2.common.FlowStyle.BLOCK);
                }
                case SequenceNode sequence -> {
                    List<Node> items = new ArrayList<>();
                    sequence.getValue().forEach(n -> items.add(rebuilt(n, at, random)));
                    return new SequenceNode(
                            Tag.SEQ, items, org.snakeyaml.engine.v2.common.FlowStyle.BLOCK);
                }
                default -> {
                    return node;
                }
            }
        }
    }
}
