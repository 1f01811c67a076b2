/// Tests of log reading.
@org.jspecify.annotations.NullMarked
package io.railhead.evidence.log;
