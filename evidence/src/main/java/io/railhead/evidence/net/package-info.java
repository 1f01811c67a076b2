/// The network of a host: addresses, routes, neighbours, ethtool, netplan, ping.
@NullMarked
package io.railhead.evidence.net;

import org.jspecify.annotations.NullMarked;
