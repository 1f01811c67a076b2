package io.railhead.lab;

import java.util.Locale;

/// The names and addresses of a lab. The same in every lab: labs do not see each other.
final class Addressing {
    static final int PREFIX = 16;
    static final int MANAGEMENT_MTU = 1500;
    static final int RAIL_MTU = 9000;

    /// Management network, then the rails: 10.77.0.0/16, 10.78.0.0/16, 10.79.0.0/16.
    enum Net {
        MANAGEMENT(77, "eth0", "br-mgmt", "m", MANAGEMENT_MTU),
        RAIL0(78, "eth1", "br-rail0", "a", RAIL_MTU),
        RAIL1(79, "eth2", "br-rail1", "b", RAIL_MTU);

        final int second;
        final String device;
        final String bridge;
        final String portPrefix;
        final int mtu;

        Net(int second, String device, String bridge, String portPrefix, int mtu) {
            this.second = second;
            this.device = device;
            this.bridge = bridge;
            this.portPrefix = portPrefix;
            this.mtu = mtu;
        }

        /// Address of the host with this index, from 0. The intent's template
        /// `{i/250}.{i%250+1}` says the same.
        String address(int index) {
            return "10." + second + "." + index / 250 + "." + (index % 250 + 1);
        }

        /// Name of the rail in the intent; `mgmt` for the management network.
        String rail() {
            return this == MANAGEMENT ? "mgmt" : this == RAIL0 ? "rail0" : "rail1";
        }

        String subnet() {
            return "10." + second + ".0.0/" + PREFIX;
        }

        String template() {
            return "10." + second + ".{i/250}.{i%250+1}";
        }

        /// The end of the cable in the fabric.
        String port(int index) {
            return portPrefix + (index + 1);
        }

        /// Locally administered: 02:72:6c, network, index.
        String mac(int index) {
            return String.format(
                    Locale.ROOT, "02:72:6c:%02x:%02x:%02x", second, index >> 8, index & 0xff);
        }

        String bridgeMac() {
            return String.format(Locale.ROOT, "02:72:6c:%02x:ff:ff", second);
        }
    }

    /// Where the fabric itself, and so whoever connects from it, stands in the management network.
    static final String FABRIC_ADDRESS = "10.77.255.1";

    private Addressing() {}

    private static int width(int hosts) {
        return String.valueOf(hosts).length();
    }

    /// `h1` of 2, `h01` of 64, `h001` of 256.
    static String name(int index, int hosts) {
        return String.format(Locale.ROOT, "h%0" + width(hosts) + "d", index + 1);
    }

    /// All names as one range of the intent: `h[001-256]`.
    static String range(int hosts) {
        return String.format(Locale.ROOT, "h[%0" + width(hosts) + "d-%d]", 1, hosts);
    }
}
