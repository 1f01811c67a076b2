package io.railhead.model.fact;

import io.railhead.model.Source;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/// A fio run (`--output-format=json`). Latencies are nanoseconds whatever the version printed.
public record FioRun(String version, List<Job> jobs, Source source) implements Fact {
    /// Option of a job: how many jobs a result is of, where it is said.
    public static final String JOBS = "jobs";

    public FioRun {
        jobs = List.copyOf(jobs);
    }

    /// @param error errno of the job, 0 when it went well
    /// @param options as given to the job, those of the global section included
    public record Job(String name, int error, Map<String, String> options, Side read, Side write) {
        public Job {
            options = Map.copyOf(options);
        }
    }

    /// One direction.
    ///
    /// @param bytesPerSecond mean over the run
    /// @param latencyMeanNanos of whole operations (submission and completion)
    /// @param completionPercentiles nanoseconds by percentile, from `clat` or, when asked for,
    ///     `lat`
    public record Side(
            long ioBytes,
            double bytesPerSecond,
            double iops,
            OptionalLong runtimeMillis,
            OptionalDouble latencyMeanNanos,
            OptionalDouble completionMeanNanos,
            Map<Double, Double> completionPercentiles) {
        /// A direction in which nothing was done.
        public static final Side NONE =
                new Side(
                        0,
                        0,
                        0,
                        OptionalLong.empty(),
                        OptionalDouble.empty(),
                        OptionalDouble.empty(),
                        Map.of());

        public Side {
            completionPercentiles = Map.copyOf(completionPercentiles);
        }
    }
}
