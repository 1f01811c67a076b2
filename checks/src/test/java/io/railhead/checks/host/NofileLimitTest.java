package io.railhead.checks.host;

import static io.railhead.checks.Case.fires;
import static io.railhead.checks.Case.notChecked;
import static io.railhead.checks.Case.quiet;
import static io.railhead.checks.Seen.limitSetting;
import static io.railhead.checks.Seen.rights;
import static io.railhead.checks.Seen.sessionLimit;

import io.railhead.checks.Case;
import io.railhead.checks.Check;
import io.railhead.checks.CheckCases;
import io.railhead.checks.World;
import io.railhead.model.intent.LaunchPolicy;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.Stream;

final class NofileLimitTest implements CheckCases {

    @Override
    public Check check() {
        return new NofileLimit();
    }

    @Override
    public Stream<Case> cases() {
        return Stream.of(
                fires(
                                "a hard limit of 4096",
                                World.pair()
                                        .with("gpu01", sessionLimit("nofile", "1024", "4096"))
                                        .with("gpu02", sessionLimit("nofile", "1024", "1048576")),
                                "gpu01")
                        .saying("4096 files", "99-zzz-nofile.conf", "railhead apply"),
                fires(
                                "the policy asks for it",
                                World.pair()
                                        .policy(
                                                p ->
                                                        p.with(
                                                                new LaunchPolicy(
                                                                        new TreeMap<>(
                                                                                Map.of(
                                                                                        "nofile",
                                                                                        "1048576")),
                                                                        OptionalLong.empty(),
                                                                        false,
                                                                        Optional.empty(),
                                                                        Optional.empty(),
                                                                        Optional.empty())))
                                        .with("gpu01", sessionLimit("nofile", "1024", "4096")),
                                "gpu01")
                        .saying("`railhead plan`, then `railhead apply`"),
                quiet(
                        "as many as the policy asks for, though fewer than usual",
                        wants("4096").everywhere(sessionLimit("nofile", "1024", "4096"))),
                fires(
                                "more than usual, and less than the policy asks for",
                                wants("1048576")
                                        .with("gpu01", sessionLimit("nofile", "1024", "524288")),
                                "gpu01")
                        .saying("wanted 1048576", "`railhead plan`, then `railhead apply`"),
                fires(
                                "applied, and the host may not raise it",
                                wants("1048576")
                                        .with(
                                                "gpu01",
                                                sessionLimit("nofile", "1024", "20000"),
                                                rights("1fffeffffff", false),
                                                limitSetting(
                                                        "/etc/security/limits.d/99-zz-railhead.conf",
                                                        "*",
                                                        "-",
                                                        "nofile",
                                                        "1048576")),
                                "gpu01")
                        .saying("CAP_SYS_RESOURCE", "20000 that it was started with"),
                fires(
                                "a file read after all others, also after apply's own",
                                World.pair()
                                        .with(
                                                "gpu01",
                                                sessionLimit("nofile", "1024", "4096"),
                                                limitSetting(
                                                        "/etc/security/limits.d/zz-site.conf",
                                                        "*",
                                                        "hard",
                                                        "nofile",
                                                        "4096")),
                                "gpu01")
                        .saying("limits.d/zz-site-z-nofile.conf"),
                fires(
                                "a line for a group goes before those for all",
                                World.pair()
                                        .with(
                                                "gpu01",
                                                sessionLimit("nofile", "1024", "4096"),
                                                limitSetting(
                                                        "/etc/security/limits.conf",
                                                        "@users",
                                                        "hard",
                                                        "nofile",
                                                        "4096")),
                                "gpu01")
                        .saying("line of @users in /etc/security/limits.conf"),
                quiet(
                        "a low soft limit is raised by programs",
                        World.pair().everywhere(sessionLimit("nofile", "1024", "524288"))),
                quiet(
                        "unlimited",
                        World.pair().everywhere(sessionLimit("nofile", "unlimited", "unlimited"))),
                notChecked("no limits read", World.pair()));
    }

    private static World wants(String nofile) {
        return World.pair()
                .policy(
                        p ->
                                p.with(
                                        new LaunchPolicy(
                                                new TreeMap<>(Map.of("nofile", nofile)),
                                                OptionalLong.empty(),
                                                false,
                                                Optional.empty(),
                                                Optional.empty(),
                                                Optional.empty())));
    }
}
