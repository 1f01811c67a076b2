package io.railhead.model.fact;

import static io.railhead.model.fact.Ordered.or;

import io.railhead.model.Source;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;

/// A GPU (`nvidia-smi -q`, `--query-gpu`, `-L`, the plain table).
///
/// @param index nvidia-smi's number of it; absent when the output shows some GPUs only and does
///     not number them
/// @param busId `00000000:83:00.0`, as printed
/// @param driver of the kernel module
/// @param cuda highest API version the driver serves, not the toolkit
/// @param powerLimitWatts the limit in force
/// @param powerDefaultWatts the board's own limit
/// @param pcieGenMax what GPU and slot can do together
/// @param pcieReplays since reset
/// @param throttle slowdown reasons by nvidia-smi's name without group (`HW Thermal Slowdown`),
///     true when active
/// @param eccUncorrectable volatile (since this boot), all memories together
/// @param remappedUncorrectable rows remapped for uncorrectable errors, over the GPU's life
/// @param fabricState `Completed`, `In Progress`; absent where there is no NVSwitch
/// @param settings every row read, by its path: `ECC Errors/Volatile/DRAM Uncorrectable`
/// @param lines the line of each of the settings
public record Gpu(
        OptionalInt index,
        Optional<String> name,
        Optional<String> uuid,
        Optional<String> busId,
        Optional<String> driver,
        Optional<String> cuda,
        Optional<Boolean> persistence,
        Optional<String> performanceState,
        OptionalInt temperatureC,
        OptionalDouble powerWatts,
        OptionalDouble powerLimitWatts,
        OptionalDouble powerDefaultWatts,
        OptionalLong memoryTotalBytes,
        OptionalLong memoryUsedBytes,
        OptionalInt utilisationPercent,
        OptionalInt pcieGenCurrent,
        OptionalInt pcieGenMax,
        OptionalInt pcieWidthCurrent,
        OptionalInt pcieWidthMax,
        OptionalLong pcieReplays,
        Map<String, Boolean> throttle,
        OptionalLong eccUncorrectable,
        OptionalLong remappedUncorrectable,
        Optional<Boolean> remapPending,
        Optional<Boolean> remapFailure,
        Optional<String> fabricState,
        Map<String, String> settings,
        Map<String, Integer> lines,
        Source source)
        implements Fact, Merging<Gpu> {
    public Gpu {
        throttle = Ordered.copy(throttle);
        settings = Ordered.copy(settings);
        lines = Ordered.copy(lines);
    }

    /// How a person would call it: `GPU 0 (00000000:83:00.0)`, as far as known.
    public String label() {
        String bus = busId.map(b -> " (" + b + ")").orElse("");
        return "GPU" + (index.isPresent() ? " " + index.getAsInt() : "") + bus;
    }

    /// The line on which a setting stands, the whole block when it is not there.
    public Source at(String setting) {
        Integer line = lines.get(setting);
        return line == null ? source : Source.line(source.document(), line);
    }

    @Override
    public boolean sameThing(Gpu other) {
        if (uuid.isPresent() && other.uuid.isPresent()) {
            return uuid.equals(other.uuid);
        }
        if (busId.isPresent() && other.busId.isPresent()) {
            return shortBus(busId.get()).equals(shortBus(other.busId.get()));
        }
        return index.isPresent() && index.equals(other.index);
    }

    /// nvidia-smi prints a domain of eight digits, lspci one of four or none.
    private static String shortBus(String bus) {
        return bus.toLowerCase(Locale.ROOT).replaceFirst("^0*:", "");
    }

    @Override
    public Gpu filledFrom(Gpu o) {
        return new Gpu(
                or(index, o.index),
                or(name, o.name),
                or(uuid, o.uuid),
                or(busId, o.busId),
                or(driver, o.driver),
                or(cuda, o.cuda),
                or(persistence, o.persistence),
                or(performanceState, o.performanceState),
                or(temperatureC, o.temperatureC),
                or(powerWatts, o.powerWatts),
                or(powerLimitWatts, o.powerLimitWatts),
                or(powerDefaultWatts, o.powerDefaultWatts),
                or(memoryTotalBytes, o.memoryTotalBytes),
                or(memoryUsedBytes, o.memoryUsedBytes),
                or(utilisationPercent, o.utilisationPercent),
                or(pcieGenCurrent, o.pcieGenCurrent),
                or(pcieGenMax, o.pcieGenMax),
                or(pcieWidthCurrent, o.pcieWidthCurrent),
                or(pcieWidthMax, o.pcieWidthMax),
                or(pcieReplays, o.pcieReplays),
                Ordered.union(throttle, o.throttle),
                or(eccUncorrectable, o.eccUncorrectable),
                or(remappedUncorrectable, o.remappedUncorrectable),
                or(remapPending, o.remapPending),
                or(remapFailure, o.remapFailure),
                or(fabricState, o.fabricState),
                Ordered.union(settings, o.settings),
                lines,
                source);
    }
}
