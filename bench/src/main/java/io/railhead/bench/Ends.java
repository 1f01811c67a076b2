package io.railhead.bench;

import java.util.Optional;

/// The two ends of a run, as a command line needs them.
///
/// @param fromAddress rail address of the client's host
/// @param toAddress rail address of the server's host
/// @param port TCP port of the server; in the server's own command the shell variable `$port`
/// @param fromRdma the RDMA port of the client's end, where there is one
/// @param toRdma the RDMA port of the server's end, where there is one
/// @param rdmaLacking why RDMA cannot be used between them; empty when it can
public record Ends(
        String fromAddress,
        String toAddress,
        String fromInterface,
        String toInterface,
        String port,
        Optional<RdmaEnd> fromRdma,
        Optional<RdmaEnd> toRdma,
        String rdmaLacking) {

    /// Without RDMA.
    public Ends(
            String fromAddress,
            String toAddress,
            String fromInterface,
            String toInterface,
            String port) {
        this(
                fromAddress,
                toAddress,
                fromInterface,
                toInterface,
                port,
                Optional.empty(),
                Optional.empty(),
                "no RDMA port was looked for");
    }

    public Ends listeningOn(String newPort) {
        return new Ends(
                fromAddress,
                toAddress,
                fromInterface,
                toInterface,
                newPort,
                fromRdma,
                toRdma,
                rdmaLacking);
    }
}
