/// Tests of diagnosis.
@org.jspecify.annotations.NullMarked
package io.railhead.checks.diagnosis;
