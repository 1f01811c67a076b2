/// Pasted text: documents from files, folders, zips and standard input, cut into the outputs of
/// single commands, each read by the parser that recognises it.
///
/// Invariants: nothing is dropped silently (what nobody recognises is listed with its lines), line
/// numbers are those of the document as it came, and nothing fed from outside throws.
@NullMarked
package io.railhead.evidence.paste;

import org.jspecify.annotations.NullMarked;
