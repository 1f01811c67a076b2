package io.railhead.checks.config;

import static io.railhead.checks.Case.fires;
import static io.railhead.checks.Case.notChecked;
import static io.railhead.checks.Case.quiet;
import static io.railhead.checks.Seen.applied;
import static io.railhead.checks.Seen.journal;
import static io.railhead.model.fact.AppliedResource.State.CHANGED;
import static io.railhead.model.fact.AppliedResource.State.SAME;
import static io.railhead.model.fact.AppliedResource.State.UNREADABLE;

import io.railhead.checks.Case;
import io.railhead.checks.Check;
import io.railhead.checks.CheckCases;
import io.railhead.checks.Seen;
import io.railhead.checks.Wishes;
import io.railhead.checks.World;
import io.railhead.model.fact.AppliedResource;
import java.util.List;
import java.util.stream.Stream;

final class ConfigDriftTest implements CheckCases {
    private static final Seen MTU =
            applied("link-mtu:eth1", CHANGED, List.of("mtu=9000"), List.of("mtu=1500"));

    /// A file that is otherwise now.
    private static Seen file(List<String> now) {
        return applied(
                "file:/etc/x",
                CHANGED,
                List.of("type=file", "mode=644", "owner=root", "group=root", "sha256=aaaaaa"),
                now);
    }

    @Override
    public Check check() {
        return new ConfigDrift();
    }

    @Override
    public Stream<Case> cases() {
        return Stream.of(
                fires(
                                "a unit that somebody disabled: its links by their names",
                                World.pair()
                                        .everywhere(journal(1))
                                        .with(
                                                "gpu02",
                                                applied(
                                                        "unit:a.service",
                                                        CHANGED,
                                                        List.of("links=L2V0Yy9zeXN0ZW1kL2E="),
                                                        List.of("links="))),
                                "gpu02 unit:a.service")
                        .saying("/etc/systemd/a"),
                fires(
                                "an MTU set by hand",
                                World.pair().everywhere(journal(1)).with("gpu02", MTU),
                                "gpu02 link-mtu:eth1")
                        .saying("mtu 1500 instead of 9000")
                        .saying("mtu is 1500, was 9000 when it was applied"),
                fires(
                                "a file that not all may read: its mode and checksum",
                                World.pair()
                                        .everywhere(journal(1))
                                        .with(
                                                "gpu01",
                                                applied(
                                                        "file:/etc/x",
                                                        CHANGED,
                                                        List.of(
                                                                "mode=644",
                                                                "sha256=aaaaaaaaaaaaaa"),
                                                        List.of(
                                                                "mode=600",
                                                                "sha256=bbbbbbbbbbbbbb"))),
                                "gpu01 file:/etc/x")
                        .saying("mode is 600, was 644 when it was applied")
                        .saying("sha256 is bbbbbbbbbbbb…, was aaaaaaaaaaaa…"),
                fires(
                                "a file that was removed",
                                World.pair()
                                        .everywhere(journal(1))
                                        .with("gpu01", file(List.of("type=absent"))),
                                "gpu01 file:/etc/x")
                        .saying("the file is gone"),
                fires(
                                "a directory in the place of a file",
                                World.pair()
                                        .everywhere(journal(1))
                                        .with("gpu01", file(List.of("type=directory"))),
                                "gpu01 file:/etc/x")
                        .saying("the file is gone, and there is a directory in its place"),
                fires(
                                "a link in the place of a file",
                                World.pair()
                                        .everywhere(journal(1))
                                        .with("gpu01", file(List.of("type=link"))),
                                "gpu01 file:/etc/x")
                        .saying("the file is gone, and there is a link in its place"),
                fires(
                                "who applied it and when",
                                World.pair().everywhere(journal(1)).with("gpu02", MTU),
                                "gpu02 link-mtu:eth1")
                        .saying("run 20261127T101500.250Z-0a1b of ann@admin1"),
                fires(
                                "an edited file, with its line",
                                World.pair()
                                        .everywhere(journal(1))
                                        .with(
                                                "gpu01",
                                                applied(
                                                        "sysctl:/etc/sysctl.d/99-zz-railhead.conf",
                                                        CHANGED,
                                                        List.of("sha256=a", "live:k== 1"),
                                                        List.of("sha256=b", "live:k== 2"),
                                                        new AppliedResource.Edit(
                                                                4, "k = 1", "k = 2"))),
                                "gpu01 sysctl:/etc/sysctl.d/99-zz-railhead.conf")
                        .saying("k = 2  (applied: k = 1)"),
                fires(
                                "an edited block: its lines and not their checksum",
                                World.pair()
                                        .everywhere(journal(1))
                                        .with(
                                                "gpu01",
                                                applied(
                                                        "block:/etc/exports#rails",
                                                        CHANGED,
                                                        List.of("eol=lf", "block=3a4f"),
                                                        List.of("eol=lf", "block=9c00"),
                                                        new AppliedResource.Edit(7, "/a", "/b"))),
                                "gpu01 block:/etc/exports#rails")
                        .saying("changed since it was applied: its lines")
                        .saying("/b  (applied: /a)"),
                fires(
                                "a block that is gone",
                                World.pair()
                                        .everywhere(journal(1))
                                        .with(
                                                "gpu01",
                                                applied(
                                                        "block:/etc/exports#rails",
                                                        CHANGED,
                                                        List.of("block=3a4f"),
                                                        List.of("block=absent"))),
                                "gpu01 block:/etc/exports#rails")
                        .saying("its lines are gone"),
                fires(
                        "without an intent every change is one",
                        World.pair().noIntent().everywhere(journal(1)).with("gpu02", MTU),
                        "gpu02 link-mtu:eth1"),
                quiet("nothing was ever applied", World.pair().everywhere(journal(0))),
                quiet(
                        "all as it was left",
                        World.pair()
                                .everywhere(
                                        journal(1),
                                        applied("link-mtu:eth1", SAME, List.of(), List.of()))),
                quiet(
                        "the intent wants it so by now",
                        World.pair().wish(Wishes.Wish.MET).everywhere(journal(1), MTU)),
                quiet(
                        "the intent does not ask for it any more",
                        World.pair().wish(Wishes.Wish.NOT_ASKED).everywhere(journal(1), MTU)),
                notChecked(
                                "what was made cannot be read",
                                World.pair()
                                        .everywhere(
                                                journal(1),
                                                applied(
                                                        "file:/srv/x",
                                                        UNREADABLE,
                                                        List.of(),
                                                        List.of())))
                        .saying("could not be read"),
                notChecked(
                                "the journal is root's",
                                World.pair()
                                        .unavailable(
                                                "gpu02",
                                                "railhead's journal /var/lib/railhead/runs",
                                                "/var/lib/railhead: permission denied"))
                        .saying("permission denied"));
    }
}
