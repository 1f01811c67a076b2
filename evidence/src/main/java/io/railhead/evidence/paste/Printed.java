package io.railhead.evidence.paste;

import io.railhead.evidence.Parsers;
import io.railhead.evidence.log.SystemLog;
import io.railhead.model.Facts;
import io.railhead.model.Transcript;

/// What a command printed on a machine, read into facts: by its parser, and its lines for events.
/// The one way for machines that are asked now and for bundles, so that both tell the same.
public final class Printed {

    private Printed() {}

    /// @param into gets everything, also what went wrong; nothing is thrown
    public static void read(Transcript transcript, Facts.Builder into) {
        Parsers.installed().read(transcript, into);
        if (SystemLog.reads(transcript.command())) return; // Its events are its facts.
        SystemLog.events(transcript).forEach(e -> into.add(transcript.machine(), e));
    }
}
