package io.railhead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class ResultStreamTest {

    private static OutputStream failing(String why) {
        return new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                throw new IOException(why);
            }
        };
    }

    private static ResultStream printedTo(OutputStream to) {
        ResultStream result = new ResultStream(to);
        PrintStream out = new PrintStream(result, false, StandardCharsets.UTF_8);
        out.println("a result");
        out.flush();
        return result;
    }

    @Test
    void whatAFullDiskLosesIsSaid() {
        assertThat(printedTo(failing("No space left on device")).lost())
                .contains("No space left on device");
    }

    @Test
    void aReaderThatHasGoneAwayLosesNothing() {
        assertThat(printedTo(failing("Broken pipe")).lost()).isEmpty();
    }

    @Test
    void whatArrivesIsNotLost() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        assertThat(printedTo(bytes).lost()).isEmpty();
        assertThat(bytes.toString(StandardCharsets.UTF_8)).startsWith("a result");
    }
}
