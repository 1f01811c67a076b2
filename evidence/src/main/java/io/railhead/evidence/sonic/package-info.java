/// Commands of SONiC: `show`, `pfcwd`, `ecnconfig`.
@NullMarked
package io.railhead.evidence.sonic;

import org.jspecify.annotations.NullMarked;
