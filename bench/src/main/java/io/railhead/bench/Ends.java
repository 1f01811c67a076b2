package io.railhead.bench;

/// The two ends of a run, as a command line needs them.
///
/// @param fromAddress rail address of the client's host
/// @param toAddress rail address of the server's host
/// @param port TCP port of the server; in the server's own command the shell variable `$port`
public record Ends(
        String fromAddress,
        String toAddress,
        String fromInterface,
        String toInterface,
        String port) {

    Ends listeningOn(String newPort) {
        return new Ends(fromAddress, toAddress, fromInterface, toInterface, newPort);
    }
}
