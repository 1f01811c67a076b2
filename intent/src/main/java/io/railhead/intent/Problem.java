package io.railhead.intent;

import io.railhead.model.Severity;
import io.railhead.model.Visible;

/// A fault in a file that was read, placed so that an editor can jump to it.
///
/// @param line from 1; 0 when the fault belongs to the file as a whole
/// @param column from 1, in characters
/// @param field path of the value, such as `hosts.gpu1.rails.rail0` or `links[0].between[1]`; empty
///     for faults of syntax
/// @param message what is wrong, without a full stop
/// @param remedy what to do about it, without a full stop
/// @param severity [Severity#ERROR], or [Severity#WARNING] when the file can be used all the same
public record Problem(
        String file,
        int line,
        int column,
        String field,
        String message,
        String remedy,
        Severity severity) {

    /// One line, in the form editors and terminals recognise:
    /// `cluster.yaml:12:15: error: hosts.gpu1.address: … (remedy)`.
    public String text() {
        String where = line == 0 ? file : file + ":" + line + ":" + column;
        String what = field.isEmpty() ? message : field + ": " + message;
        String text = where + ": " + severity.word() + ": " + what + " (" + remedy + ")";
        // What it quotes came from a file: control characters would steer the terminal.
        return Visible.line(text);
    }
}
