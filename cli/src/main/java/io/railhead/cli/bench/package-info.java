/// Running benchmarks from the command line: the facts they are held against, progress on standard
/// error, and the run as it is kept and shown.
@NullMarked
package io.railhead.cli.bench;

import org.jspecify.annotations.NullMarked;
