package io.railhead.configure;

import io.railhead.configure.HostOutcome.State;
import io.railhead.model.intent.Cluster;
import io.railhead.model.intent.Host;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What hosts whose run was taken back leave on the others: each host lists the public keys of all,
/// and a run that is taken back on one host takes nothing back on another.
public final class TrustLeft {
    /// What leaves nothing of a run on a host.
    private static final List<State> GONE =
            List.of(State.ROLLED_BACK, State.REVERTED, State.NOT_TRIED, State.REFUSED);

    private TrustLeft() {}

    /// @param doing `apply` or `rollback`
    /// @param cluster whose roster has the hosts that `--hosts` left out too
    /// @return what to tell, when a host is without the key pair of `ssh-trust` and others list it
    public static Optional<String> of(String doing, Cluster cluster, RunResult result) {
        return of(doing, cluster, result, Map.of());
    }

    /// @param known how far hosts had come in this run when last heard of, by their states' words
    /// (see [LocalJournal.Known]); hosts that are not there are taken for ones on which it stands
    public static Optional<String> of(
            String doing, Cluster cluster, RunResult result, Map<String, String> known) {
        boolean applied = doing.equals("apply");
        State back = applied ? State.REVERTED : State.ROLLED_BACK;
        List<String> lost =
                result.hosts().stream()
                        .filter(h -> h.state() == back && hadKey(h))
                        .map(HostOutcome::device)
                        .toList();
        List<String> keep =
                cluster.roster().stream()
                        .filter(h -> h.policy().launch().sshTrust().isPresent())
                        .map(Host::name)
                        .filter(h -> applied ? is(State.DONE, h, result) : stands(h, result, known))
                        .toList();
        if (lost.isEmpty() || keep.isEmpty()) {
            return Optional.empty();
        }
        String others = String.join(",", keep);
        return Optional.of(
                "the run was taken back on "
                        + String.join(", ", lost)
                        + ", and the key pair of ssh-trust is not in its place there;"
                        + " authorized_keys and known_hosts of "
                        + others
                        + " may have lines for "
                        + (lost.size() == 1 ? "it" : "them")
                        + " all the same, by which nobody logs in. `railhead apply` makes them"
                        + " good; `railhead rollback "
                        + result.run()
                        + " --hosts "
                        + others
                        + "` takes them out");
    }

    private static boolean hadKey(HostOutcome host) {
        return host.changes().stream().anyMatch(s -> s.resource().matches("ssh-trust:.*/key"));
    }

    /// Whether the run may still stand on a host when it was taken back on others.
    private static boolean stands(String host, RunResult result, Map<String, String> known) {
        Optional<State> now =
                result.hosts().stream()
                        .filter(h -> h.device().equals(host))
                        .map(HostOutcome::state)
                        .findFirst();
        if (now.isPresent()) {
            return switch (now.get()) {
                case NOTHING_TO_DO, ROLLED_BACK -> false;
                case DONE, REFUSED, REVERTED, BROKEN, UNREACHABLE, UNKNOWN, NOT_TRIED -> true;
            };
        }
        return GONE.stream().noneMatch(s -> s.word().equals(known.getOrDefault(host, "")));
    }

    private static boolean is(State state, String host, RunResult result) {
        return result.hosts().stream().anyMatch(h -> h.device().equals(host) && h.state() == state);
    }
}
