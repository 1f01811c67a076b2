package io.railhead.bench;

import io.railhead.model.Transcript;
import java.util.List;
import java.util.Optional;

/// One benchmark between two hosts: how it is run and how its output is read. Opening sessions,
/// starting and stopping the server, time limits, repetition and conditions of the path are the
/// runner's business ([Bench][io.railhead.bench.run.Bench]).
public interface Benchmark {

    /// Stable name, also of its folder of samples: `iperf3`.
    String name();

    /// What it measures, in one sentence for `--help` and the report.
    String about();

    /// Programs that must be on both hosts.
    List<Tool> tools();

    /// The settings it is run with, in order; none when the settings ask for nothing of it.
    List<Case> cases(Settings settings);

    /// The port its server takes when it is free: the tool's own, which firewalls often open.
    default int usualPort() {
        return 20_000;
    }

    /// The server's command, run by a POSIX shell with the port in `$port`; it must listen on that
    /// TCP port of the rail address until it is killed. Empty for a benchmark without a server. One
    /// server serves all cases and repetitions of a pair.
    Optional<String> server(Ends ends);

    /// Where it runs.
    enum Place {
        /// Between the two hosts of a pair, on a rail.
        PAIR,
        /// On every host by itself: [Pair#alone].
        EACH_HOST,
        /// Once, over all hosts, from the first: [Pair#job].
        ONE_JOB
    }

    default Place place(Settings settings) {
        return Place.PAIR;
    }

    /// True when a server serves one run only, so that each run of a case gets one of its own.
    default boolean oneRunAServer() {
        return false;
    }

    /// The server's command for one case, where [#oneRunAServer].
    default Optional<String> server(Case setting, Ends ends) {
        return server(ends);
    }

    /// What the server prints once it takes clients, where no listening TCP port shows it.
    default Optional<String> serverSays(Case setting) {
        return Optional.empty();
    }

    /// Whether it measures a bandwidth between hosts by filling the line: what is run by several
    /// pairs at once to measure what they have together.
    default boolean fillsTheLine() {
        return false;
    }

    /// Why it cannot be run between these ends; empty when it can.
    default Optional<String> unfit(Ends ends) {
        return Optional.empty();
    }

    /// A POSIX shell script that is run once on each host before any test, and prints why the host
    /// cannot be tested under these settings: a directory that is not there. It prints nothing when
    /// it can.
    default Optional<String> obstacle(Settings settings) {
        return Optional.empty();
    }

    /// The client's command, run by a POSIX shell. It must end by itself.
    String client(Case setting, Ends ends);

    /// Whether what its client prints in this case is a log that tells causes by itself. Not where
    /// the case forbids by its own settings what the log would complain of.
    default boolean logs(Case setting) {
        return false;
    }

    /// Reads what the client printed. Never throws. The measurements need only carry the conditions
    /// that stand in the transcript; those of the case and of the path are added.
    Outcome read(Case setting, Transcript client);
}
