package io.railhead.fabric;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// Which form a network of a number of hosts should have, with what each form takes and why. Every
/// port of a host is one rail's; nothing is oversubscribed.
///
/// @param hosts at least 1
/// @param rails ports of each host, at least 1
/// @param switchPorts of one switch, at least 2
public record TopologyAdvice(int hosts, int rails, int switchPorts) {

    /// How hosts are joined, from the cheapest to the largest.
    public enum Form {
        BACK_TO_BACK("back to back"),
        ONE_SWITCH("one switch a rail"),
        LEAF_SPINE("leaf-spine");

        private final String words;

        Form(String words) {
            this.words = words;
        }

        public String words() {
            return words;
        }
    }

    /// A form as it would be for these hosts.
    ///
    /// @param fits whether these hosts can be joined so
    /// @param switches 0 where none is needed
    /// @param cables all of them, those between switches too
    /// @param hops switches between two hosts of one rail, the most
    /// @param why why it fits or does not
    public record Shape(
            Form form,
            boolean fits,
            long switches,
            long cables,
            int hops,
            String why,
            String redundancy,
            String cost,
            String complexity) {}

    private static final String ALONE = "there is one host, and nobody to join it with";

    /// All forms.
    public List<Shape> shapes() {
        return List.of(backToBack(), oneSwitch(), leafSpine());
    }

    /// The first that fits: it has the fewest parts that cost, wait and fail. None for one host,
    /// and for more hosts than two tiers of such switches join.
    public List<Shape> advised() {
        return hosts < 2 ? List.of() : shapes().stream().filter(Shape::fits).limit(1).toList();
    }

    /// Most hosts of a rail that two tiers join without oversubscription: each of as many leaves as
    /// a spine has ports gives half of its own ports to hosts.
    public long mostOfTwoTiers() {
        return (long) switchPorts / 2 * switchPorts / rails;
    }

    private Shape backToBack() {
        boolean two = hosts == 2;
        return new Shape(
                Form.BACK_TO_BACK,
                two,
                0,
                two ? rails : 0,
                0,
                two
                        ? (rails == 1 ? "one cable joins" : "a cable a rail joins")
                                + " two hosts, and no switch delays or fails"
                        : hosts < 2
                                ? ALONE
                                : "a cable has two ends: it joins 2 hosts, not " + hosts,
                rails == 1
                        ? "none: the one cable is the network"
                        : "a cable that fails takes its rail along, the others go on",
                "cables only",
                "none: no switch to configure, PFC and ECN between two ports");
    }

    /// As many rails on a switch as fit whole, so that a rail is never split.
    private Shape oneSwitch() {
        boolean fits = hosts > 1 && hosts <= switchPorts;
        int together = Math.max(1, Math.min(rails, switchPorts / Math.max(1, hosts)));
        long switches = fits ? (rails + together - 1L) / together : 0;
        return new Shape(
                Form.ONE_SWITCH,
                fits,
                switches,
                fits ? (long) hosts * rails : 0,
                1,
                fits
                        ? "the %d ports of a rail fit on one switch of %d ports: every pair is one hop apart"
                                .formatted(hosts, switchPorts)
                        : hosts < 2
                                ? ALONE
                                : "the %d ports of a rail do not fit on one switch of %d ports"
                                        .formatted(hosts, switchPorts),
                switches <= 1
                        ? "the switch is a single point of failure"
                        : "a switch that fails takes %s along, the others go on"
                                .formatted(
                                        together == 1 ? "its rail" : "its " + together + " rails"),
                fits ? "%d switch%s".formatted(switches, switches == 1 ? "" : "es") : "-",
                "low: one lossless class to keep"
                        + (switches <= 1
                                ? ""
                                : "; rails on unlike switches reach each other only through a host"
                                        + " (NVLink)"));
    }

    /// Leaf k of a group holds rail k of its hosts; half of its ports go up, spread evenly.
    private Shape leafSpine() {
        int down = switchPorts / 2;
        boolean fits = hosts > 1 && (long) hosts <= mostOfTwoTiers();
        long groups = (hosts + (long) down - 1) / down;
        long leaves = Math.max(2, groups * rails);
        long spines = Math.max(2, (leaves * down + switchPorts - 1) / switchPorts);
        while (spines < down && down % spines != 0) {
            spines++;
        }
        return new Shape(
                Form.LEAF_SPINE,
                fits && leaves <= switchPorts,
                leaves + spines,
                (long) hosts * rails + leaves * down,
                groups > 1 || rails == 1 ? 3 : 1,
                fits && leaves <= switchPorts
                        ? "%d leaves with %d ports down and %d up, %d spines: joins up to %d hosts"
                                .formatted(leaves, down, down, spines, mostOfTwoTiers())
                        : hosts < 2
                                ? ALONE
                                : "two tiers of switches with %d ports join %d hosts of as many rails at most; more want a third tier, which is not sized here"
                                        .formatted(switchPorts, mostOfTwoTiers()),
                ("a spine that fails takes 1/%d of what crosses leaves; a leaf that fails takes the"
                                + " ports of its hosts")
                        .formatted(spines),
                "%d switches, %d cables between them".formatted(leaves + spines, leaves * down),
                "high: routing or ECMP, its hash, and the lossless class on every hop");
    }

    /// What a reader should know besides, in sentences.
    public List<String> notes() {
        List<String> notes = new ArrayList<>();
        notes.add(
                String.format(
                        Locale.ROOT,
                        "A switch has %d ports here (--switch-ports): one joins up to %d hosts of a"
                                + " rail, two tiers up to %d. Spare ports and growth are not counted.",
                        switchPorts,
                        switchPorts,
                        mostOfTwoTiers()));
        if (rails > 1) {
            notes.add(
                    "Rail k is GPU k of every host, on one switch (or one leaf of a group): an"
                            + " all-reduce goes along each rail between hosts, one hop, and between"
                            + " the GPUs of a host by NVLink. That wants a NIC port a GPU.");
        }
        return notes;
    }
}
