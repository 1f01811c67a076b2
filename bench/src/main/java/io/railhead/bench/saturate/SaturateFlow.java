package io.railhead.bench.saturate;

import io.railhead.bench.Benchmark;
import io.railhead.bench.Case;
import io.railhead.bench.path.Path;
import io.railhead.bench.run.Served;

/// A client, the server it talks to, and how its output is read.
record SaturateFlow(Path path, Benchmark benchmark, Case setting, Served server) {
    String command() {
        return benchmark.client(setting, path.ends().listeningOn(Integer.toString(server.port())));
    }
}
