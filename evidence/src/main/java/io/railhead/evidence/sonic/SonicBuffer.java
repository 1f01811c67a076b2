package io.railhead.evidence.sonic;

import com.google.auto.service.AutoService;
import io.railhead.evidence.LineStarts;
import io.railhead.evidence.Lines;
import io.railhead.evidence.Parser;
import io.railhead.evidence.Reading;
import io.railhead.evidence.switching.Counts;
import io.railhead.evidence.switching.ShowCommand;
import io.railhead.model.Probe;
import io.railhead.model.Transcript;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.PortBuffer;
import io.railhead.model.fact.Stated;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Pattern;

/// `show buffer information|configuration`: profiles of ingress buffers. `xoff` is the headroom
/// behind the point at which pause is sent, `size` what is reserved.
@AutoService(Parser.class)
public final class SonicBuffer implements Parser {
    private static final Pattern TEXT =
            Pattern.compile("(?m)^(?:dynamic_th|static_th|xon_offset|xoff|xon) +-?\\d|^pool +\\S");

    @Override
    public String name() {
        return "sonic-show-buffer";
    }

    @Override
    public List<Probe> probes() {
        return List.of();
    }

    @Override
    public Set<Class<? extends Fact>> gives() {
        return Set.of(PortBuffer.class);
    }

    @Override
    public boolean readsCommand(String command) {
        return ShowCommand.is(command, "buffer", "information")
                || ShowCommand.is(command, "buffer", "configuration");
    }

    @Override
    public boolean recognises(String text) {
        return LineStarts.find(TEXT, text);
    }

    @Override
    public Reading read(Transcript transcript) {
        Lines lines = Lines.of(transcript);
        List<Fact> facts = new ArrayList<>();
        for (Profiles.Profile profile : Profiles.of(lines, TEXT)) {
            boolean lossless = profile.rows().containsKey("xoff");
            facts.add(
                    new PortBuffer(
                            "",
                            profile.rows().containsKey("type")
                                    ? PortBuffer.Kind.POOL
                                    : PortBuffer.Kind.PROFILE,
                            profile.name(),
                            OptionalInt.empty(),
                            number(profile, "size"),
                            number(profile, "xoff"),
                            number(profile, "xon"),
                            OptionalLong.empty(),
                            OptionalLong.empty(),
                            Optional.of(lossless),
                            Set.of(),
                            "size, xoff, xon",
                            profile.rows().containsKey("xoff")
                                    ? profile.rows().get("xoff").source()
                                    : profile.source()));
        }
        if (facts.isEmpty()) lines.unavailable(lines.complaint().orElse("no profile listed"));
        return lines.reading(facts);
    }

    private static OptionalLong number(Profiles.Profile profile, String name) {
        Stated<String> row = profile.rows().get(name);
        return row == null ? OptionalLong.empty() : Counts.number(row.value());
    }
}
