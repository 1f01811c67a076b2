package io.railhead.evidence.paste;

import static org.assertj.core.api.Assertions.assertThat;

import io.railhead.model.Facts;
import io.railhead.model.fact.GidEntry;
import io.railhead.model.fact.LogEvent;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class FanOutTest {
    private static Facts read(String text) {
        Paste paste = new Paste();
        paste.add("a.txt", new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
        return paste.facts();
    }

    private static List<LogEvent> of(Facts facts, String kind) {
        return facts.machines().stream()
                .flatMap(m -> facts.of(m, LogEvent.class).stream())
                .filter(e -> e.kind().equals(kind))
                .toList();
    }

    @Test
    void eachLineIsOfTheMachineBeforeItAndKeepsItsNumber() {
        List<LogEvent> told =
                of(
                        read(
                                """
                                $ pdsh -w n[1-2] "ibv_devinfo | grep active_mtu"
                                n2: \t\t\tactive_mtu:\t\t1024 (3)
                                n1: \t\t\tactive_mtu:\t\t4096 (5)
                                """),
                        "active-mtu");
        assertThat(told).extracting(LogEvent::host).containsExactly("n2", "n1");
        assertThat(told).extracting(e -> e.source().firstLine()).containsExactly(2, 3);
        assertThat(told.getFirst().text()).startsWith("n2: ");
    }

    @Test
    void aTableOfEachMachineIsReadByItsParser() {
        Facts facts =
                read(
                        """
                        $ clush -w n1,n2 show_gids
                        n1: mlx5_0\t1\t3\t0000:0000:0000:0000:0000:ffff:0a06:000b\t10.6.0.11  \tv2\tens1np0
                        n2: mlx5_0\t1\t3\t0000:0000:0000:0000:0000:ffff:0a06:000c\t10.6.0.12  \tv2\tens1np0
                        """);
        assertThat(facts.of("n1", GidEntry.class)).hasSize(1);
        GidEntry second = facts.of("n2", GidEntry.class).getFirst();
        assertThat(second.source().firstLine()).isEqualTo(3);
        assertThat(facts.unread()).isEmpty();
    }

    @Test
    void theNameBetweenRulersIsTheMachine() {
        List<LogEvent> told =
                of(
                        read(
                                """
                                # clush -b -w n[1-3] ibv_devinfo
                                ---------------
                                n[1-2] (2)
                                ---------------
                                \t\t\tactive_mtu:\t\t4096 (5)
                                ---------------
                                n3
                                ---------------
                                \t\t\tactive_mtu:\t\t1024 (3)
                                """),
                        "active-mtu");
        assertThat(told).extracting(LogEvent::host).containsExactly("n[1-2]", "n3");
    }

    @Test
    void whatALauncherStartedOverPdshIsOfTheMachinesThatItNamed() {
        List<LogEvent> told =
                of(
                        read(
                                """
                                [INFO] cmd = pdsh -f 1024 -w w1,w2 export A=1; python -u train.py
                                w1: sys.executable = /opt/conda/bin/python
                                w2: sys.executable = /usr/bin/python
                                """),
                        "python-used");
        assertThat(told).extracting(LogEvent::host).containsExactly("w1", "w2");
    }

    @Test
    void aLineWithoutAMachineLeavesThePieceAsItIs() {
        List<LogEvent> told =
                of(
                        read(
                                """
                                $ pdsh -w n1,n2 ibv_devinfo
                                state: PORT_ACTIVE (4)
                                \t\t\tactive_mtu:\t\t4096 (5)
                                """),
                        "active-mtu");
        assertThat(told).extracting(LogEvent::host).containsExactly("");
    }
}
