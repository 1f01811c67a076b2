package io.railhead.model.fact;

import io.railhead.model.Source;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/// Something that `railhead apply` made on a machine, as the last run that stands left it and as it
/// is now.
///
/// @param resource `kind:name` of the change, such as `link-mtu:eth1`
/// @param run name of the run
/// @param at when, as the run's journal has it (UTC); empty when it does not say
/// @param by `user@machine` that ran it; empty when it does not say
/// @param now how it is, by key; empty when it is as it was left
/// @param was how it was left, by key; empty when it is so still or the journal does not tell
/// @param edits lines of a file that were changed since; empty when it is none that all may read
public record AppliedResource(
        String resource,
        String run,
        String at,
        String by,
        State state,
        SequencedMap<String, String> was,
        SequencedMap<String, String> now,
        List<Edit> edits,
        Source source)
        implements Fact {

    public AppliedResource {
        was = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(was));
        now = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(now));
        edits = List.copyOf(edits);
    }

    public enum State {
        /// As it was left.
        SAME,
        CHANGED,
        /// It could not be read now.
        UNREADABLE
    }

    /// A line of a file that is not as it was written.
    ///
    /// @param line in the file as it is now, from 1; 0 when it is not there any more
    /// @param was what was written; empty when the line is new
    /// @param is what stands there; empty when the line is gone
    public record Edit(int line, String was, String is) {}

    /// The path of the file it is about; empty when it is about none.
    public String path() {
        String name = name();
        return name.startsWith("/") ? name.replaceFirst("#.*", "") : "";
    }

    public String kind() {
        int colon = resource.indexOf(':');
        return colon < 0 ? resource : resource.substring(0, colon);
    }

    public String name() {
        return resource.substring(resource.indexOf(':') + 1);
    }
}
