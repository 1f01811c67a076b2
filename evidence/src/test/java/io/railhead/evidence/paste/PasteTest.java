package io.railhead.evidence.paste;

import static org.assertj.core.api.Assertions.assertThat;

import io.railhead.model.Facts;
import io.railhead.model.Unread;
import io.railhead.model.fact.GidEntry;
import io.railhead.model.fact.KernelModule;
import io.railhead.model.fact.LogEvent;
import io.railhead.model.fact.PfcState;
import io.railhead.model.fact.RdmaLink;
import java.io.ByteArrayInputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class PasteTest {
    private static final String GIDS =
            """
            DEV\tPORT\tINDEX\tGID\t\t\t\t\tIPv4  \t\tVER\tDEV
            ---\t----\t-----\t---\t\t\t\t\t------------  \t---\t---
            mlx5_0\t1\t3\t0000:0000:0000:0000:0000:ffff:0a06:000b\t10.6.0.11  \tv2\tens1np0
            n_gids_found=1
            """;

    private static Facts read(String name, String text) {
        return read(name, text, StandardCharsets.UTF_8);
    }

    private static Facts read(String name, String text, Charset charset) {
        Paste paste = new Paste();
        paste.add(name, new ByteArrayInputStream(text.getBytes(charset)));
        return paste.facts();
    }

    @Test
    void anAnswerIsReadWithItsQuestionAndCitedAsItStands() {
        String text =
                """
                gpu07:~$ systemd-detect-virt
                kvm
                gpu07:~$ cat /sys/class/infiniband/mlx5_3/device/numa_node
                1
                gpu07:~$ ssh gpu08 systemd-detect-virt
                none
                """;
        List<LogEvent> events = events(read("ticket.txt", text));
        LogEvent guest = kind(events, "vm-guest");
        assertThat(guest.host()).isEqualTo("gpu07");
        assertThat(guest.text()).isEqualTo("kvm");
        assertThat(guest.source().firstLine()).isEqualTo(2);
        assertThat(kind(events, "bare-metal").host()).isEqualTo("gpu08");
        LogEvent numa = kind(events, "numa-of-hca");
        assertThat(numa.get("hca")).isEqualTo("mlx5_3");
        assertThat(numa.get("node")).isEqualTo("1");
    }

    private static List<LogEvent> events(Facts facts) {
        return facts.machines().stream()
                .flatMap(m -> facts.of(m, LogEvent.class).stream())
                .toList();
    }

    private static LogEvent kind(List<LogEvent> events, String kind) {
        return events.stream().filter(e -> e.kind().equals(kind)).findFirst().orElseThrow();
    }

    @Test
    void severalCommandsInOneFileAreReadEachByItsParserWithTheFilesLines() {
        String text =
                "Hello, this is what I see:\n\n"
                        + "root@gpu01:~# show_gids\n"
                        + GIDS
                        + "root@gpu01:~# rdma link\n"
                        + "link mlx5_0/1 state ACTIVE physical_state LINK_UP netdev ens1np0\n"
                        + "=== lsmod ===\n"
                        + "nvidia_peermem         16384  0\n";
        Facts facts = read("ticket.txt", text);
        GidEntry gid = facts.of("gpu01", GidEntry.class).getFirst();
        assertThat(gid.source().firstLine()).isEqualTo(6);
        assertThat(facts.of("gpu01", RdmaLink.class).getFirst().source().firstLine()).isEqualTo(9);
        assertThat(facts.of("gpu01", KernelModule.class)).isNotEmpty();
        assertThat(facts.unread())
                .singleElement()
                .extracting(Unread::text)
                .asString()
                .contains("Hello");
    }

    @Test
    void aFileIsWhatItHoldsAndNotWhatItIsCalled() {
        for (String name : List.of("nccl.log", "x", "dmesg.txt")) {
            assertThat(read(name, GIDS).of("", GidEntry.class)).as(name).hasSize(1);
        }
    }

    @Test
    void outputsOfSwitchesAndNicsAreReadWithPromptsAndWithout() {
        String pfc =
                "Port               Mode Oper(VL bmap)  RxPPP      TxPPP\n"
                        + "Ethernet1/7        On   On  (8)       12         340\n";
        String nic = "pfc-cap 8 macsec-bypass off delay 0\nprio-pfc 0:off 1:off 2:off 3:on\n";
        String ticket =
                "leaf1# show interface priority-flow-control\n"
                        + pfc
                        + "root@gpu01:~# dcb pfc show dev ens1\n"
                        + nic;
        Facts prompted = read("ticket.txt", ticket);
        PfcState leaf = prompted.of("leaf1", PfcState.class).getFirst();
        assertThat(leaf.port()).isEqualTo("Ethernet1/7");
        assertThat(leaf.source().firstLine()).isEqualTo(3);
        PfcState host = prompted.of("gpu01", PfcState.class).getFirst();
        assertThat(host.port()).isEqualTo("ens1");
        assertThat(host.source().firstLine()).isEqualTo(6);
        assertThat(prompted.unread()).isEmpty();
        assertThat(read("a.txt", pfc).of("", PfcState.class)).hasSize(1);
        assertThat(read("b.txt", nic).of("", PfcState.class)).hasSize(1);
    }

    @Test
    void textOfOtherSystemsIsText() {
        assertThat(
                        read("a", "\uFEFF" + GIDS.replace("\n", "\r\n"), StandardCharsets.UTF_16LE)
                                .of("", GidEntry.class))
                .hasSize(1);
        assertThat(read("b", "\uFEFF" + GIDS).of("", GidEntry.class)).hasSize(1);
    }

    @Test
    void twoTablesOfOneKindAreOfTwoMachines() {
        Paste paste = new Paste();
        paste.add("gids_a.txt", new ByteArrayInputStream(GIDS.getBytes(StandardCharsets.UTF_8)));
        paste.add("gids_b.txt", new ByteArrayInputStream(GIDS.getBytes(StandardCharsets.UTF_8)));
        Facts facts = paste.facts();
        assertThat(facts.of("gids_a", GidEntry.class)).hasSize(1);
        assertThat(facts.of("gids_b", GidEntry.class)).hasSize(1);
    }

    @Test
    void whatNobodyKnowsIsListedWithItsLines() {
        Facts facts = read("poem.txt", "Shall I compare thee\nto a summer's day?\n");
        assertThat(facts.unread()).hasSize(1);
        assertThat(facts.unread().getFirst().text()).contains("lines 1-2", "Shall I");
        assertThat(read("x.bin", "\0\1\2\3\4\5\6\7".repeat(50)).unread().getFirst().text())
                .contains("binary");
    }

    @Test
    void promptsOfSwitchesNameTheMachine() {
        List<Piece> pieces =
                Pieces.of(
                        """
                        leaf1# show interface priority-flow-control
                        Ethernet1/1        Auto Off           0          0
                        admin@leaf3:~$ show pfcwd stats
                        x
                        [esx01:~] esxcli network nic dcb status get -n vmnic3
                           Nic Name: vmnic3
                        """);
        assertThat(pieces).extracting(Piece::machine).containsExactly("leaf1", "leaf3", "esx01");
        assertThat(pieces).extracting(Piece::firstLine).containsExactly(1, 3, 5);
    }
}
