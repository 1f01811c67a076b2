package io.railhead.evidence.net;

import com.google.auto.service.AutoService;
import io.railhead.evidence.Lines;
import io.railhead.evidence.Parser;
import io.railhead.evidence.Reading;
import io.railhead.model.Probe;
import io.railhead.model.Transcript;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.SshLogin;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Logins from host to host by SSH: lines `ssh-login TARGET ok` and `ssh-login TARGET failed: WHY`.
@AutoService(Parser.class)
public final class SshLoginTry implements Parser {
    private static final Pattern LINE =
            Pattern.compile("ssh-login (\\S{1,255}) (?:ok|failed: (.{0,1000}))");

    /// Only with the key pair that Railhead gives a host for it: where there is none nobody is
    /// bothered with a try. Nothing is asked, and no host key is learnt.
    private static final String COMMAND =
            """
            if ! [ -f "$HOME/.ssh/railhead_ed25519" ]
            then echo "ssh-login $x failed: no key pair ~/.ssh/railhead_ed25519 here"
            elif e=$(ssh -n -x -o BatchMode=yes -o ConnectTimeout=4 -o StrictHostKeyChecking=yes \
            -o UpdateHostKeys=no -o ClearAllForwardings=yes "$x" true 2>&1)
            then echo "ssh-login $x ok"
            else l=; while read -r m; do [ -z "$m" ] || l=$m; done <<E
            $e
            E
            echo "ssh-login $x failed: ${l:-no word why}"
            fi""";

    private static final String SHOWN = "ssh -o BatchMode=yes $x true";

    @Override
    public String name() {
        return "ssh-login";
    }

    @Override
    public List<Probe> probes() {
        return List.of(
                Probe.each(Probe.Each.PEER, name(), COMMAND)
                        .within(Duration.ofSeconds(10))
                        .cited(SHOWN));
    }

    @Override
    public Set<Class<? extends Fact>> gives() {
        return Set.of(SshLogin.class);
    }

    @Override
    public boolean readsCommand(String command) {
        return command.startsWith("ssh -o BatchMode=yes ") || command.contains("echo \"ssh-login ");
    }

    @Override
    public boolean recognises(String text) {
        return text.lines().anyMatch(l -> l.startsWith("ssh-login ") && LINE.matcher(l).matches());
    }

    @Override
    public Reading read(Transcript transcript) {
        Lines lines = Lines.of(transcript, "ssh");
        List<SshLogin> facts = new ArrayList<>();
        for (Lines.Line line : lines) {
            if (!line.isLeft() || line.text().length() > 2000) {
                continue;
            }
            Optional<Matcher> m = line.match(LINE);
            if (m.isPresent()) {
                line.read();
                facts.add(
                        new SshLogin(
                                m.get().group(1),
                                Optional.ofNullable(m.get().group(2)),
                                line.source()));
            }
        }
        if (facts.isEmpty()) {
            lines.unavailable(lines.complaint().orElse("no login was tried"));
        }
        return lines.reading(facts);
    }
}
