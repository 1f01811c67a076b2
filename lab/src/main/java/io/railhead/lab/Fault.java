package io.railhead.lab;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/// Something wrong that `lab up` builds into a host, for teaching and tests. It is made before the
/// host starts and goes with the lab.
///
/// @param host name of the host
/// @param target interface, or key of a kernel setting; empty for faults of the host as a whole
/// @param value what is written instead of the right thing; empty for the kind's default
public record Fault(Kind kind, String host, String target, String value) {

    /// Where kinds of faults are listed: name, form, meaning.
    public enum Kind {
        RAIL_MTU("HOST/IFACE[=MTU]", "rail at MTU 1500 (or MTU); its netplan file has no MTU"),
        STALE_NETPLAN("HOST/IFACE[=MTU]", "netplan file says MTU 1500 (or MTU); live is right"),
        DUPLICATE_ADDRESS("HOST/IFACE[=OTHER]", "rail has the address of the next host (or OTHER)"),
        WRONG_PREFIX("HOST/IFACE[=PREFIX]", "address with prefix 24 (or PREFIX) instead of 16"),
        BARE_RAIL("HOST/IFACE", "never set up: off, no address, in no netplan file"),
        LINK_DOWN("HOST/IFACE", "cable pulled: the interface has no carrier"),
        SYSCTL_OVERRIDE(
                "HOST/KEY=VALUE", "a later sysctl.d file sets a net.* KEY to VALUE, live too"),
        LOOPBACK_NAME("HOST", "its own name resolves to 127.0.1.1"),
        DUPLICATE_HOSTNAME("HOST[=OTHER]", "calls itself by the name of the next host (or OTHER)");

        private final String form;
        private final String meaning;

        Kind(String form, String meaning) {
            this.form = form;
            this.meaning = meaning;
        }

        /// `rail-mtu`.
        public String word() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }

        public String form() {
            return word() + ":" + form;
        }

        public String meaning() {
            return meaning;
        }
    }

    /// Sorted after every file of a distribution or of Railhead, which is the point of it.
    static final String OVERRIDE_FILE = "/etc/sysctl.d/99-zzz-lab-fault.conf";

    private static final String LOOPBACK = "127.0.1.1";
    private static final int STANDARD_MTU = 1500;
    private static final int NARROW_PREFIX = 24;

    /// Either a fault or, in words, why the text is none.
    public sealed interface Parsed {
        record Good(Fault fault) implements Parsed {}

        record Bad(String why) implements Parsed {}
    }

    /// Reads `KIND:HOST[/TARGET][=VALUE]`.
    public static Parsed parse(String text) {
        int colon = text.indexOf(':');
        String word = colon < 0 ? text : text.substring(0, colon);
        Optional<Kind> kind =
                Arrays.stream(Kind.values()).filter(k -> k.word().equals(word)).findFirst();
        if (kind.isEmpty()) {
            return new Parsed.Bad(
                    "there is no fault \""
                            + word
                            + "\"; known: "
                            + Arrays.stream(Kind.values())
                                    .map(Kind::word)
                                    .collect(Collectors.joining(", ")));
        }
        String rest = colon < 0 ? "" : text.substring(colon + 1);
        int equals = rest.indexOf('=');
        String where = equals < 0 ? rest : rest.substring(0, equals);
        String value = equals < 0 ? "" : rest.substring(equals + 1);
        int slash = where.indexOf('/');
        String host = slash < 0 ? where : where.substring(0, slash);
        String target = slash < 0 ? "" : where.substring(slash + 1);
        boolean targeted = kind.get().form.startsWith("HOST/");
        if (host.isEmpty() || targeted == target.isEmpty() || (equals >= 0 && value.isEmpty())) {
            return new Parsed.Bad("\"" + text + "\": write it as " + kind.get().form());
        }
        Fault fault = new Fault(kind.get(), host, target, value);
        Optional<String> why = fault.wrongValue();
        return why.isPresent()
                ? new Parsed.Bad("\"" + text + "\": " + why.get())
                : new Parsed.Good(fault);
    }

    private Optional<String> wrongValue() {
        return switch (kind) {
            case RAIL_MTU, STALE_NETPLAN -> wrongNumber(576, 9216, "an MTU");
            case WRONG_PREFIX -> wrongNumber(1, 32, "a prefix length");
            case LINK_DOWN, BARE_RAIL, LOOPBACK_NAME ->
                    value.isEmpty() ? Optional.empty() : Optional.of("takes no value");
            case SYSCTL_OVERRIDE -> {
                if (!target.matches("net\\.[a-z0-9_.-]+")) {
                    yield Optional.of("only net.* settings are the host's own");
                }
                yield value.isBlank() || value.lines().count() != 1
                        ? Optional.of("write it as " + kind.form())
                        : Optional.empty();
            }
            case DUPLICATE_ADDRESS, DUPLICATE_HOSTNAME -> Optional.empty();
        };
    }

    private Optional<String> wrongNumber(int least, int most, String what) {
        if (value.isEmpty()) {
            return Optional.empty();
        }
        try {
            int number = Integer.parseInt(value);
            if (number >= least && number <= most) {
                return Optional.empty();
            }
        } catch (NumberFormatException e) {
            // said below
        }
        return Optional.of("\"" + value + "\" is not " + what + " from " + least + " to " + most);
    }

    private int number(int otherwise) {
        return value.isEmpty() ? otherwise : Integer.parseInt(value);
    }

    /// Why the fault does not fit these hosts; empty when it does.
    Optional<String> misfit(List<HostPlan> hosts) {
        Function<String, Optional<String>> known =
                name ->
                        hosts.stream().anyMatch(h -> h.name().equals(name))
                                ? Optional.empty()
                                : Optional.of(
                                        "there is no host "
                                                + name
                                                + "; the lab has "
                                                + hosts.getFirst().name()
                                                + " to "
                                                + hosts.getLast().name());
        Optional<String> why = known.apply(host);
        if (why.isPresent()) {
            return why;
        }
        return switch (kind) {
            case RAIL_MTU, STALE_NETPLAN, WRONG_PREFIX, BARE_RAIL, LINK_DOWN -> noRail();
            case DUPLICATE_ADDRESS ->
                    noRail().or(() -> value.isEmpty() ? Optional.empty() : other(known));
            case DUPLICATE_HOSTNAME -> value.isEmpty() ? Optional.empty() : other(known);
            case SYSCTL_OVERRIDE, LOOPBACK_NAME -> Optional.empty();
        };
    }

    private Optional<String> other(Function<String, Optional<String>> known) {
        return value.equals(host)
                ? Optional.of("name another host than " + host)
                : known.apply(value);
    }

    /// The management link is what hosts are reached by; faults spare it.
    private Optional<String> noRail() {
        return rail().isPresent()
                ? Optional.empty()
                : Optional.of("\"" + target + "\" is not a rail; the rails are eth1 and eth2");
    }

    private Optional<Addressing.Net> rail() {
        return Arrays.stream(Addressing.Net.values())
                .filter(n -> n != Addressing.Net.MANAGEMENT && n.device.equals(target))
                .findFirst();
    }

    /// The hosts with this fault built in. Only for a fault without [#misfit].
    List<HostPlan> apply(List<HostPlan> hosts) {
        return hosts.stream().map(h -> h.name().equals(host) ? apply(h, hosts) : h).toList();
    }

    private HostPlan apply(HostPlan plan, List<HostPlan> all) {
        return switch (kind) {
            case RAIL_MTU -> onRail(plan, p -> p.withMtu(number(STANDARD_MTU)));
            case STALE_NETPLAN -> onRail(plan, p -> p.withKeptMtu(number(STANDARD_MTU)));
            case WRONG_PREFIX ->
                    onRail(plan, p -> p.withAddress(p.address(), number(NARROW_PREFIX)));
            case BARE_RAIL -> onRail(plan, PortPlan::bare);
            case LINK_DOWN -> onRail(plan, PortPlan::uncabled);
            case DUPLICATE_ADDRESS -> {
                int taken = other(plan, all).index();
                yield onRail(plan, p -> p.withAddress(p.net().address(taken), p.prefix()));
            }
            case SYSCTL_OVERRIDE -> plan.withSysctl(OVERRIDE_FILE, target, value);
            case LOOPBACK_NAME -> plan.withOwnNameOn(LOOPBACK);
            case DUPLICATE_HOSTNAME -> plan.withHostname(other(plan, all).name());
        };
    }

    private HostPlan onRail(HostPlan plan, java.util.function.UnaryOperator<PortPlan> change) {
        return rail().map(net -> plan.withPort(net, change)).orElse(plan);
    }

    private HostPlan other(HostPlan plan, List<HostPlan> all) {
        return all.stream()
                .filter(h -> h.name().equals(value))
                .findFirst()
                .orElse(all.get((plan.index() + 1) % all.size()));
    }

    @Override
    public String toString() {
        return kind.word()
                + ":"
                + host
                + (target.isEmpty() ? "" : "/" + target)
                + (value.isEmpty() ? "" : "=" + value);
    }
}
