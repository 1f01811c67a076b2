package io.railhead.evidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.railhead.model.Facts;
import io.railhead.model.Transcript;
import io.railhead.model.fact.GidEntry;
import io.railhead.model.fact.NvmeDrive;
import io.railhead.model.fact.PciDevice;
import io.railhead.model.fact.PcieLink;
import io.railhead.model.fact.PortCounters;
import io.railhead.model.fact.RdmaPortState;
import io.railhead.model.fact.RdmaSubsystem;
import io.railhead.model.fact.RdmaSysfs;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The probes that walk sysfs, run by a real shell over a tree made for the purpose.
final class SysfsProbesTest {

    @TempDir Path root;

    @BeforeEach
    void shell() {
        assumeTrue(Files.isExecutable(Path.of("/bin/sh")), "needs /bin/sh");
    }

    private void file(String path, String text) throws IOException {
        Path file = root.resolve("sys").resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text + "\n");
    }

    private void link(String path, String target) throws IOException {
        Path link = root.resolve("sys").resolve(path);
        Files.createDirectories(link.getParent());
        Files.createSymbolicLink(link, root.resolve("sys").resolve(target));
    }

    private Facts run(String parser) throws IOException, InterruptedException {
        String command =
                Parsers.installed().named(parser).orElseThrow().probes().getFirst().command();
        Path out = root.resolve("out");
        Path err = root.resolve("err");
        Process process =
                new ProcessBuilder("/bin/sh", "-c", command.replace("/sys/", root + "/sys/"))
                        .redirectOutput(out.toFile())
                        .redirectError(err.toFile())
                        .start();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        Transcript transcript =
                new Transcript(
                        "gpu01",
                        command,
                        text(out).replace(root.toString(), ""),
                        text(err).replace(root.toString(), ""),
                        process.exitValue(),
                        Instant.EPOCH,
                        Duration.ZERO,
                        false);
        Facts facts = Parsers.installed().read(List.of(transcript));
        assertThat(facts.unread()).isEmpty();
        return facts;
    }

    private static String text(Path file) throws IOException {
        return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
    }

    @Test
    void theInfinibandTreeIsReadWithoutItsEmptySlots() throws Exception {
        String function = "devices/pci0000:15/0000:15:01.0/0000:1b:00.0/";
        file(function + "numa_node", "1");
        String device = function + "infiniband/mlx5_0/";
        file(device + "fw_ver", "28.43.2026");
        file(device + "hca_type", "MT4129");
        file(device + "power/control", "auto");
        file(device + "uevent", "NAME=mlx5_0");
        file(device + "ports/1/state", "4: ACTIVE");
        file(device + "ports/1/phys_state", "5: LinkUp");
        file(device + "ports/1/rate", "400 Gb/sec (4X NDR)");
        file(device + "ports/1/link_layer", "Ethernet");
        file(device + "ports/1/counters/port_xmit_data", "1000");
        file(device + "ports/1/hw_counters/out_of_sequence", "7");
        file(device + "ports/1/gids/0", "fe80:0000:0000:0000:a288:c2ff:fe71:4402");
        file(device + "ports/1/gids/3", "0000:0000:0000:0000:0000:ffff:0a41:0107");
        file(device + "ports/1/gids/4", "0000:0000:0000:0000:0000:0000:0000:0000");
        file(device + "ports/1/gid_attrs/types/3", "RoCE v2");
        file(device + "ports/1/gid_attrs/ndevs/3", "ens1np0");
        file(device + "ports/1/pkeys/0", "0xffff");
        file(device + "ports/1/pkeys/1", "0x0000");
        link(device + "device", function);
        link("class/infiniband/mlx5_0", device);

        Facts facts = run("sysfs-infiniband");

        assertThat(facts.of("gpu01", RdmaSysfs.class))
                .singleElement()
                .satisfies(
                        d -> {
                            assertThat(d.device()).isEqualTo("mlx5_0");
                            assertThat(d.pciAddress()).contains("0000:1b:00.0");
                            assertThat(d.numaNode()).hasValue(1);
                            assertThat(d.firmware()).contains("28.43.2026");
                            assertThat(d.values())
                                    .containsEntry("ports/1/pkeys/0", "0xffff")
                                    .doesNotContainKeys(
                                            "power/control",
                                            "uevent",
                                            "ports/1/pkeys/1",
                                            "ports/1/gids/4");
                        });
        assertThat(facts.of("gpu01", RdmaPortState.class))
                .singleElement()
                .satisfies(p -> assertThat(p.isActive()).isTrue());
        assertThat(facts.of("gpu01", PortCounters.class))
                .singleElement()
                .satisfies(c -> assertThat(c.counters()).containsEntry("port_xmit_data", 4000L));
        assertThat(facts.of("gpu01", GidEntry.class))
                .extracting(GidEntry::index, GidEntry::isRoceV2)
                .containsExactlyInAnyOrder(
                        org.assertj.core.groups.Tuple.tuple(0, false),
                        org.assertj.core.groups.Tuple.tuple(3, true));
    }

    @Test
    void aMachineWithoutTheTreeHasNoRdmaSubsystem() throws Exception {
        file("class/net/eth0/mtu", "1500");

        Facts facts = run("sysfs-infiniband");

        assertThat(facts.of("gpu01", RdmaSubsystem.class))
                .singleElement()
                .satisfies(s -> assertThat(s.present()).isFalse());
        assertThat(facts.unavailable()).isNotEmpty();
    }

    @Test
    void onlyTheClassesThatMatterAreReadAndTheSlotAboveIsKnown() throws Exception {
        String port = "devices/pci0000:15/0000:15:01.0/";
        file(port + "max_link_speed", "16.0 GT/s PCIe");
        file(port + "max_link_width", "8");
        file(port + "class", "0x060400");
        String nic = port + "0000:1b:00.0/";
        file(nic + "class", "0x020000");
        file(nic + "vendor", "0x15b3");
        file(nic + "device", "0x1021");
        file(nic + "numa_node", "0");
        file(nic + "current_link_speed", "16.0 GT/s PCIe");
        file(nic + "current_link_width", "8");
        file(nic + "max_link_speed", "32.0 GT/s PCIe");
        file(nic + "max_link_width", "16");
        file("bus/pci/drivers/mlx5_core/bind", "");
        link(nic + "driver", "bus/pci/drivers/mlx5_core");
        link("bus/pci/devices/0000:15:01.0", port);
        link("bus/pci/devices/0000:1b:00.0", nic);

        Facts facts = run("sysfs-pci");

        assertThat(facts.of("gpu01", PciDevice.class))
                .singleElement()
                .satisfies(
                        d -> {
                            assertThat(d.slot()).isEqualTo("0000:1b:00.0");
                            assertThat(d.id()).contains("15b3:1021");
                            assertThat(d.driver()).contains("mlx5_core");
                            assertThat(d.capability()).contains(new PcieLink(32, 16));
                            assertThat(d.status()).contains(new PcieLink(16, 8));
                            assertThat(d.slotCapability()).contains(new PcieLink(16, 8));
                            assertThat(d.speedDowngraded()).isTrue();
                        });
    }

    @Test
    void drivesAreReadWithoutAnyTool() throws Exception {
        String drive = "devices/pci0000:c0/0000:c0:01.1/0000:c1:00.0/nvme/nvme0/";
        file(drive + "model", "KIOXIA KCD8XRUG7T68      ");
        file(drive + "serial", "SAMPLE000002   ");
        file(drive + "firmware_rev", "0105");
        file(drive + "state", "live");
        file(drive + "transport", "pcie");
        file(drive + "address", "0000:c1:00.0");
        link("class/nvme/nvme0", drive);
        file("block/nvme0n1/size", "15002931888");

        assertThat(run("sysfs-nvme").of("gpu01", NvmeDrive.class))
                .singleElement()
                .satisfies(
                        d -> {
                            assertThat(d.device()).isEqualTo("nvme0n1");
                            assertThat(d.model()).contains("KIOXIA KCD8XRUG7T68");
                            assertThat(d.capacityBytes()).hasValue(7_681_501_126_656L);
                            assertThat(d.pciAddress()).contains("0000:c1:00.0");
                            assertThat(d.state()).contains("live");
                        });
    }

    @Test
    void aMachineWithoutDrivesOrCardsGivesNothingAndNoComplaint() throws Exception {
        Files.createDirectories(root.resolve("sys"));

        assertThat(run("sysfs-nvme").all("gpu01").toList()).isEmpty();
        assertThat(run("sysfs-pci").all("gpu01").toList()).isEmpty();
        assertThat(run("sysfs-pci").unavailable()).isEmpty();
    }
}
