package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Something that RDMA or GPU programs are built with is not found by the compiler.
@AutoService(Cause.class)
public final class BuildDependency implements Cause {
    /// Beginnings of headers and libraries, and what brings them.
    private static final Map<String, String> FROM = new LinkedHashMap<>();

    static {
        FROM.put("nccl", "apt-get install libnccl-dev        # or NCCL_HOME=DIR");
        FROM.put(
                "mpi",
                "apt-get install libopenmpi-dev; make MPI=1 MPI_HOME=/usr CC=mpicc CXX=mpicxx");
        FROM.put("cuda", "make CUDA_HOME=/usr/local/cuda      # of the toolkit, not the driver");
        FROM.put("infiniband/", "apt-get install libibverbs-dev");
        FROM.put("ibverbs", "apt-get install libibverbs-dev");
        FROM.put("rdma/", "apt-get install librdmacm-dev");
        FROM.put("rdmacm", "apt-get install librdmacm-dev");
        FROM.put("numa", "apt-get install libnuma-dev");
    }

    @Override
    public String code() {
        return "build-dependency-missing";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        for (LogEvent e : clues.of("build-missing")) {
            String what = e.get("what");
            FROM.entrySet().stream()
                    .filter(f -> what.startsWith(f.getKey()))
                    .findFirst()
                    .ifPresent(
                            f ->
                                    verdict.certain(
                                                    List.of(e),
                                                    "the compiler does not find " + what)
                                            .fix(
                                                    "Install it, or say where it is:\n  "
                                                            + f.getValue()));
        }
    }
}
