package io.railhead.cli;

import io.railhead.bench.schedule.Pairing;
import io.railhead.bench.schedule.Pairing.Which;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// Which pairs of hosts are measured, and which of them at the same time.
final class PairOptions {
    @Mixin RailOptions rails = new RailOptions();

    @Option(names = "--quick", description = "Every host once each way, not every pair.")
    boolean quick;

    @Option(names = "--bisection", description = "Half of the hosts to the other, all at once.")
    boolean bisection;

    @Option(names = "--rails-together", description = "Also all rails of a pair at once.")
    boolean railsTogether;

    Pairing pairing() {
        if (bisection && (quick || railsTogether)) {
            throw new UserError("--bisection: not with --quick or --rails-together");
        }
        return new Pairing(
                quick ? Which.QUICK : bisection ? Which.BISECTION : Which.EVERY, railsTogether);
    }
}
