package io.railhead.reach;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// A login with nothing left open: what the intent, `ssh_config` and defaults come to.
///
/// @param host name or address that is connected to
/// @param hostKeyName under what its key is known: the `HostKeyAlias`, or the host
/// @param aliased true when that name is an alias, to which no port is added
/// @param identities private key files, in the order they are tried; need not exist
/// @param identitiesOnly true when the agent's other keys are not tried
/// @param agent socket of the SSH agent
/// @param certificates user certificate files
/// @param knownHosts files that the host key is looked up in; new keys go into the first
/// @param jumps bastions on the way, nearest first
/// @param openSsh why only OpenSSH itself can make this login
record SshLogin(
        String host,
        String hostKeyName,
        boolean aliased,
        int port,
        String user,
        List<Path> identities,
        boolean identitiesOnly,
        Optional<Path> agent,
        List<Path> certificates,
        List<Path> knownHosts,
        List<SshLogin> jumps,
        Optional<String> openSsh) {

    SshLogin {
        identities = List.copyOf(identities);
        certificates = List.copyOf(certificates);
        knownHosts = List.copyOf(knownHosts);
        jumps = List.copyOf(jumps);
    }

    String where() {
        return port == 22 ? host : host + " port " + port;
    }

    /// Two logins with the same key share a bastion's connection.
    String key() {
        StringBuilder key = new StringBuilder();
        jumps.forEach(j -> key.append(j.key()).append(" > "));
        return key.append(user).append('@').append(host).append(':').append(port).toString();
    }
}
