package io.railhead.checks.rdma;

import static io.railhead.checks.SeenRdma.gid;

import io.railhead.checks.World;

/// Worlds with healthy GID tables: the RoCE v2 entry of each rail at index 3.
final class Gidded {
    private Gidded() {}

    static World pair() {
        return hosts(2);
    }

    static World hosts(int count) {
        World world = World.of(count);
        for (int i = 1; i <= count; i++) {
            world.with(
                    World.name(i),
                    gid("mlx5_0", 3, "RoCE v2", "10.10.0." + i),
                    gid("mlx5_1", 3, "RoCE v2", "10.10.1." + i));
        }
        return world;
    }
}
