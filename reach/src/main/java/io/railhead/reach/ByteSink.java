package io.railhead.reach;

/// Takes the bytes of a running command as they arrive. Must neither block nor throw: it is called
/// by the thread that reads the connection.
@FunctionalInterface
interface ByteSink {

    /// Takes bytes; the array is only lent.
    ///
    /// @return false when there is no use in more: the command is then killed
    boolean accept(byte[] bytes, int offset, int length);
}
