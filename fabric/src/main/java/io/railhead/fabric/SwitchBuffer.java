package io.railhead.fabric;

import io.railhead.model.Bandwidth;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Packet buffer of a model of switch, from `switch-buffers.tsv`.
///
/// @param model part of the maker's name of the model, in capitals
/// @param asic the chip in it
/// @param bytes shared by all its ports
/// @param cellBytes a packet takes whole cells of this size
/// @param occupancy how many times more than its own bytes small packets take at worst
/// @param formula by which its headroom is computed
/// @param fastest rate of the fastest port that the model has
/// @param source of these figures
public record SwitchBuffer(
        String model,
        String asic,
        long bytes,
        int cellBytes,
        int occupancy,
        Formula formula,
        Bandwidth fastest,
        String source) {

    /// How headroom is computed for a chip.
    public enum Formula {
        GENERAL,
        SPECTRUM,
        SPECTRUM_TILES
    }

    private static final List<SwitchBuffer> KNOWN = read();

    /// What is known of a model, as a person may write it: `NVIDIA SN5600`, `N9K-C9332PQ`. A digit
    /// behind the name makes another model: a 7050SX3 is no 7050SX.
    public static Optional<SwitchBuffer> of(String model) {
        String plain = model.toUpperCase(Locale.ROOT).replace(" ", "");
        return KNOWN.stream()
                .filter(
                        b -> {
                            int at = plain.indexOf(b.model());
                            int behind = at + b.model().length();
                            return at >= 0
                                    && (behind == plain.length()
                                            || !Character.isDigit(plain.charAt(behind)));
                        })
                .findFirst();
    }

    /// Every model that is known.
    public static List<SwitchBuffer> known() {
        return KNOWN;
    }

    /// Headroom of one lossless priority of a port.
    ///
    /// @param metres length of the cable
    /// @param mtu largest frame of the port in bytes
    public Headroom headroom(Bandwidth rate, double metres, int mtu) {
        return switch (formula) {
            case GENERAL -> Headroom.general(rate, metres, mtu).inCells(occupancy, cellBytes);
            case SPECTRUM -> Headroom.spectrum(rate, metres, RDMA_MTU, mtu, occupancy, false);
            case SPECTRUM_TILES -> Headroom.spectrum(rate, metres, RDMA_MTU, mtu, occupancy, true);
        };
    }

    /// What SONiC's template takes as the MTU of lossless traffic (`lossless_mtu`).
    private static final int RDMA_MTU = 1024;

    private static List<SwitchBuffer> read() {
        try (InputStream in = SwitchBuffer.class.getResourceAsStream("switch-buffers.tsv")) {
            if (in == null) {
                throw new IllegalStateException("switch-buffers.tsv is not in this program");
            }
            return new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))
                    .lines()
                    .filter(line -> !line.startsWith("#") && !line.isBlank())
                    .map(SwitchBuffer::row)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static SwitchBuffer row(String line) {
        String[] cells = line.split("\t", -1);
        return new SwitchBuffer(
                cells[0],
                cells[1],
                Long.parseLong(cells[2]),
                Integer.parseInt(cells[3]),
                Integer.parseInt(cells[4]),
                Formula.valueOf(cells[5].toUpperCase(Locale.ROOT).replace('-', '_')),
                Bandwidth.gbps(Integer.parseInt(cells[6])),
                cells[7]);
    }
}
