/// How kernel settings are spelt, and in which order files of them are read
/// (sysctl(8), sysctl.d(5)).
@NullMarked
package io.railhead.model.sysctl;

import org.jspecify.annotations.NullMarked;
