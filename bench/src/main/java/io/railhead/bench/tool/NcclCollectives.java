package io.railhead.bench.tool;

import com.google.auto.service.AutoService;
import io.railhead.bench.Benchmark;
import io.railhead.bench.Case;
import io.railhead.bench.Ends;
import io.railhead.bench.NcclLaunch;
import io.railhead.bench.NcclSettings;
import io.railhead.bench.Outcome;
import io.railhead.bench.Settings;
import io.railhead.bench.Tool;
import io.railhead.model.Bandwidth;
import io.railhead.model.Conditions;
import io.railhead.model.Measurement;
import io.railhead.model.Source;
import io.railhead.model.Statistic;
import io.railhead.model.Transcript;
import io.railhead.model.fact.NcclTestRun;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Collectives between the GPUs of a host by nccl-tests, or between hosts when one MPI job spans
/// them. What carried the data is read from NCCL's own log, channel by channel, and stands with
/// each value; what was asked for does not.
///
/// Judged is the largest size only: the average that nccl-tests prints at its end runs over all
/// sizes and measures nothing.
@AutoService(Benchmark.class)
public final class NcclCollectives implements Benchmark {
    /// Messages of all sizes up to the largest are twice its bytes, 25 times (5 to warm up) in each
    /// of two placements.
    private static final int TIMES = 2 * 25 * 2;

    /// What it is given at least.
    private static final Duration LEAST = Duration.ofSeconds(60);

    /// The same where sockets may carry what RDMA should, and starting over hosts takes its time.
    private static final Duration LEAST_SLOW = Duration.ofSeconds(180);

    private static final double SOCKET_BYTES_PER_SECOND = 1.5e9;

    /// `busbw` is printed with two decimals, and `algbw` it comes from too.
    private static final double ROUNDING = 0.011;

    /// What a shell says: `bash: line 1: orted: command not found`.
    private static final Pattern LACKING =
            Pattern.compile("(?m)(?:^|: )([\\w./+-]+): (?:command )?not found$");

    @Override
    public String name() {
        return "nccl-tests";
    }

    @Override
    public String about() {
        return "bandwidth of NCCL's collectives, and which transport carried the data";
    }

    /// Where they are is a setting, so that their absence is told by the run itself.
    @Override
    public List<Tool> tools() {
        return List.of();
    }

    @Override
    public Place place(Settings settings) {
        return settings.nccl().launch().spans() ? Place.ONE_JOB : Place.EACH_HOST;
    }

    @Override
    public List<Case> cases(Settings settings) {
        NcclSettings nccl = settings.nccl();
        List<Case> cases = new ArrayList<>();
        for (String transport : nccl.transports()) {
            for (String collective : nccl.collectives()) {
                Conditions c =
                        Conditions.of(
                                "tool",
                                "nccl-tests",
                                "collective",
                                collective,
                                "asked-transport",
                                transport,
                                "gpus",
                                nccl.gpus().isPresent()
                                        ? Integer.toString(nccl.gpus().getAsInt())
                                        : "all",
                                "largest",
                                Long.toString(nccl.largest()));
                if (!nccl.programs().isEmpty()) {
                    c = c.with("programs", nccl.programs());
                }
                String label = collective + (transport.equals("auto") ? "" : " over " + transport);
                cases.add(
                        new Case(
                                label,
                                takes(transport, nccl),
                                limit(transport, nccl),
                                nccl.launch().stated(c)));
            }
        }
        return cases;
    }

    /// As far as one can tell before: by the rates that PCIe, a 100G port and TCP usually have, and
    /// what starting takes.
    private static Duration takes(String transport, NcclSettings nccl) {
        boolean spans = nccl.launch().spans();
        double bytesPerSecond =
                switch (transport) {
                    case "socket" -> SOCKET_BYTES_PER_SECOND;
                    case "shm" -> 6e9;
                    default -> spans ? 10e9 : 20e9;
                };
        return takes(spans, nccl, bytesPerSecond);
    }

    private static Duration takes(boolean spans, NcclSettings nccl, double bytesPerSecond) {
        double seconds = (spans ? 10 : 4) + TIMES * (double) nccl.largest() / bytesPerSecond;
        return Duration.ofSeconds(Math.round(seconds));
    }

    /// Twice what sockets would take where they may carry it: a fall back to them is to be seen.
    private static Duration limit(String transport, NcclSettings nccl) {
        boolean spans = nccl.launch().spans();
        boolean slow = spans || !transport.equals("auto");
        Duration patient =
                slow
                        ? takes(spans, nccl, SOCKET_BYTES_PER_SECOND).multipliedBy(2)
                        : takes(transport, nccl).multipliedBy(4);
        Duration least = slow ? LEAST_SLOW : LEAST;
        return patient.compareTo(least) < 0 ? least : patient;
    }

    @Override
    public Optional<String> server(Ends ends) {
        return Optional.empty();
    }

    /// Told before any test where no program is there at all. A job over hosts finds out by itself:
    /// where it runs is not where it is started.
    @Override
    public Optional<String> obstacle(Settings settings) {
        NcclSettings nccl = settings.nccl();
        if (nccl.launch().spans()) {
            return Optional.empty();
        }
        String folder = nccl.programs().replaceFirst("/+$", "");
        StringBuilder any = new StringBuilder();
        for (String collective : nccl.collectives()) {
            any.append(any.isEmpty() ? "" : " || ")
                    .append("command -v ")
                    .append(folder.isEmpty() ? "" : folder + "/")
                    .append(collective)
                    .append("_perf");
        }
        return Optional.of(
                """
                PATH="%s:$PATH"
                { %s; } >/dev/null 2>&1 && exit 0
                if command -v nvidia-smi >/dev/null 2>&1; then
                    echo "nccl-tests is not there%s: --build builds it, and --nccl-tests names the folder of one that is"
                else
                    echo "no GPU (nvidia-smi is not there), nor nccl-tests%s"
                fi
                """
                        .formatted(
                                NcclBuild.folder(false),
                                any,
                                folder.isEmpty() ? "" : " in " + folder,
                                folder.isEmpty() ? "" : " in " + folder));
    }

    @Override
    public String client(Case setting, Ends ends) {
        Conditions c = setting.conditions();
        NcclLaunch launch = NcclLaunch.of(c);
        String folder = c.get("programs");
        String program = c.get("collective") + "_perf";
        if (!folder.isEmpty()) {
            program = folder.replaceFirst("/+$", "") + "/" + program;
        }
        String gpus = c.get("gpus").equals("all") ? "" : c.get("gpus");
        List<String> variables = new ArrayList<>(List.of("NCCL_DEBUG=INFO"));
        variables.addAll(
                switch (c.get("asked-transport")) {
                    case "shm" -> List.of("NCCL_P2P_DISABLE=1", "NCCL_NVLS_ENABLE=0");
                    case "socket" ->
                            List.of(
                                    "NCCL_P2P_DISABLE=1",
                                    "NCCL_SHM_DISABLE=1",
                                    "NCCL_NVLS_ENABLE=0",
                                    "NCCL_NET=Socket");
                    default -> List.of();
                });
        String test = program + " -b 8 -e " + c.get("largest") + " -f 2 -c 1 -n 20";
        // What was built here comes before what a package brought.
        String built = NcclBuild.folder(launch.spans());
        return "env PATH=\"%s:$PATH\" ".formatted(built) + launch.command(test, gpus, variables);
    }

    @Override
    public boolean logs(Case setting) {
        return setting.conditions().get("asked-transport").equals("auto");
    }

    @Override
    public Outcome read(Case setting, Transcript client) {
        Reader.Read<NcclTestRun> read = Reader.read(client, NcclTestRun.class);
        Matcher lacking = LACKING.matcher(client.stdout() + "\n" + client.stderr());
        if (client.exitCode() == 127 && lacking.find() && !lacking.group(1).endsWith("_perf")) {
            return Outcome.failed(
                    lacking.group(1)
                            + " is not found on a host: the PATH that a command over SSH gets there"
                            + " lacks the programs of MPI or Slurm");
        }
        if (client.exitCode() == 127) {
            return Outcome.failed(
                    setting.conditions().get("collective")
                            + "_perf is not there: --build builds nccl-tests on the hosts, and"
                            + " --nccl-tests names the folder of one that is there");
        }
        if (read.fact().isEmpty() || read.fact().get().rows().isEmpty()) {
            return Outcome.failed(
                    read.fact().isEmpty()
                            ? read.why()
                            : Reader.why(client, List.of("nccl-tests printed no row")));
        }
        NcclTestRun run = read.fact().get();
        Optional<String> apart = apart(setting.conditions(), run);
        if (apart.isPresent()) {
            return Outcome.failed(apart.get());
        }
        Conditions c = Conditions.of("transport", transport(run.transports()));
        if (run.ranks().isPresent()) {
            c = c.with("ranks", Integer.toString(run.ranks().getAsInt()));
        }
        if (run.libraryVersion().isPresent()) {
            c = c.with("version", Integer.toString(run.libraryVersion().getAsInt()));
        }
        TreeSet<String> gpus = new TreeSet<>();
        run.devices().forEach(d -> gpus.add(d.name()));
        if (!gpus.isEmpty()) {
            c = c.with("gpu", String.join(",", gpus));
        }
        NcclTestRun.Row largest =
                run.rows().stream()
                        .max(Comparator.comparingLong(NcclTestRun.Row::bytes))
                        .orElseThrow();
        List<Measurement> values = new ArrayList<>();
        List<String> notes = new ArrayList<>();
        String collective = run.collective().orElse(setting.conditions().get("collective"));
        for (NcclTestRun.Row row : run.rows()) {
            Conditions own = c.with("message", Long.toString(row.bytes()));
            String metric = row == largest ? "nccl.busbw" : "nccl.busbw.sweep";
            half(metric, row.outOfPlace(), own.with("placement", "out-of-place"), row, values);
            row.inPlace()
                    .ifPresent(
                            h -> half(metric, h, own.with("placement", "in-place"), row, values));
            disagreement(collective, row, run.ranks().orElse(0)).ifPresent(notes::add);
        }
        if (run.outOfBounds().isPresent()) {
            values.add(
                    measured(
                            "nccl.wrong",
                            run.outOfBounds().getAsLong(),
                            "count",
                            Statistic.TOTAL,
                            c,
                            run.source()));
        }
        notes.add("data went " + words(run.transports()));
        return Outcome.of(values, notes);
    }

    /// Programs without MPI start as often as they are told to, each as a job of its own, and would
    /// give the figures of one host for those of all.
    private static Optional<String> apart(Conditions asked, NcclTestRun run) {
        if (!NcclLaunch.of(asked).spans()) {
            return Optional.empty();
        }
        long ranks = run.devices().stream().mapToInt(NcclTestRun.Device::rank).distinct().count();
        if (ranks < run.devices().size()) {
            return Optional.of(
                    "every rank was a job of its own: nccl-tests was built without MPI; --build"
                            + " builds it with");
        }
        long hosts = run.devices().stream().map(NcclTestRun.Device::host).distinct().count();
        int wanted = asked.get("across").split(",").length;
        return hosts >= wanted
                ? Optional.empty()
                : Optional.of("the job ran on %d of %d hosts".formatted(hosts, wanted));
    }

    private static void half(
            String metric,
            NcclTestRun.Half half,
            Conditions c,
            NcclTestRun.Row row,
            List<Measurement> values) {
        values.add(
                measured(
                        metric,
                        Bandwidth.gigabytes(half.busbw()).bitsPerSecond(),
                        "bit/s",
                        Statistic.MEAN,
                        c,
                        row.source()));
    }

    /// busbw = algbw x factor, with n ranks (nccl-tests, PERFORMANCE.md).
    static double factor(String collective, int ranks) {
        double n = ranks;
        return switch (collective) {
            case "all_reduce" -> 2 * (n - 1) / n;
            case "all_gather", "reduce_scatter", "alltoall", "gather", "scatter" -> (n - 1) / n;
            default -> 1;
        };
    }

    /// A table whose own two numbers do not fit each other was read in the wrong columns.
    private static Optional<String> disagreement(
            String collective, NcclTestRun.Row row, int ranks) {
        if (ranks < 2 || collective.equals("hypercube")) {
            return Optional.empty();
        }
        NcclTestRun.Half half = row.outOfPlace();
        double wanted = half.algbw() * factor(collective, ranks);
        return Math.abs(wanted - half.busbw()) <= ROUNDING * 2 + 0.002 * wanted
                ? Optional.empty()
                : Optional.of(
                        "%d bytes: busbw %.2f is not algbw %.2f x %.3f for %d ranks"
                                .formatted(
                                        row.bytes(),
                                        half.busbw(),
                                        half.algbw(),
                                        factor(collective, ranks),
                                        ranks));
    }

    /// `P2P`, `SHM`, `NET/Socket`, `NET/IB/GDRDMA`, joined by `+` where channels differ; `unknown`
    /// when the log names none.
    static String transport(Map<String, Integer> channels) {
        TreeSet<String> kinds = new TreeSet<>();
        channels.keySet().forEach(k -> kinds.add(kind(k)));
        return kinds.isEmpty() ? "unknown" : String.join("+", kinds);
    }

    private static String kind(String via) {
        if (via.startsWith("NET/")) {
            String[] parts = via.split("/");
            return "NET/"
                    + (parts.length > 1 ? parts[1] : "?")
                    + (via.contains("GDRDMA") ? "/GDRDMA" : "");
        }
        return via.replaceFirst("[/ ].*", "");
    }

    private static String words(Map<String, Integer> channels) {
        if (channels.isEmpty()) {
            return "by a way that NCCL's log does not name";
        }
        List<String> words = new ArrayList<>();
        channels.forEach((via, n) -> words.add("via " + via + " (" + n + " channel ends)"));
        return String.join(", ", words);
    }

    private static Measurement measured(
            String metric, double value, String unit, Statistic statistic, Conditions c, Source s) {
        return new Measurement(metric, value, unit, statistic, c, s, Optional.empty());
    }
}
