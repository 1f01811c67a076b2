package io.railhead.model.intent;

import java.util.Optional;

/// How a machine is logged in to. Whatever is absent is left to `~/.ssh/config` and the agent.
///
/// @param port TCP port of sshd
/// @param identity path of a private key file, with a leading `~` already expanded
/// @param jump `user@host:port` of a bastion
/// @param knownHosts path of the known_hosts file that host keys are checked against
/// @param networkNamespace path of a network namespace to connect from (lab clusters only)
/// @param sudo true when commands that need root are run by `sudo -n`
public record Login(
        Optional<String> user,
        int port,
        Optional<String> identity,
        Optional<String> jump,
        Optional<String> knownHosts,
        Optional<String> networkNamespace,
        boolean sudo) {

    public static final Login DEFAULT =
            new Login(
                    Optional.empty(),
                    22,
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    false);
}
