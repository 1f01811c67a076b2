package io.railhead.model;

import io.railhead.model.fact.Fact;
import io.railhead.model.fact.Merging;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;

/// Everything known about a set of machines at one time: an immutable index of facts by machine
/// and type, what could not be read, and the documents behind it, so that a line can be quoted.
public final class Facts {
    /// More things of one kind than any machine has: so many are nonsense, and are not compared.
    private static final int MAX_GROUP = 1024;

    /// Longest quotation of a line, in characters.
    private static final int MAX_QUOTE = 240;

    private final Map<String, Map<Class<? extends Fact>, List<Fact>>> byMachine;
    private final Map<String, Quotable> documents;
    private final List<Unread> unread;
    private final List<Curtailed> curtailed;
    private final List<Unavailable> unavailable;
    private final Map<String, String> unreachable;
    private final Set<String> recorded;
    private final Consumer<Class<? extends Fact>> reads;

    private Facts(Builder b) {
        byMachine = new LinkedHashMap<>();
        b.byMachine.forEach(
                (machine, types) -> {
                    Map<Class<? extends Fact>, List<Fact>> merged = new LinkedHashMap<>();
                    types.forEach((type, facts) -> merged.put(type, merged(facts)));
                    byMachine.put(machine, merged);
                });
        documents = b.documents;
        unread = List.copyOf(b.unread);
        curtailed = List.copyOf(b.curtailed);
        unavailable = List.copyOf(b.unavailable);
        unreachable = Map.copyOf(b.unreachable);
        recorded = Set.copyOf(b.recorded);
        reads = type -> {};
    }

    private Facts(Facts other, Consumer<Class<? extends Fact>> reads) {
        byMachine = other.byMachine;
        documents = other.documents;
        unread = other.unread;
        curtailed = other.curtailed;
        unavailable = other.unavailable;
        unreachable = other.unreachable;
        recorded = other.recorded;
        this.reads = reads;
    }

    /// The same facts, telling `listener` the type at each look; so that a test can hold what a
    /// check reads against what it says it needs. A look at everything tells `Fact.class`.
    public Facts watched(Consumer<Class<? extends Fact>> listener) {
        return new Facts(this, listener);
    }

    /// Facts about one thing from several documents become one; facts of the same document stay as
    /// they are.
    private static List<Fact> merged(List<Fact> facts) {
        if (facts.isEmpty() || !(facts.getFirst() instanceof Merging<?>)) {
            return List.copyOf(facts);
        }
        List<Fact> all = new ArrayList<>(facts.size());
        Map<Object, List<Integer>> groups = new HashMap<>();
        for (Fact fact : facts) {
            List<Integer> group =
                    groups.computeIfAbsent(((Merging<?>) fact).group(), k -> new ArrayList<>());
            int same = group.size() > MAX_GROUP ? -1 : indexOfSame(all, group, fact);
            if (same < 0) {
                group.add(all.size());
                all.add(fact);
            } else {
                all.set(same, filled(all.get(same), fact));
            }
        }
        return List.copyOf(all);
    }

    private static int indexOfSame(List<Fact> facts, List<Integer> group, Fact fact) {
        for (int i : group) {
            Fact other = facts.get(i);
            if (!other.source().document().equals(fact.source().document()) && same(other, fact)) {
                return i;
            }
        }
        return -1;
    }

    // A list holds facts of one class only, and a class merges with itself only.
    @SuppressWarnings("unchecked")
    private static <F extends Fact> boolean same(Fact a, Fact b) {
        return ((Merging<F>) a).sameThing((F) b);
    }

    @SuppressWarnings("unchecked")
    private static <F extends Fact> Fact filled(Fact a, Fact b) {
        return ((Merging<F>) a).filledFrom((F) b);
    }

    /// Names of the machines that answered, in the order they were added.
    public Set<String> machines() {
        return byMachine.keySet();
    }

    /// All facts of one type that a machine gave, one for each thing even when several documents
    /// speak of it; empty when it gave none.
    public <F extends Fact> List<F> of(String machine, Class<F> type) {
        reads.accept(type);
        return byMachine.getOrDefault(machine, Map.of()).getOrDefault(type, List.of()).stream()
                .map(type::cast)
                .toList();
    }

    /// The first fact of a type, for those a machine has only one of.
    public <F extends Fact> Optional<F> first(String machine, Class<F> type) {
        reads.accept(type);
        return byMachine.getOrDefault(machine, Map.of()).getOrDefault(type, List.of()).stream()
                .map(type::cast)
                .findFirst();
    }

    public Stream<Fact> all(String machine) {
        reads.accept(Fact.class);
        return byMachine.getOrDefault(machine, Map.of()).values().stream().flatMap(List::stream);
    }

    /// Machines that did not answer, each with the reason.
    public Map<String, String> unreachable() {
        return unreachable;
    }

    public List<Unread> unread() {
        return unread;
    }

    /// Documents that were not read in full.
    public List<Curtailed> curtailed() {
        return curtailed;
    }

    public List<Unavailable> unavailable() {
        return unavailable;
    }

    /// Documents that were answered by a stand-in from a recorded sample and not by the device.
    public Set<String> recorded() {
        return recorded;
    }

    /// The line a fact was read from, quoted.
    public Evidence cite(Source source) {
        int line = source.firstLine();
        return new Evidence(source.document(), line, abbreviated(line(source.document(), line)));
    }

    /// A line of a document, whole and without white space around it; empty when there is no such
    /// line.
    ///
    /// @param number from 1
    public String line(String document, int number) {
        Quotable text = documents.get(document);
        return text == null ? "" : text.line(number).strip();
    }

    /// JSON output may have all of a machine's interfaces in one line.
    private static String abbreviated(String text) {
        return text.length() <= MAX_QUOTE ? text : text.substring(0, MAX_QUOTE - 3) + "...";
    }

    public Evidence cite(Fact fact) {
        return cite(fact.source());
    }

    /// A builder that holds all that is here, to add to.
    public Builder toBuilder() {
        Builder b = new Builder();
        byMachine.forEach(
                (machine, types) -> {
                    b.machine(machine);
                    types.values().forEach(list -> list.forEach(f -> b.add(machine, f)));
                });
        b.documents.putAll(documents);
        b.unread.addAll(unread);
        b.curtailed.addAll(curtailed);
        b.unavailable.addAll(unavailable);
        b.unreachable.putAll(unreachable);
        b.recorded.addAll(recorded);
        return b;
    }

    public static Builder builder() {
        return new Builder();
    }

    /// Collects facts; not safe for use by several threads.
    public static final class Builder {
        private final Map<String, Map<Class<? extends Fact>, List<Fact>>> byMachine =
                new LinkedHashMap<>();
        private final Map<String, Quotable> documents = new LinkedHashMap<>();
        private final List<Unread> unread = new ArrayList<>();
        private final List<Curtailed> curtailed = new ArrayList<>();
        private final List<Unavailable> unavailable = new ArrayList<>();
        private final Map<String, String> unreachable = new LinkedHashMap<>();
        private final Set<String> recorded = new LinkedHashSet<>();

        private Builder() {}

        /// Notes that the machine answered, even if nothing could be read from it.
        public Builder machine(String name) {
            byMachine.computeIfAbsent(name, n -> new LinkedHashMap<>());
            return this;
        }

        /// Keeps the text of a document for citing: standard output, then standard error.
        public Builder document(Transcript t) {
            documents.put(t.document(), new Quotable(t.stdout(), t.stderr()));
            return this;
        }

        public Builder add(String machine, Fact fact) {
            machine(machine);
            byMachine
                    .getOrDefault(machine, Map.of())
                    .computeIfAbsent(fact.getClass(), c -> new ArrayList<>())
                    .add(fact);
            return this;
        }

        public Builder unread(Unread u) {
            unread.add(u);
            return this;
        }

        public Builder curtailed(Curtailed c) {
            curtailed.add(c);
            return this;
        }

        public Builder unavailable(Unavailable u) {
            unavailable.add(u);
            return this;
        }

        public Builder unreachable(String machine, String why) {
            unreachable.put(machine, why);
            return this;
        }

        public Builder recorded(String document) {
            recorded.add(document);
            return this;
        }

        /// Adds all that another one collected, behind what is here.
        public Builder addAll(Builder other) {
            other.byMachine.forEach(
                    (name, facts) -> {
                        machine(name);
                        facts.values().forEach(list -> list.forEach(f -> add(name, f)));
                    });
            documents.putAll(other.documents);
            unread.addAll(other.unread);
            curtailed.addAll(other.curtailed);
            unavailable.addAll(other.unavailable);
            unreachable.putAll(other.unreachable);
            recorded.addAll(other.recorded);
            return this;
        }

        public Facts build() {
            return new Facts(this);
        }
    }
}
