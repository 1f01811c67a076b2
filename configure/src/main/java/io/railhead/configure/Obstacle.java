package io.railhead.configure;

/// Something wanted that a plan cannot bring about: a setting that cannot be set here, a file of
/// someone else that says otherwise, something that could not be read. Never «ok».
///
/// @param resource `kind:name`, or with a key behind it: `sysctl:net.core.rmem_max`
/// @param why what is in the way, as it was read
/// @param remedy what a person can do about it
public record Obstacle(String device, String resource, String why, String remedy) {}
