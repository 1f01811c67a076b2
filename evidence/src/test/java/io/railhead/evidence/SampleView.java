package io.railhead.evidence;

import io.railhead.model.Transcript;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/// How the facts of one parser answer the keys of the recorded samples' expectations, which name
/// things as the commands do. Only parsers with samples under `shared/samples` need one: the
/// expectations of own samples name the fact records themselves.
public interface SampleView {

    /// Name of the parser.
    String parser();

    /// Key of the expectation to the value the facts give. Values are as in JSON: text, numbers,
    /// booleans, lists, maps; an absent value is null or no entry.
    Map<String, Object> view(Reading reading, Transcript transcript);

    /// The same, for commands whose expectations mean different things by one key.
    ///
    /// @param expected the expectation's `facts`
    default Map<String, Object> view(Reading reading, Transcript transcript, JsonNode expected) {
        return view(reading, transcript);
    }

    /// Keys of expectations that no parser answers, each with the reason: verdicts, which checks
    /// make.
    default Map<String, String> notFacts() {
        return Map.of();
    }
}
