package io.railhead.configure.resource;

import java.util.List;

/// What makes the lossless class at a port of an ESXi host with NVIDIA's native driver
/// (nmlx5_core), whose guests have virtual functions of it: the driver's parameters, which it
/// reads when the host starts. They are those of NVIDIA's manual of that driver.
///
/// @param name of the host, as the intent has it
/// @param priority of the class, 0 to 7
/// @param ecn true when its ports take part in congestion control
record EsxiHost(String name, int priority, int dscp, boolean ecn) {

    /// Parameters that are asked for. `trust_state=2` is trust of the DSCP, whose upper three bits
    /// are the priority: the driver takes no map.
    String parameters() {
        return "pfctx=0x%1$02x pfcrx=0x%1$02x trust_state=2%2$s"
                .formatted(1 << priority, ecn ? " ecn=1" : "");
    }

    /// Whether the driver's own map leads the DSCP to the priority.
    boolean mapsItself() {
        return dscp >> 3 == priority;
    }

    /// `-a` adds to what is set: without it every other parameter goes, `max_vfs` with the guests'
    /// functions among them. Then the host has to be restarted.
    List<String> commands() {
        return List.of(
                "esxcli system module parameters set -a -m nmlx5_core -p \"" + parameters() + "\"",
                "esxcli network nic pauseParams set -n vmnicN -r false -t false");
    }

    /// What to look at after the restart, with what it should say. `railhead diagnose` reads all
    /// three, pasted into a file.
    List<String> proofs() {
        StringBuilder bits = new StringBuilder();
        for (int p = 0; p < 8; p++) {
            bits.append(p == 0 ? "" : " ").append(p == priority ? 1 : 0);
        }
        return List.of(
                "esxcli network nic dcb status get -n vmnicN: PFC Enabled: true, PFC Configuration: "
                        + bits,
                "esxcli system module parameters list -m nmlx5_core: " + parameters(),
                "esxcli network nic pauseParams list: Pause RX and TX false");
    }

    /// All of it as the remedy of a guest's port.
    String remedy() {
        return "on ESXi host "
                + (name.isEmpty() ? "the host of it" : name)
                + ", at its port vmnicN: `"
                + String.join("`, `", commands())
                + "`, then restart it (the parameters hold for all its nmlx5_core ports); proof, which"
                + " `railhead diagnose` reads when pasted: `"
                + String.join("`, `", proofs())
                + "`"
                + (mapsItself()
                        ? ""
                        : "; the driver maps no DSCP: DSCP "
                                + dscp
                                + " is priority "
                                + (dscp >> 3)
                                + " there, not "
                                + priority
                                + ": take a DSCP from "
                                + priority * 8
                                + " to "
                                + (priority * 8 + 7));
    }
}
