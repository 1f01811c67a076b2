package io.railhead.model.fact;

import io.railhead.model.Source;

/// A line on the way from sshd to a session's limits: `UsePAM` of sshd_config, or where PAM calls
/// pam_limits.
///
/// @param file where it stands
/// @param item `UsePAM` or `pam_limits`
/// @param value `yes` or `no`; of pam_limits its control word, such as `required`
public record LoginPath(String file, String item, String value, Source source) implements Fact {}
