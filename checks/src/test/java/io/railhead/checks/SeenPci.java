package io.railhead.checks;

import io.railhead.model.fact.PciDevice;
import io.railhead.model.fact.PcieLink;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/// A PCI function of a test world: PCIe 5.0 x16 running at full speed unless said otherwise.
public final class SeenPci implements Seen {
    private final String slot;
    private final String deviceClass;
    private final String model;
    private Optional<PcieLink> capability = Optional.of(new PcieLink(32, 16));
    private Optional<PcieLink> status = Optional.of(new PcieLink(32, 16));
    private Optional<PcieLink> above = Optional.of(new PcieLink(32, 16));
    private OptionalInt maxReadRequest = OptionalInt.of(4096);
    private Optional<Boolean> relaxedOrdering = Optional.of(true);
    private OptionalInt iommuGroup = OptionalInt.empty();
    private String driver = "mlx5_core";
    private String revision = "";

    private SeenPci(String slot, String deviceClass, String model) {
        this.slot = slot;
        this.deviceClass = deviceClass;
        this.model = model;
    }

    static SeenPci at(String slot, String deviceClass, String model) {
        return new SeenPci(slot, deviceClass, model);
    }

    public SeenPci runsAt(double gigaTransfers, int width) {
        status = Optional.of(new PcieLink(gigaTransfers, width));
        return this;
    }

    /// What the slot can do.
    public SeenPci slotTakes(double gigaTransfers, int width) {
        above = Optional.of(new PcieLink(gigaTransfers, width));
        return this;
    }

    public SeenPci slotUnknown() {
        above = Optional.empty();
        return this;
    }

    public SeenPci noLink() {
        capability = Optional.empty();
        status = Optional.empty();
        return this;
    }

    public SeenPci readRequest(OptionalInt bytes) {
        maxReadRequest = bytes;
        return this;
    }

    public SeenPci relaxedOrdering(Optional<Boolean> on) {
        relaxedOrdering = on;
        return this;
    }

    public SeenPci iommuGroup(int group) {
        iommuGroup = OptionalInt.of(group);
        return this;
    }

    public SeenPci driver(String name) {
        driver = name;
        return this;
    }

    /// `ff` is what lspci reads of a device that no longer answers.
    public SeenPci revision(String value) {
        revision = value;
        return this;
    }

    @Override
    public Given given() {
        return Given.of(
                "lspci -vv",
                slot,
                slot + " " + deviceClass + ": " + model + " " + status,
                s ->
                        new PciDevice(
                                slot,
                                deviceClass,
                                Optional.of(model),
                                Optional.empty(),
                                OptionalInt.of(0),
                                iommuGroup,
                                OptionalInt.of(256),
                                OptionalInt.of(512),
                                maxReadRequest,
                                relaxedOrdering,
                                capability,
                                status,
                                above,
                                driver.isEmpty() ? Optional.empty() : Optional.of(driver),
                                revision.isEmpty() ? Map.of() : Map.of("rev", revision),
                                Map.of(),
                                s));
    }
}
