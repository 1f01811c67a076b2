package io.railhead.lab;

import java.util.ArrayList;
import java.util.List;

/// Whether this machine can hold a lab.
public sealed interface Readiness {

    /// @param useful packages that the hosts' checks and benchmarks would like to have
    record Ready(List<String> useful) implements Readiness {}

    /// @param needed packages without which there is no lab
    /// @param useful packages that the hosts' checks and benchmarks would like to have
    record Lacks(List<String> needed, List<String> useful) implements Readiness {

        /// All of them, at once.
        public List<String> packages() {
            List<String> all = new ArrayList<>(needed);
            all.addAll(useful);
            return all;
        }
    }

    /// @param reason one line
    /// @param remedy what to do about it, one line
    record Cannot(String reason, String remedy) implements Readiness {}
}
