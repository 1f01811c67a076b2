/// Checks of configuration that is written down: sysctl, netplan, cloud-init.
@NullMarked
package io.railhead.checks.config;

import org.jspecify.annotations.NullMarked;
