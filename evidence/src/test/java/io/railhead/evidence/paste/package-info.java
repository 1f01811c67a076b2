/// Tests of pasted text.
@org.jspecify.annotations.NullMarked
package io.railhead.evidence.paste;
