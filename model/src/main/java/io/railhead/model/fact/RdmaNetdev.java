package io.railhead.model.fact;

import io.railhead.model.Source;

/// Which interface an RDMA port stands behind (`ibdev2netdev`).
public record RdmaNetdev(String device, int port, String netdev, boolean up, Source source)
        implements Fact {}
