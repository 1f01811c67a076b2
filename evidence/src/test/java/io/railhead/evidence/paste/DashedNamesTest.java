package io.railhead.evidence.paste;

import static org.assertj.core.api.Assertions.assertThat;

import io.railhead.model.Facts;
import io.railhead.model.fact.RdmaNetdev;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class DashedNamesTest {
    private static final String UP = "mlx5_0 port 1 ==> ens1f0np0 (Up)\n";
    private static final String DOWN = "mlx5_0 port 1 ==> ens1f0np0 (Down)\n";

    private static Facts read(String text) {
        Paste paste = new Paste();
        paste.add("all.txt", new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
        return paste.facts();
    }

    private static void isOfTwoMachines(String text) {
        Facts facts = read(text);
        assertThat(facts.of("gpu01", RdmaNetdev.class))
                .extracting(RdmaNetdev::up)
                .containsExactly(true);
        assertThat(facts.of("gpu02", RdmaNetdev.class))
                .extracting(RdmaNetdev::up)
                .containsExactly(false);
        assertThat(facts.unread()).isEmpty();
    }

    @Test
    void aNameBehindADashIsAMachines() {
        isOfTwoMachines("- gpu01\n" + UP + "- gpu02:\n" + DOWN);
    }

    @Test
    void listsNameNoMachine() {
        DashedNames lines =
                new DashedNames(
                        List.of(
                                "hosts:",
                                "- gpu01",
                                "- gpu02",
                                "- gpu03",
                                "  port: 22",
                                "- gpu04",
                                "",
                                "--gpu05",
                                "done"));
        for (int i = 0; i < 9; i++) assertThat(lines.at(i)).isEmpty();
    }
}
