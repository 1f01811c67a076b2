package io.railhead.intent;

import io.railhead.model.fact.InterfaceAddress;
import io.railhead.model.fact.NetInterface;
import io.railhead.model.intent.Subnet;

/// An address that a machine has on one of its interfaces.
///
/// @param host name of the machine
record SeenPort(String host, NetInterface port, InterfaceAddress address, Subnet subnet) {}
