package io.railhead.lab;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// Raises a lab in a process of its own, for tests that kill it. Arguments: directory, hosts, and
/// `booted` with or without a cache.
final class RaisingMain {
    private RaisingMain() {}

    public static void main(String[] arguments) {
        Path directory = Path.of(arguments[0]);
        Places places = new Places(directory.resolve("state/lab"), directory.resolve("run/lab"));
        Lab lab =
                new Lab(
                        arguments.length > 3
                                ? new Places(places.state(), places.run(), Path.of(arguments[3]))
                                : places);
        int hosts = Integer.parseInt(arguments[1]);
        LabResult result =
                lab.up(
                        new LabRequest(
                                "k",
                                arguments.length > 2 ? HostKind.BOOTED : HostKind.NAMESPACE,
                                hosts,
                                List.of(),
                                Optional.empty()),
                        LabEvents.NONE);
        if (!(result instanceof LabResult.Up)) {
            throw new IllegalStateException(result.toString());
        }
    }
}
