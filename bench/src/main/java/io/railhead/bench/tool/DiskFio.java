package io.railhead.bench.tool;

import com.google.auto.service.AutoService;
import io.railhead.bench.Benchmark;
import io.railhead.bench.Case;
import io.railhead.bench.Ends;
import io.railhead.bench.Outcome;
import io.railhead.bench.Settings;
import io.railhead.bench.Tool;
import io.railhead.bench.Values;
import io.railhead.model.Conditions;
import io.railhead.model.Measurement;
import io.railhead.model.Source;
import io.railhead.model.Statistic;
import io.railhead.model.Transcript;
import io.railhead.model.fact.FioRun;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// A host's disk by fio, past the page cache (`direct=1`): sequential bandwidth, random operations
/// a second with a deep queue, and the latency of one operation at a time. All on a file of its
/// own in a directory that can be chosen, which is removed whatever happens.
@AutoService(Benchmark.class)
public final class DiskFio implements Benchmark {
    private static final Tool TOOL = new Tool("fio", "fio");
    private static final double SAMPLES_BEYOND = 10;

    /// Bytes a second by which fio lays a file out: 1 GiB took 4 s on the virtual NVMe drive of a
    /// machine with two cores. Other drives take half or twice of it.
    private static final long LAYOUT = 250_000_000;

    /// The least that is waited for.
    private static final long SLOWEST_LAYOUT = 50_000_000;

    private static final Map<Double, Statistic> PERCENTILES =
            new TreeMap<>(
                    Map.of(
                            50.0, Statistic.P50,
                            99.0, Statistic.P99,
                            99.9, Statistic.P999,
                            99.99, Statistic.P9999));

    @Override
    public String name() {
        return "fio";
    }

    @Override
    public String about() {
        return "disk bandwidth, operations a second and latency of one host";
    }

    @Override
    public List<Tool> tools() {
        return List.of(TOOL);
    }

    @Override
    public Place place(Settings settings) {
        return Place.EACH_HOST;
    }

    /// Writing comes first: it fills the file that is read.
    @Override
    public List<Case> cases(Settings settings) {
        return List.of(
                setting(settings, "write", 1 << 20, 16),
                setting(settings, "read", 1 << 20, 16),
                setting(settings, "randwrite", 4096, 32),
                setting(settings, "randread", 4096, 32),
                setting(settings, "randread", 4096, 1));
    }

    private static Case setting(Settings settings, String access, int block, int depth) {
        Conditions c =
                Conditions.of(
                        "tool", "fio",
                        "access", access,
                        "block", Integer.toString(block),
                        "depth", Integer.toString(depth),
                        "duration", Long.toString(settings.time().toSeconds()),
                        "cache", "direct",
                        "directory", settings.disk().directory(),
                        "file", Long.toString(settings.disk().fileBytes()));
        String label = "fio %s, %s, depth %d".formatted(access, Values.bytes(block), depth);
        if (access.equals("randwrite")) {
            c = c.with("blocks", "written before");
        }
        // What is read must hold something: fio lays the file out first, outside the time.
        Duration layout = access.equals("write") ? Duration.ZERO : at(settings, LAYOUT);
        Duration time = settings.time();
        Duration limit = time.plusSeconds(30).plus(at(settings, SLOWEST_LAYOUT));
        return new Case(label, time.plus(layout), limit, c);
    }

    private static Duration at(Settings settings, long bytesPerSecond) {
        return Duration.ofMillis(settings.disk().fileBytes() * 1000 / bytesPerSecond);
    }

    @Override
    public Optional<String> server(Ends ends) {
        return Optional.empty();
    }

    @Override
    public Optional<String> obstacle(Settings settings) {
        return Optional.of(
                """
                d='%s'
                kib=%d
                if [ ! -e "$d" ]; then echo "there is no directory $d"
                elif [ ! -d "$d" ]; then echo "$d is no directory"
                elif [ ! -w "$d" ] || [ ! -x "$d" ]; then echo "$(id -un) may not write in $d"
                else
                    free=$(df -Pk "$d" 2>/dev/null | awk 'NR == 2 { print $4 }')
                    [ "${free:-$kib}" -ge "$kib" ] ||
                        echo "$d has $((free / 1024)) MiB free, and the file is to have $((kib / 1024)) MiB"
                fi
                """
                        .formatted(
                                settings.disk().directory(), settings.disk().fileBytes() / 1024));
    }

    /// Random writes go to a file that was laid out: to one with holes they would measure how the
    /// file system finds room, and leave so many pieces that removing a gigabyte took two minutes
    /// (ext4 with `discard`).
    @Override
    public String client(Case setting, Ends ends) {
        Conditions c = setting.conditions();
        return """
        sh -c 'd=$(mktemp -d "%s/railhead-fio.XXXXXX") || exit 1
        trap "rm -rf \\"$d\\"" EXIT
        trap "exit 143" TERM INT HUP
        fio --name=disk --filename="$d/file" --size=%s --rw=%s --bs=%s --iodepth=%s \
        --ioengine=libaio --direct=1 --overwrite=%s --time_based --runtime=%s --randrepeat=0 --norandommap \
        --output-format=json'"""
                .formatted(
                        c.get("directory"),
                        c.get("file"),
                        c.get("access"),
                        c.get("block"),
                        c.get("depth"),
                        c.get("access").equals("randwrite") ? "1" : "0",
                        c.get("duration"));
    }

    @Override
    public Outcome read(Case setting, Transcript client) {
        Reader.Read<FioRun> read = Reader.read(client, FioRun.class);
        if (read.fact().isEmpty()) {
            return Outcome.failed(read.why());
        }
        FioRun run = read.fact().get();
        if (run.jobs().isEmpty()) {
            return Outcome.failed("fio ran no job: " + Reader.why(client, List.of("no reason")));
        }
        FioRun.Job job = run.jobs().getFirst();
        if (job.error() != 0) {
            return Outcome.failed(
                    "fio stopped with error "
                            + job.error()
                            + ": "
                            + Reader.why(client, List.of("no reason given")));
        }
        Conditions c = Conditions.of("version", run.version());
        List<Measurement> values = new ArrayList<>();
        List<String> notes = new ArrayList<>();
        side(job.read(), c.with("operation", "read"), run.source(), values, notes);
        side(job.write(), c.with("operation", "write"), run.source(), values, notes);
        return values.isEmpty() ? Outcome.failed("fio moved no data") : Outcome.of(values, notes);
    }

    private static void side(
            FioRun.Side side,
            Conditions c,
            Source source,
            List<Measurement> values,
            List<String> notes) {
        if (side.ioBytes() <= 0) {
            return;
        }
        values.add(
                measured(
                        "disk.bandwidth",
                        side.bytesPerSecond() * 8,
                        "bit/s",
                        Statistic.MEAN,
                        c,
                        source));
        values.add(measured("disk.iops", side.iops(), "op/s", Statistic.MEAN, c, source));
        Conditions whole = c.with("trip", "full");
        if (side.latencyMeanNanos().isPresent()) {
            double mean = side.latencyMeanNanos().getAsDouble();
            values.add(measured("disk.latency", mean, "ns", Statistic.MEAN, whole, source));
        }
        double operations = side.iops() * side.runtimeMillis().orElse(0) / 1e3;
        PERCENTILES.forEach(
                (percentile, statistic) -> {
                    Double nanos = side.completionPercentiles().get(percentile);
                    if (nanos == null) {
                        return;
                    }
                    if (operations * (1 - percentile / 100) >= SAMPLES_BEYOND * 0.999) {
                        values.add(measured("disk.latency", nanos, "ns", statistic, whole, source));
                    } else {
                        notes.add(
                                "%s is left out: %.0f operations are too few for it"
                                        .formatted(Values.statistic(statistic), operations));
                    }
                });
    }

    private static Measurement measured(
            String metric, double value, String unit, Statistic statistic, Conditions c, Source s) {
        return new Measurement(metric, value, unit, statistic, c, s, Optional.empty());
    }
}
