package io.railhead.model.fact;

import io.railhead.model.Bandwidth;
import io.railhead.model.Source;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/// A port of an RDMA device (`ibv_devinfo`, `ibstat`).
///
/// @param device empty when the output starts below its name
/// @param port from 1
/// @param state `PORT_ACTIVE`, … (`ibstat` says `Active`)
/// @param maxMtu RDMA MTU, 256 to 4096
/// @param activeMtu RDMA MTU, 256 to 4096
/// @param linkLayer `Ethernet`, `InfiniBand`
/// @param activeWidth `4X`
/// @param activeSpeedGbps a lane
/// @param rate width times speed, or the rate as printed
/// @param settings every row by the tool's name for it: `active_mtu`
/// @param lines the line of each of the settings
public record RdmaPortInfo(
        String device,
        int port,
        String state,
        OptionalInt maxMtu,
        OptionalInt activeMtu,
        Optional<String> linkLayer,
        OptionalInt gidTableLength,
        Optional<String> activeWidth,
        OptionalDouble activeSpeedGbps,
        Optional<String> physicalState,
        Optional<Bandwidth> rate,
        Map<String, String> settings,
        Map<String, Integer> lines,
        Source source)
        implements Fact {
    public RdmaPortInfo {
        settings = Ordered.copy(settings);
        lines = Ordered.copy(lines);
    }

    public boolean isActive() {
        return state.equals("PORT_ACTIVE") || state.equals("Active");
    }

    /// The line on which a row stands, the port's first line when it is not there.
    public Source at(String row) {
        Integer line = lines.get(row);
        return line == null ? source : Source.line(source.document(), line);
    }
}
