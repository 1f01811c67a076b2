package io.railhead.model.fact;

import io.railhead.model.Source;
import java.util.List;
import java.util.Optional;

/// The rules by which a machine's kernel lets packets pass (`nft list ruleset`, `iptables-save`).
///
/// @param chains in the order of the output; none when there are no rules at all
public record PacketFilter(List<Chain> chains, Source source) implements Fact {
    public PacketFilter {
        chains = List.copyOf(chains);
    }

    /// A list of rules, tried in order.
    ///
    /// @param family `inet`, `ip`, `ip6`, `arp`, `bridge`, `netdev`
    /// @param hook of a base chain: `input`, `forward`, `output`, …
    /// @param policy of a base chain for packets that no rule decides: `accept` or `drop`
    public record Chain(
            String family,
            String table,
            String name,
            Optional<String> hook,
            Optional<String> policy,
            List<Rule> rules,
            Source source) {
        public Chain {
            rules = List.copyOf(rules);
        }
    }

    /// @param condition in the words of nft, empty for every packet
    /// @param verdict `accept`, `drop`, `reject`, `return`, `jump CHAIN`, `goto CHAIN`; empty for a
    ///     rule that only counts or logs
    public record Rule(String condition, String verdict, Source source) {}
}
