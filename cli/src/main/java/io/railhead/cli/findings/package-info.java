/// How findings are written: text for people, JSON (`railhead.findings/1`), JUnit and SARIF.
@NullMarked
package io.railhead.cli.findings;

import org.jspecify.annotations.NullMarked;
