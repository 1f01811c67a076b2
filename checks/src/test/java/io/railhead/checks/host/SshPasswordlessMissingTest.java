package io.railhead.checks.host;

import static io.railhead.checks.Case.fires;
import static io.railhead.checks.Case.notChecked;
import static io.railhead.checks.Case.quiet;
import static io.railhead.checks.SeenLinks.sshLogin;

import io.railhead.checks.Case;
import io.railhead.checks.Check;
import io.railhead.checks.CheckCases;
import io.railhead.checks.World;
import io.railhead.model.intent.LaunchPolicy;
import io.railhead.model.intent.LaunchPolicy.SshTrust;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.Stream;

final class SshPasswordlessMissingTest implements CheckCases {

    @Override
    public Check check() {
        return new SshPasswordlessMissing();
    }

    @Override
    public Stream<Case> cases() {
        return Stream.of(
                fires(
                                "no key yet",
                                trusting(3)
                                        .with("gpu01", sshLogin("10.10.0.2", "no key pair here"))
                                        .with("gpu01", sshLogin("10.10.0.3", "no key pair here"))
                                        .with("gpu02", sshLogin("10.10.0.1", ""))
                                        .with("gpu03", sshLogin("10.10.0.1", "")),
                                "gpu01")
                        .saying("any of the 2 addresses"),
                fires(
                                "a host that was built anew",
                                trusting(3)
                                        .with(
                                                "gpu01",
                                                sshLogin(
                                                        "10.10.0.2",
                                                        "Host key verification failed."),
                                                sshLogin("10.10.0.3", ""))
                                        .with("gpu02", sshLogin("10.10.0.1", ""))
                                        .with("gpu03", sshLogin("10.10.0.1", "")),
                                "gpu01")
                        .saying("gpu02 at 10.10.0.2"),
                quiet(
                        "every login works",
                        trusting(2)
                                .with("gpu01", sshLogin("10.10.0.2", ""))
                                .with("gpu02", sshLogin("10.10.0.1", ""))),
                quiet(
                        "nobody wants it",
                        World.pair()
                                .with("gpu01", sshLogin("10.10.0.2", "no key pair here"))
                                .with("gpu02", sshLogin("10.10.0.1", "no key pair here"))),
                notChecked("nobody tried", trusting(2)));
    }

    private static World trusting(int hosts) {
        return World.of(hosts)
                .policy(
                        p ->
                                p.with(
                                        new LaunchPolicy(
                                                new TreeMap<>(),
                                                OptionalLong.empty(),
                                                false,
                                                Optional.of(new SshTrust("root")),
                                                Optional.empty(),
                                                Optional.empty())));
    }
}
