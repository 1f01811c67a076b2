package io.railhead.evidence.paste;

import io.railhead.evidence.log.Catalogue;
import io.railhead.evidence.log.LogScanner;

/// The scanners of one [Paste], for all its documents.
///
/// @param lines of lines of logs
/// @param answers of what a command and its answer together tell
record Scanners(LogScanner lines, LogScanner answers) {
    Scanners() {
        this(new LogScanner(Catalogue.installed()), new LogScanner(Catalogue.answers()));
    }
}
