package io.railhead.intent;

import io.railhead.model.intent.Login;
import io.railhead.model.intent.Subnet;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/// Every address of the file, each with its one owner: management, BMCs, switches and rails.
final class Addresses {
    private static final Pattern NUMERIC = Pattern.compile("[0-9.]+");
    private static final Pattern LEADING_ZERO = Pattern.compile("(.*\\.)?0[0-9].*");

    private final Problems problems;
    private final Map<String, Claim> claims = new HashMap<>();
    private final Map<String, Claim> endpoints = new HashMap<>();

    Addresses(Problems problems) {
        this.problems = problems;
    }

    /// @param owner the machine
    /// @param use what the machine uses it for, for messages
    /// @param login how it is reached, when it is an address that SSH connects to
    private record Claim(String owner, String use, Optional<Login> login, Spot at) {}

    /// A management address, literal or a name, in its one way of writing.
    Optional<String> management(String text, String owner, String use, Login login, Spot at) {
        Optional<String> address = endpoint(text, owner, at);
        address.ifPresent(a -> claim(a, new Claim(owner, use, Optional.of(login), at)));
        return address;
    }

    /// The address of a BMC.
    Optional<String> bmc(String text, String owner, Spot at) {
        Optional<String> address = endpoint(text, owner, at);
        address.ifPresent(
                a -> claim(a, new Claim(owner, "the BMC of " + owner, Optional.empty(), at)));
        return address;
    }

    /// An address on a rail, which has to lie in the rail's subnet.
    Optional<String> rail(String text, String owner, String rail, Subnet subnet, Spot at) {
        Optional<byte[]> bytes = literal(text);
        if (bytes.isEmpty()) {
            if (problems.again(at, "literal")) {
                return Optional.empty();
            }
            boolean withPrefix = Subnet.parse(text).isPresent();
            problems.perHost(
                    at,
                    "literal",
                    "\"" + Ranges.shortened(text) + "\" of " + owner + " is not an IP address",
                    withPrefix
                            ? "leave out the prefix; the rail's subnet has it"
                            : "write an address of " + subnet);
            return Optional.empty();
        }
        String address = Subnet.canonical(text).orElse(text);
        boolean six = bytes.get().length == 16;
        if (six != subnet.isIpv6()) {
            problems.perHost(
                    at,
                    "family",
                    address
                            + " of "
                            + owner
                            + " is "
                            + (six ? "IPv6" : "IPv4")
                            + ", the subnet of "
                            + rail
                            + " is "
                            + (six ? "IPv4" : "IPv6"),
                    "write an address of " + subnet + ", or change the subnet");
            return Optional.empty();
        }
        if (!subnet.contains(address)) {
            if (problems.again(at, "outside")) {
                return Optional.empty();
            }
            problems.perHost(
                    at,
                    "outside",
                    address
                            + " of "
                            + owner
                            + " lies outside the subnet of "
                            + rail
                            + ", "
                            + subnet,
                    "write an address of " + subnet + ", or correct the subnet");
            return Optional.empty();
        }
        Optional<String> reserved = reserved(bytes.get(), subnet);
        if (reserved.isPresent()) {
            problems.perHost(
                    at,
                    "reserved",
                    address + " of " + owner + " is the " + reserved.get() + " of " + subnet,
                    "give the port another address of the subnet");
            return Optional.empty();
        }
        claim(address, new Claim(owner, owner + " on " + rail, Optional.empty(), at));
        return Optional.of(address);
    }

    /// The network address and, for IPv4, the broadcast address cannot be a port's. Subnets of one
    /// or two addresses have neither (RFC 3021, RFC 6164).
    private static Optional<String> reserved(byte[] address, Subnet subnet) {
        int bits = address.length * 8;
        if (bits - subnet.prefix() < 2) {
            return Optional.empty();
        }
        boolean zeros = true;
        boolean ones = true;
        for (int bit = subnet.prefix(); bit < bits; bit++) {
            boolean set = (address[bit / 8] & 0x80 >> bit % 8) != 0;
            zeros &= !set;
            ones &= set;
        }
        if (zeros) {
            return Optional.of(
                    address.length == 4 ? "network address" : "subnet-router anycast address");
        }
        return ones && address.length == 4 ? Optional.of("broadcast address") : Optional.empty();
    }

    /// Leading zeros are octal to some programs and decimal to others, so they are neither here.
    private static Optional<byte[]> literal(String text) {
        boolean ambiguous = text.indexOf(':') < 0 && LEADING_ZERO.matcher(text).matches();
        return ambiguous ? Optional.empty() : Subnet.bytes(text);
    }

    private Optional<String> endpoint(String text, String owner, Spot at) {
        if (literal(text).isPresent()) {
            String address = Subnet.canonical(text).orElse(text);
            if (address.equals("0.0.0.0")
                    || address.equals("::")
                    || Subnet.parse("224.0.0.0/3").orElseThrow().contains(address)
                    || Subnet.parse("ff00::/8").orElseThrow().contains(address)) {
                problems.perHost(
                        at,
                        "unicast",
                        address + " of " + owner + " is not the address of one machine",
                        "write the address it is reached at");
                return Optional.empty();
            }
            return Optional.of(address);
        }
        boolean name = HostDecoder.NAME.matcher(text).matches() && !NUMERIC.matcher(text).matches();
        if (!name) {
            problems.perHost(
                    at,
                    "address",
                    "\""
                            + Ranges.shortened(text)
                            + "\" of "
                            + owner
                            + " is neither an IP address nor a name",
                    "write it as 10.1.0.1, fd00::1 or gpu1.example, without prefix or port");
            return Optional.empty();
        }
        return Optional.of(text.toLowerCase(Locale.ROOT));
    }

    private void claim(String address, Claim claim) {
        if (claim.login.isPresent()) {
            Login login = claim.login.get();
            String endpoint =
                    address + " " + login.port() + login.networkNamespace() + login.jump();
            Claim same = endpoints.putIfAbsent(endpoint, claim);
            Claim first = claims.putIfAbsent(address, claim);
            if (same != null) {
                taken(address, same, claim);
            } else if (first != null && first.login.isEmpty()) {
                between(address, first, claim);
            } else if (first != null && onlyPortDiffers(first.login.orElseThrow(), login)) {
                if (!loopback(address)) {
                    problems.perHostWarning(
                            claim.at,
                            "port",
                            claim.use
                                    + " has the address of "
                                    + first.use
                                    + " (line "
                                    + first.at.line()
                                    + ") and another port, "
                                    + address,
                            "right only behind port forwarding; otherwise give each machine its"
                                    + " own address");
                }
            }
            return;
        }
        Claim first = claims.putIfAbsent(address, claim);
        if (first != null) {
            between(address, first, claim);
        }
    }

    private static boolean onlyPortDiffers(Login a, Login b) {
        return a.networkNamespace().equals(b.networkNamespace()) && a.jump().equals(b.jump());
    }

    private static boolean loopback(String address) {
        return address.startsWith("127.") || address.equals("::1") || address.equals("localhost");
    }

    /// A machine may be logged in to over one of its own rails, but that is worth a warning.
    private void between(String address, Claim first, Claim second) {
        boolean oneIsLogin = first.login.isPresent() != second.login.isPresent();
        boolean rail = !first.use.startsWith("the BMC") && !second.use.startsWith("the BMC");
        if (oneIsLogin && rail && first.owner.equals(second.owner)) {
            problems.perHostWarning(
                    second.at,
                    "own",
                    address
                            + " is both where "
                            + first.owner
                            + " is logged in to and its rail port",
                    "name a management address if there is one: changing this port can cut the"
                            + " connection");
        } else {
            taken(address, first, second);
        }
    }

    private void taken(String address, Claim first, Claim second) {
        if (problems.again(second.at, "taken")) {
            return;
        }
        problems.perHost(
                second.at,
                "taken",
                address
                        + " of "
                        + second.use
                        + " is already that of "
                        + first.use
                        + " (line "
                        + first.at.line()
                        + ")",
                "give each its own address");
    }
}
