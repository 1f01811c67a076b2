package io.railhead.switches.live;

import io.railhead.reach.SwitchSession;
import io.railhead.reach.Target;
import io.railhead.reach.Transport;
import io.railhead.reach.Unreachable;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;

/// A command line of the kind that NX-OS and EOS have: what it refuses, it says in a line that
/// begins with `%` or `ERROR`.
final class Lines implements AutoCloseable {
    /// A line of configuration; a network-qos policy is applied to all line cards within it.
    static final Duration LINE = Duration.ofSeconds(45);

    /// Configurations of thousands of ports, and checkpoints of them.
    static final Duration LONG = Duration.ofMinutes(3);

    /// Both systems begin what they refuse with `%` or `ERROR:`; what they only remark they begin
    /// with `% Warning` and the like.
    private static final Pattern ERROR =
            Pattern.compile(
                    "(?m)^\\s*(?:%(?!\\s*(?:Warning|Note|Info|Writing))|ERROR:|Syntax error"
                            + "|Invalid command)",
                    Pattern.CASE_INSENSITIVE);

    private final SwitchSession session;

    private Lines(SwitchSession session) {
        this.session = session;
    }

    static Lines open(Transport transport, Target target, Duration limit) throws Unreachable {
        SwitchSession session = transport.openCommandLine(target, limit);
        Lines lines = new Lines(session);
        try {
            lines.say("terminal length 0", LINE);
            // Refused where the width is none to be set; lines are read whole either way.
            session.enter("terminal width 511", LINE);
            return lines;
        } catch (SwitchRefusal e) {
            session.close();
            throw new Unreachable(target.name() + ": " + e.getMessage(), e);
        } catch (Unreachable e) {
            session.close();
            throw e;
        }
    }

    /// @throws SwitchRefusal when the answer is an error
    String say(String line, Duration limit) throws Unreachable, SwitchRefusal {
        String answer = session.enter(line, limit);
        if (isError(answer)) {
            throw new SwitchRefusal(line, answer);
        }
        return answer;
    }

    /// What a command prints, which may have lines that look like errors: a configuration with a
    /// description that begins with `%`. Only an answer that is nothing but an error is one.
    String show(String line) throws Unreachable, SwitchRefusal {
        String answer = session.enter(line, LONG);
        if (answer.lines().filter(l -> !l.isBlank()).count() <= 3 && isError(answer)) {
            throw new SwitchRefusal(line, answer);
        }
        return answer;
    }

    void configure(List<String> lines) throws Unreachable, SwitchRefusal {
        for (String line : lines) {
            say(line.strip(), LINE);
        }
    }

    static boolean isError(String answer) {
        return ERROR.matcher(answer).find();
    }

    @Override
    public void close() {
        session.close();
    }
}
