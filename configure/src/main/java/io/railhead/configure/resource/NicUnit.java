package io.railhead.configure.resource;

import io.railhead.configure.Item;
import io.railhead.configure.Observed;
import java.nio.charset.StandardCharsets;

/// The unit that sets a port's lossless class at each boot: no driver keeps it.
final class NicUnit {
    private NicUnit() {}

    static String name(Item item) {
        return "railhead-nic-qos-" + item.name() + ".service";
    }

    static String path(Item item) {
        return "/etc/systemd/system/" + name(item);
    }

    static FileTarget of(Item item, Observed is) {
        String text =
                """
                # Written by Railhead from the intent of cluster %s.
                # Do not edit: the next apply replaces it. To take it back: railhead rollback.
                [Unit]
                Description=Lossless class of %s: priority %s, DSCP %s
                After=sys-subsystem-net-devices-%s.device openibd.service lldpad.service
                Wants=sys-subsystem-net-devices-%s.device

                [Service]
                Type=oneshot
                RemainAfterExit=yes
                %s

                [Install]
                WantedBy=multi-user.target
                """
                        .formatted(
                                item.want("cluster"),
                                item.name(),
                                item.want("priority"),
                                item.want("dscp"),
                                item.name(),
                                item.name(),
                                String.join("\n", new NicCommands(item, is).lines()));
        return new FileTarget(
                path(item), text.getBytes(StandardCharsets.UTF_8), "644", "root", "root", true);
    }
}
