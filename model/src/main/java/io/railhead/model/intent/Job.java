package io.railhead.model.intent;

import java.util.List;
import java.util.SequencedMap;
import java.util.TreeMap;

/// A training or inference job the cluster is for.
///
/// @param hosts names of the hosts it runs on
/// @param gpusPerHost processes a host, one a GPU
public record Job(
        String name,
        List<String> hosts,
        int gpusPerHost,
        String command,
        SequencedMap<String, String> environment) {

    public Job {
        hosts = List.copyOf(hosts);
        environment = new TreeMap<>(environment);
    }
}
