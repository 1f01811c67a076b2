/// Diagnosis: from facts and events of any number of documents and machines to root causes.
///
/// One class a cause, with `@AutoService(Cause.class)`; what `explain` says of it stands in
/// `explanations.txt`. A cause states a mechanism: which events together show it, what it explains,
/// and what would decide where several causes remain.
@NullMarked
package io.railhead.checks.diagnosis;

import org.jspecify.annotations.NullMarked;
