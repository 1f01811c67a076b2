package io.railhead.model.intent;

import java.util.List;
import java.util.Optional;

/// What is wanted, whole.
///
/// @param file the file it was read from, for messages and evidence
/// @param policy what every host should have; hosts carry their own merged copy
/// @param lab true when `lab up` wrote it: the hosts are namespaces of one machine
/// @param roster every host of the cluster, also those that [#only] left out: what a file that
///     names all hosts is made of
public record Cluster(
        String file,
        String name,
        Login login,
        List<Rail> rails,
        List<Host> hosts,
        List<Switch> switches,
        List<Link> links,
        Optional<Lossless> lossless,
        HostPolicy policy,
        List<Job> jobs,
        boolean lab,
        List<Host> roster) {

    /// A cluster of which every host is looked at.
    public Cluster(
            String file,
            String name,
            Login login,
            List<Rail> rails,
            List<Host> hosts,
            List<Switch> switches,
            List<Link> links,
            Optional<Lossless> lossless,
            HostPolicy policy,
            List<Job> jobs,
            boolean lab) {
        this(file, name, login, rails, hosts, switches, links, lossless, policy, jobs, lab, hosts);
    }

    public Cluster {
        rails = List.copyOf(rails);
        hosts = List.copyOf(hosts);
        switches = List.copyOf(switches);
        links = List.copyOf(links);
        jobs = List.copyOf(jobs);
        roster = List.copyOf(roster);
    }

    public Optional<Host> host(String name) {
        return hosts.stream().filter(h -> h.name().equals(name)).findFirst();
    }

    /// Whether a name is a host's, also of one that [#only] left out.
    public boolean isHost(String name) {
        return roster.stream().anyMatch(h -> h.name().equals(name));
    }

    public Optional<Rail> rail(String name) {
        return rails.stream().filter(r -> r.name().equals(name)).findFirst();
    }

    /// The same cluster with only the named hosts; the others stay in its roster.
    public Cluster only(List<Host> kept) {
        return new Cluster(
                file, name, login, rails, kept, switches, links, lossless, policy, jobs, lab,
                roster);
    }
}
