/// The kinds of things that Railhead configures on hosts, one class each.
@NullMarked
package io.railhead.configure.resource;

import org.jspecify.annotations.NullMarked;
