package io.railhead.bench;

import io.railhead.model.Conditions;
import java.util.ArrayList;
import java.util.List;

/// How a program of nccl-tests is started: on each host by itself, or as one job of many hosts with
/// a rank a GPU. Every form is one POSIX shell command that ends with the program's own output.
public sealed interface NcclLaunch {

    /// Hosts (or addresses) are words that no shell takes apart.
    String WORD = "[\\w.:-]+";

    /// The conditions that tell it apart; a command is made from conditions alone.
    Conditions stated(Conditions to);

    /// The command, to stand after `env` and further variables.
    ///
    /// @param test the program with its arguments, without `-g`
    /// @param gpus of each host: a number, or empty for all there are
    /// @param variables `NAME=value`, for every rank
    String command(String test, String gpus, List<String> variables);

    /// True when one job spans hosts.
    default boolean spans() {
        return true;
    }

    /// What [#stated] put there.
    static NcclLaunch of(Conditions c) {
        List<String> hosts = List.of(c.get("across").split(","));
        return switch (c.get("launch")) {
            case "mpirun" -> new Mpi(hosts);
            case "srun" -> new Slurm(hosts, c.get("partition"));
            default -> new EachHost();
        };
    }

    /// One process on every host, with all its GPUs.
    record EachHost() implements NcclLaunch {
        @Override
        public Conditions stated(Conditions to) {
            return to;
        }

        @Override
        public boolean spans() {
            return false;
        }

        @Override
        public String command(String test, String gpus, List<String> variables) {
            String all = "$(nvidia-smi -L 2>/dev/null | grep -c ^GPU)";
            return "%s %s -g %s"
                    .formatted(String.join(" ", variables), test, gpus.isEmpty() ? all : gpus);
        }
    }

    /// `mpirun` over SSH, started on the first host. Open MPI and the Hydra launchers (MPICH, Intel
    /// MPI, MVAPICH) take different options; which one is there says `mpirun --version`.
    ///
    /// @param hosts as they reach each other; at least two
    record Mpi(List<String> hosts) implements NcclLaunch {
        public Mpi {
            hosts = words(hosts);
            if (hosts.size() < 2) {
                throw new IllegalArgumentException("across: it takes at least two hosts");
            }
        }

        @Override
        public Conditions stated(Conditions to) {
            return to.with("launch", "mpirun").with("across", String.join(",", hosts));
        }

        @Override
        public String command(String test, String gpus, List<String> variables) {
            String g = gpus.isEmpty() ? "$(nvidia-smi -L 2>/dev/null | grep -c ^GPU)" : gpus;
            List<String> slots = new ArrayList<>();
            hosts.forEach(h -> slots.add(h + ":$g"));
            // Where NCCL and CUDA are is often said by the login's environment alone.
            StringBuilder open = new StringBuilder(" -x PATH -x LD_LIBRARY_PATH");
            StringBuilder hydra = new StringBuilder();
            for (String variable : variables) {
                open.append(" -x ").append(variable);
                hydra.append(" -genv ").append(variable.replaceFirst("=", " "));
            }
            return """
            sh -c 'g=%s; export PATH LD_LIBRARY_PATH
            case "$(mpirun --version 2>&1)" in
            *"Open MPI"*|*OpenRTE*) exec mpirun --allow-run-as-root --host %s%s %s -g 1 ;;
            *) exec mpirun -hosts %s -ppn "$g"%s %s -g 1 ;;
            esac'"""
                    .formatted(
                            g,
                            String.join(",", slots),
                            open,
                            test,
                            String.join(",", hosts),
                            hydra,
                            test);
        }
    }

    /// `srun`, from the first host, which must be one that may submit jobs. PMIx is taken where
    /// Slurm has it, else PMI-2.
    ///
    /// @param nodes as Slurm names them; one will do
    /// @param partition empty for the default one
    record Slurm(List<String> nodes, String partition) implements NcclLaunch {
        /// Seconds that a job may wait for its nodes before it is given up.
        static final int QUEUED = 60;

        public Slurm {
            nodes = words(nodes);
            if (!partition.matches("[\\w.-]*")) {
                throw new IllegalArgumentException(
                        "partition: letters, digits and ._- only, not " + partition);
            }
        }

        @Override
        public Conditions stated(Conditions to) {
            Conditions c = to.with("launch", "srun").with("across", String.join(",", nodes));
            return partition.isEmpty() ? c : c.with("partition", partition);
        }

        /// The GPUs of a node are those that Slurm gives out: `sinfo` prints `gpu:h200:8(S:0-1)`.
        @Override
        public String command(String test, String gpus, List<String> variables) {
            String first = nodes.getFirst();
            String all =
                    "$(sinfo -h -N -n %s -o %%G | sed -n \"s/.*gpu:\\([a-zA-Z][^:,(]*:\\)\\{0,1\\}\\([0-9][0-9]*\\).*/\\2/p\" | head -n 1)"
                            .formatted(first);
            return """
            sh -c 'g=%s
            if [ -z "$g" ]; then
                echo "Slurm gives out no GPU of %s (sinfo -N -o %%G): say how many with --gpus" >&2
                exit 1
            fi
            m=pmi2; case "$(srun --mpi=list 2>&1)" in *pmix*) m=pmix ;; esac
            exec srun --job-name=railhead --immediate=%d%s --nodes=%d --nodelist=%s \
            --ntasks-per-node="$g" --gpus-per-node="$g" --mpi="$m" --export=ALL,%s %s -g 1'"""
                    .formatted(
                            gpus.isEmpty() ? all : gpus,
                            first,
                            QUEUED,
                            partition.isEmpty() ? "" : " --partition=" + partition,
                            nodes.size(),
                            String.join(",", nodes),
                            String.join(",", variables),
                            test);
        }
    }

    private static List<String> words(List<String> hosts) {
        for (String host : hosts) {
            if (!host.matches(WORD)) {
                throw new IllegalArgumentException("across: names or addresses, not " + host);
            }
        }
        return List.copyOf(hosts);
    }
}
