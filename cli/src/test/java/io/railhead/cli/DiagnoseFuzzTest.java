package io.railhead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.railhead.checks.Report;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// Random cuts, byte flips and joins of the cases never throw.
class DiagnoseFuzzTest {
    private static final long SEED = 20_261_129;

    @Test
    void damagedTextIsReadAsFarAsItGoes() throws IOException {
        List<DiagnoseCase> cases = DiagnoseCase.all();
        Random random = new Random(SEED);
        for (int round = 0; round < 300; round++) {
            Map<String, byte[]> documents = new LinkedHashMap<>();
            for (int n = 0; n < 1 + random.nextInt(4); n++) {
                DiagnoseCase c = cases.get(random.nextInt(cases.size()));
                ByteArrayOutputStream joined = new ByteArrayOutputStream();
                for (byte[] d : c.documents().values()) joined.writeBytes(damaged(d, random));
                documents.put("d" + n, joined.toByteArray());
            }
            Report report = DiagnoseCase.diagnose(documents);
            assertThat(report.notChecked()).as("seed %d round %d", SEED, round).isEmpty();
        }
    }

    private static byte[] damaged(byte[] document, Random random) {
        byte[] bytes = document.clone();
        for (int n = random.nextInt(8); n > 0 && bytes.length > 0; n--) {
            bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
        }
        int from = random.nextInt(4) == 0 ? random.nextInt(bytes.length + 1) : 0;
        int to =
                random.nextInt(4) == 0
                        ? from + random.nextInt(bytes.length + 1 - from)
                        : bytes.length;
        return Arrays.copyOfRange(bytes, from, to);
    }
}
