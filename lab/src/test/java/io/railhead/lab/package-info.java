/// Tests of the lab.
@NullMarked
package io.railhead.lab;

import org.jspecify.annotations.NullMarked;
