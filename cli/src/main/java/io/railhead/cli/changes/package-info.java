/// Plans and their results, in text and JSON, and what `plan`, `apply` and `rollback` share.
@NullMarked
package io.railhead.cli.changes;

import org.jspecify.annotations.NullMarked;
