package io.railhead.bench.saturate;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// What each of several flows gets when no port carries more than it can and no flow could have
/// more without another, that has no more, having less (max-min fairness; Bertsekas and Gallager,
/// Data Networks, 6.5.2).
final class FairShare {
    private FairShare() {}

    /// A flow and what it could have alone.
    ///
    /// @param out the port it leaves by
    /// @param in the port it arrives at
    /// @param most in bit/s
    record Flow(String out, String in, double most) {}

    /// @param ports what a port carries in each direction, in bit/s
    /// @return of each flow in bit/s, in their order
    static double[] of(List<Flow> flows, Map<String, Double> ports) {
        double[] rates = new double[flows.size()];
        Map<String, Double> left = new HashMap<>();
        for (Flow f : flows) {
            left.put("out " + f.out(), ports.getOrDefault(f.out(), Double.POSITIVE_INFINITY));
            left.put("in " + f.in(), ports.getOrDefault(f.in(), Double.POSITIVE_INFINITY));
        }
        List<Integer> growing = new ArrayList<>();
        for (int i = 0; i < flows.size(); i++) {
            growing.add(i);
        }
        while (!growing.isEmpty()) {
            Map<String, Integer> sharing = new HashMap<>();
            for (int i : growing) {
                sides(flows.get(i)).forEach(s -> sharing.merge(s, 1, Integer::sum));
            }
            double step = Double.POSITIVE_INFINITY;
            for (int i : growing) {
                step = Math.min(step, flows.get(i).most() - rates[i]);
                for (String side : sides(flows.get(i))) {
                    step = Math.min(step, at(left, side) / sharing.getOrDefault(side, 1));
                }
            }
            if (step == Double.POSITIVE_INFINITY) {
                break;
            }
            for (int i : growing) {
                rates[i] += step;
                for (String side : sides(flows.get(i))) {
                    left.put(side, at(left, side) - step);
                }
            }
            // What is left of a port by rounding is nothing: a millionth of a bit a second.
            growing.removeIf(
                    i ->
                            flows.get(i).most() - rates[i] < 1e-3
                                    || sides(flows.get(i)).stream()
                                            .anyMatch(s -> at(left, s) < 1e-3));
        }
        return rates;
    }

    private static double at(Map<String, Double> left, String side) {
        return left.getOrDefault(side, Double.POSITIVE_INFINITY);
    }

    private static List<String> sides(Flow f) {
        return List.of("out " + f.out(), "in " + f.in());
    }
}
