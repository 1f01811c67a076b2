package io.railhead.checks.host;

import io.railhead.model.Source;
import io.railhead.model.fact.PacketFilter.Chain;
import io.railhead.model.fact.PacketFilter.Rule;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// What a machine's packet filter does with the first packet of a flow. Only what is certain is
/// said: nothing where a rule depends on something that its words do not tell.
final class FilterWalk {
    /// More chains inside of chains than anyone has; nft itself stops at 16.
    private static final int DEPTH = 16;

    private static final Set<String> FAMILIES = Set.of("inet", "ip");

    /// @param in the interface it comes in by; empty when it is sent
    /// @param out the interface it leaves by; empty when it is received
    /// @param protocol `tcp`, `udp` or `icmp` (an echo request)
    /// @param port its destination
    record Packet(String in, String out, String protocol, int port, String from, String to) {}

    /// A packet is certainly dropped here.
    ///
    /// @param words what drops it: the rule, or the chain's policy
    record Dropped(Chain chain, String words, Source source) {}

    private enum End {
        ACCEPTED,
        DROPPED,
        RETURNED,
        UNKNOWN
    }

    private final List<Chain> chains;
    private final Packet packet;
    private Optional<Dropped> dropped = Optional.empty();

    private FilterWalk(List<Chain> chains, Packet packet) {
        this.chains = chains;
        this.packet = packet;
    }

    /// Where a packet is dropped, when it certainly is.
    static Optional<Dropped> dropped(List<Chain> chains, Packet packet) {
        Set<String> hooks =
                packet.in().isEmpty()
                        ? Set.of("output", "postrouting")
                        : Set.of("prerouting", "input");
        for (Chain base : chains) {
            if (!FAMILIES.contains(base.family()) || base.hook().filter(hooks::contains).isEmpty())
                continue;
            FilterWalk walk = new FilterWalk(chains, packet);
            if (walk.run(base, 0) == End.DROPPED) return walk.dropped;
        }
        return Optional.empty();
    }

    private End run(Chain chain, int depth) {
        if (depth > DEPTH) return End.UNKNOWN;
        boolean uncertain = false;
        for (Rule rule : chain.rules()) {
            FilterCondition.Match match = FilterCondition.of(rule.condition(), packet);
            String verdict = match.verdict().orElse(rule.verdict());
            if (match.answer() == FilterCondition.Answer.NO || verdict.isEmpty()) continue;
            boolean sure = match.answer() == FilterCondition.Answer.YES;
            End end = end(chain, rule, verdict, depth);
            if (sure && end == End.RETURNED && verdict.startsWith("jump ")) continue;
            if (sure && end == End.RETURNED) return over(chain, uncertain);
            if (sure) return end == End.DROPPED && uncertain ? End.UNKNOWN : end;
            if (end == End.ACCEPTED || end == End.UNKNOWN) return End.UNKNOWN;
            // Some packets leave the chain here; whether this one does, nobody can say.
            uncertain |= end == End.RETURNED && !verdict.startsWith("jump ");
        }
        return over(chain, uncertain);
    }

    private End end(Chain chain, Rule rule, String verdict, int depth) {
        return switch (verdict) {
            case "accept" -> End.ACCEPTED;
            case "drop", "reject" -> {
                String words = (rule.condition() + " " + rule.verdict()).strip();
                dropped = Optional.of(new Dropped(chain, words, rule.source()));
                yield End.DROPPED;
            }
            case "return" -> End.RETURNED;
            default -> {
                int blank = verdict.indexOf(' ');
                String name = verdict.substring(blank + 1);
                yield chains.stream()
                        .filter(
                                c ->
                                        c.name().equals(name)
                                                && c.table().equals(chain.table())
                                                && c.family().equals(chain.family()))
                        .findFirst()
                        .map(c -> run(c, depth + 1))
                        .orElse(End.UNKNOWN);
            }
        };
    }

    /// The chain's end was reached.
    private End over(Chain chain, boolean uncertain) {
        if (chain.hook().isEmpty()) return uncertain ? End.UNKNOWN : End.RETURNED;
        if (chain.policy().filter("drop"::equals).isEmpty()) return End.ACCEPTED;
        if (uncertain) return End.UNKNOWN;
        dropped = Optional.of(new Dropped(chain, "policy drop", chain.source()));
        return End.DROPPED;
    }
}
