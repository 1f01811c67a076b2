package io.railhead.configure;

import io.railhead.reach.Transport;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// A controller of its own that applies what a file wants: `HOME INTENT JOURNAL WITHIN`. It is
/// there to be killed.
final class ApplyingMain {
    private ApplyingMain() {}

    public static void main(String[] args) throws Exception {
        Path home = Path.of(args[0]);
        try (Transport transport = WiredMachine.transport(home)) {
            Bench bench = new Bench(transport, Path.of(args[2]));
            bench.within = Integer.parseInt(args[3]);
            bench.resources = Paused.all();
            RunResult result =
                    bench.apply(
                            WiredMachine.reached(
                                    World.cluster(Files.readString(Path.of(args[1]))),
                                    home,
                                    Optional.empty()));
            System.out.println(result);
        }
    }
}
