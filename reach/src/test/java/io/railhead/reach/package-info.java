/// Tests of the reach room; end-to-end tests start their own sshd on 127.0.0.1.
@NullMarked
package io.railhead.reach;

import org.jspecify.annotations.NullMarked;
