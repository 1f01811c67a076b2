package io.railhead.model.intent;

/// An RDMA device and its port, counted from 1: `mlx5_0/1`.
public record RdmaPort(String device, int port) {
    @Override
    public String toString() {
        return device + "/" + port;
    }
}
