package io.railhead.evidence.paste;

import static org.assertj.core.api.Assertions.assertThat;

import io.railhead.evidence.log.Catalogue;
import io.railhead.evidence.log.LogScanner;
import io.railhead.model.fact.LogEvent;
import java.util.List;
import org.junit.jupiter.api.Test;

class WrappedTest {
    private static List<LogEvent> wrapped(String document, String text) {
        return Wrapped.of(document, text, new LogScanner(Catalogue.installed()));
    }

    @Test
    void aMessageThatAMailProgramBrokeIsReadAsOne() {
        assertThat(
                        wrapped(
                                "mail.txt",
                                """
                                After the upgrade nvidia-smi only prints Failed to initialize NVML: Driver/library
                                version mismatch and all jobs die
                                """))
                .singleElement()
                .satisfies(
                        e -> {
                            assertThat(e.kind()).isEqualTo("nvml-mismatch");
                            assertThat(e.text()).contains("Driver/library version mismatch");
                            assertThat(e.source().firstLine()).isEqualTo(1);
                            assertThat(e.source().lastLine()).isEqualTo(2);
                        });
    }

    @Test
    void aWordThatATerminalBrokeIsPutTogether() {
        String text =
                """
                Jul  1 10:00:01 node12 kernel: [99121.123456] Out of memory: Kil
                led process 4121 (python) total-vm:1231232kB, anon-rss:991kB, fi
                le-rss:0kB
                """;
        assertThat(wrapped("tty.txt", text)).extracting(LogEvent::kind).contains("host-oom");
    }

    @Test
    void whatOnePartTellsAloneIsNotToldTwice() {
        assertThat(
                        wrapped(
                                "mail.txt",
                                """
                                the job says CUDA out of memory again and again on every one of
                                the nodes that we have
                                """))
                .isEmpty();
    }

    @Test
    void recordsAndTablesAreNotJoined() {
        assertThat(
                        wrapped(
                                "log.txt",
                                """
                                n1:1:2 [0] NCCL INFO the client said Driver/library and nothing more of it
                                n1:1:2 [1] NCCL INFO version mismatch is not what this line is about at all
                                rx_packets_of_the_first_queue_of_it: 12      Driver/library
                                version mismatch of the second: 12      rest of the row here
                                """))
                .isEmpty();
    }
}
