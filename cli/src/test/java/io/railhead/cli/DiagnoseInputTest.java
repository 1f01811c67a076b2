package io.railhead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tukaani.xz.LZMA2Options;
import org.tukaani.xz.XZOutputStream;
import tools.jackson.databind.ObjectMapper;

/// What `diagnose` makes of inputs of which nothing can be said, and of archives.
class DiagnoseInputTest {
    private static final String FAULT =
            "h1:1:2 [0] misc/shmutils.cc:88 NCCL WARN Error: failed to extend /dev/shm/nccl-x to"
                    + " 9637892 bytes, error: No space left on device (28)\n";

    private static final String WELL = "INFO step 10/1000 loss 2.31\n".repeat(50);

    @TempDir private Path directory;

    private record Said(int status, String out, String judgement) {}

    private Said diagnose(String name, byte[] content) throws IOException {
        Files.write(directory.resolve(name), content);
        TestConsole text = TestConsole.in(directory, Map.of());
        int status = text.run("diagnose", name);
        TestConsole json = TestConsole.in(directory, Map.of());
        assertThat(json.run("diagnose", "--format", "json", name)).isEqualTo(status);
        String judgement = new ObjectMapper().readTree(json.out()).path("judgement").asString();
        return new Said(status, text.out().replaceAll("\\s+", " "), judgement);
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private interface Packing {
        OutputStream open(OutputStream out) throws IOException;
    }

    private static byte[] packed(byte[] content, Packing packing) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (OutputStream out = packing.open(bytes)) {
            out.write(content);
        }
        return bytes.toByteArray();
    }

    private static byte[] xz(byte[] content) throws IOException {
        return packed(content, o -> new XZOutputStream(o, new LZMA2Options()));
    }

    private static byte[] zip(Map<String, String> files) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            for (Map.Entry<String, String> f : files.entrySet()) {
                zip.putNextEntry(new ZipEntry(f.getKey()));
                zip.write(utf8(f.getValue()));
                zip.closeEntry();
            }
        }
        return bytes.toByteArray();
    }

    /// One entry of a tar, as POSIX has it.
    private static byte[] entry(String name, char type, String content) {
        byte[] data = utf8(content);
        byte[] bytes = new byte[512 + (data.length + 511) / 512 * 512];
        put(bytes, 0, name);
        put(bytes, 100, "0000644\0");
        put(bytes, 124, "%011o ".formatted(data.length));
        put(bytes, 136, "00000000000 ");
        put(bytes, 148, "        ");
        bytes[156] = (byte) type;
        put(bytes, 257, "ustar\00000");
        int sum = 0;
        for (int i = 0; i < 512; i++) sum += bytes[i] & 0xff;
        put(bytes, 148, "%06o\0 ".formatted(sum));
        System.arraycopy(data, 0, bytes, 512, data.length);
        return bytes;
    }

    private static void put(byte[] into, int at, String text) {
        byte[] bytes = utf8(text);
        System.arraycopy(bytes, 0, into, at, bytes.length);
    }

    private static byte[] tar(byte[]... entries) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] e : entries) all.writeBytes(e);
        all.writeBytes(new byte[1024]);
        return all.toByteArray();
    }

    @Test
    void anEmptyInputIsNotSaidToBeWithoutFault() throws IOException {
        for (String content : new String[] {"", "\n\n  \n"}) {
            Said said = diagnose("x.log", utf8(content));
            assertThat(said.status()).isEqualTo(Exit.USAGE);
            assertThat(said.out()).contains("x.log is empty").doesNotContain("No fault");
            assertThat(said.judgement()).isEqualTo("nothing-read");
        }
        Files.createDirectories(directory.resolve("folder"));
        TestConsole folder = TestConsole.in(directory, Map.of());
        assertThat(folder.run("diagnose", "folder")).isEqualTo(Exit.USAGE);
        assertThat(folder.out()).contains("holds no files");
    }

    @Test
    void textOfWhichNothingIsKnownGivesNoVerdict() throws IOException {
        Said said = diagnose("poem.txt", utf8("tyger tyger burning bright\nin the forests\n"));
        assertThat(said.status()).isEqualTo(Exit.USAGE);
        assertThat(said.out()).startsWith("No verdict").contains("poem.txt:1");
        assertThat(said.judgement()).isEqualTo("not-recognised");
        assertThat(diagnose("well.log", utf8(WELL)).judgement()).isEqualTo("no-fault");
    }

    @Test
    void jsonThatWasCutBelowItsCommandIsSaidToBeUnreadable() throws IOException {
        String prompt = "cumulus@leaf7:mgmt:~$ nv show qos roce -o json\n";
        for (String cut : new String[] {"{\"enable\":\"on\",\"mode\":\"los", "[".repeat(30_000)}) {
            Said said = diagnose("roce.txt", utf8(prompt + cut));
            assertThat(said.status).isEqualTo(Exit.USAGE);
            assertThat(said.judgement).isEqualTo("not-recognised");
            assertThat(said.out.replaceAll("\\s+", " "))
                    .contains("could not be read: not valid JSON at line");
        }
    }

    @Test
    void binaryDataIsSaidToBeNoText() throws IOException {
        byte[] noise = new byte[3000];
        new Random(7).nextBytes(noise);
        noise[0] = 1;
        Said said = diagnose("core", noise);
        assertThat(said.status()).isEqualTo(Exit.USAGE);
        assertThat(said.out()).contains("holds no text");
    }

    @Test
    void archivesOfEveryKindAreOpenedOneInsideTheOther() throws IOException {
        byte[] tar = tar(entry("sos/", '5', ""), entry("sos/var/nccl.log", '0', FAULT));
        byte[][] archives = {
            tar,
            packed(tar, GZIPOutputStream::new),
            xz(tar),
            packed(xz(tar), GZIPOutputStream::new),
            tar(entry("in.txt", '0', WELL), entry("n.log", '\0', FAULT)),
        };
        for (byte[] archive : archives) {
            Said said = diagnose("bundle", archive);
            assertThat(said.status()).isEqualTo(Exit.FINDINGS);
            assertThat(said.out()).contains("dev-shm-too-small", ".log:1");
        }
    }

    @Test
    void longNamesOfBothKindsAreReadAndNoneLeadsOut() throws IOException {
        String path = "a/".repeat(70) + "nccl.log";
        byte[] gnu = tar(entry("././@LongLink", 'L', path + "\0"), entry("a", '0', FAULT));
        int length = path.length() + 10;
        byte[] pax = tar(entry("p", 'x', length + " path=" + path + "\n"), entry("a", '0', FAULT));
        for (byte[] archive : new byte[][] {gnu, pax}) {
            TestConsole json = TestConsole.in(directory, Map.of());
            Files.write(directory.resolve("t.tar"), archive);
            json.run("diagnose", "--format", "json", "t.tar");
            assertThat(json.out()).contains("t.tar/" + path);
        }
        Said said = diagnose("t.tar", tar(entry("/../../etc/../x.log", '0', FAULT)));
        assertThat(said.out()).contains("t.tar/etc/x.log:1");
    }

    @Test
    void linksAndDevicesOfATarAreLeftOut() throws IOException {
        byte[] tar =
                tar(
                        entry("link", '2', ""),
                        entry("hard", '1', ""),
                        entry("null", '3', ""),
                        entry("n.log", '0', WELL));
        assertThat(diagnose("t.tar", tar).judgement()).isEqualTo("no-fault");
    }

    @Test
    void jsonThatWasCutShortIsNoHealthyOutput() throws IOException {
        String whole =
                """
                {"PORT_QOS_MAP": {"Ethernet0": {"dscp_to_tc_map": "AZURE"}},
                 "PORT": {"Ethernet0": {"speed": "100000", "mtu": "9216"}}}
                """;
        for (int length : new int[] {45, 62, 90}) {
            byte[] cut = whole.substring(0, length).getBytes(StandardCharsets.UTF_8);
            Said said = diagnose("config_db.json", cut);
            assertThat(said.status()).as("first %d", length).isEqualTo(Exit.USAGE);
            assertThat(said.out()).doesNotContain("No fault found");
        }
    }

    @Test
    void archivesThatWereCutShortAreSaidToBeSo() throws IOException {
        byte[] zip = zip(Map.of("a.log", WELL));
        byte[] tar = tar(entry("a.log", '0', WELL), entry("b.log", '0', WELL));
        int directory = new String(zip, StandardCharsets.ISO_8859_1).indexOf("PK\1\2");
        byte[][] cut = {
            Arrays.copyOf(zip, directory),
            Arrays.copyOf(tar, tar.length - 1024),
            Arrays.copyOf(tar, tar.length - 2000),
        };
        for (byte[] archive : cut) {
            Said said = diagnose("cut", archive);
            assertThat(said.status()).isEqualTo(Exit.USAGE);
            assertThat(said.out()).contains("could not be read in full").doesNotContain("No fault");
            assertThat(said.judgement()).isEqualTo("no-fault-in-part");
        }
        assertThat(diagnose("whole.zip", zip).judgement()).isEqualTo("no-fault");
        assertThat(diagnose("whole.tar", tar).judgement()).isEqualTo("no-fault");
    }

    @Test
    void aMemberOfJsonThatIsNoNumberIsNamedAndNothingStandsInForIt() throws IOException {
        String json =
                "{\"start\": {\"version\": \"iperf 3.12\"}, \"end\": {\"sum_sent\":"
                        + " {\"bits_per_second\": 9.1e9}, \"sum_received\":"
                        + " {\"bits_per_second\": %s}}}\n";
        Said said = diagnose("fast.json", utf8(json.formatted("\"fast\"")));
        assertThat(said.judgement()).isEqualTo("no-fault-in-part");
        assertThat(said.status()).isEqualTo(Exit.USAGE);
        assertThat(said.out())
                .contains(
                        "fast.json:1: iperf3 JSON: end.sum_received.bits_per_second is \"fast\","
                                + " a number from 0 to 1e15 was expected",
                        "9.10 Gb/s as the sender counts it");
        Said sound = diagnose("sound.json", utf8(json.formatted("8.8e9")));
        assertThat(sound.judgement()).isEqualTo("no-fault");
        assertThat(sound.out()).contains("8.80 Gb/s").doesNotContain("as the sender");
    }

    @Test
    void aFileInAnArchiveIsCitedBelowItWhateverItsNameSays() throws IOException {
        Map<String, String> names =
                Map.of(
                        "../../../../tmp/evil.txt", "x.zip/tmp/evil.txt:1",
                        "/etc/../root/a.log", "x.zip/etc/root/a.log:1",
                        "..\\..\\b.log", "x.zip/b.log:1",
                        "logs/..hidden..log", "x.zip/logs/..hidden..log:1");
        for (Map.Entry<String, String> n : names.entrySet()) {
            Said said = diagnose("x.zip", zip(Map.of(n.getKey(), FAULT)));
            assertThat(said.out()).contains(n.getValue()).doesNotContain("../", "..\\");
            byte[] tar = tar(entry(n.getKey(), '0', FAULT));
            assertThat(diagnose("x.tar", tar).out())
                    .contains(n.getValue().replace("x.zip", "x.tar"))
                    .doesNotContain("../", "..\\");
        }
        assertThat(Archives.inside("x.zip", "..")).isEqualTo("x.zip/unnamed");
    }

    @Test
    void packedGarbageAndKindsThatAreNotOpenedAreNamed() throws IOException {
        byte[] noise = new byte[3000];
        new Random(11).nextBytes(noise);
        int[][] magics = {{0x1f, 0x8b, 8, 0}, {0xfd, '7', 'z', 'X', 'Z', 0}};
        for (int[] magic : magics) {
            for (int i = 0; i < magic.length; i++) noise[i] = (byte) magic[i];
            Said said = diagnose("x.packed", noise);
            assertThat(said.status()).isEqualTo(Exit.USAGE);
            assertThat(said.out()).contains("could not be opened", "cannot be unpacked");
        }
        Said zstd = diagnose("x.tar.zst", new byte[] {0x28, (byte) 0xb5, 0x2f, (byte) 0xfd, 4});
        assertThat(zstd.out()).contains("zstd -d x.tar.zst");
        assertThat(diagnose("x.bz2", utf8("BZh91AY&SY")).out()).contains("bunzip2 x.bz2");
    }

    @Test
    void faultsInTheReadablePartOfABrokenArchiveAreFound() throws IOException {
        byte[] tar = tar(entry("a.log", '0', FAULT), entry("b.log", '0', WELL.repeat(100)));
        Said said = diagnose("cut.tar", Arrays.copyOf(tar, tar.length / 2));
        assertThat(said.status()).isEqualTo(Exit.FINDINGS);
        assertThat(said.out()).contains("dev-shm-too-small", "Not read in full", "cut.tar");
    }

    @Test
    void aTarThatUnfoldsWithoutEndIsLeft() throws IOException {
        byte[] zeros = new byte[1 << 20];
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (OutputStream xz = new XZOutputStream(bytes, new LZMA2Options())) {
            byte[] head = entry("zeros", '0', "");
            put(head, 124, "77777777777 ");
            put(head, 148, "        ");
            int sum = 0;
            for (int i = 0; i < 512; i++) sum += head[i] & 0xff;
            put(head, 148, "%06o\0 ".formatted(sum));
            xz.write(head, 0, 512);
            for (int i = 0; i < 1400; i++) xz.write(zeros);
        }
        Said said = diagnose("bomb.tar.xz", bytes.toByteArray());
        assertThat(said.status()).isEqualTo(Exit.USAGE);
        assertThat(said.out()).contains("more than a gigabyte and 200 times");
    }

    @Test
    void aLargeDocumentIsSaidToBeReadAsALogOnly() throws IOException {
        Said said = diagnose("large.log", utf8(WELL.repeat(4000)));
        assertThat(said.status()).isEqualTo(Exit.OK);
        assertThat(said.out()).contains("No fault found", "large.log", "as those of a log");
    }

    @Test
    void anEmptyStandardInputIsSaidToBeSo() throws IOException {
        TestConsole empty = TestConsole.in(directory, Map.of());
        assertThat(empty.run("diagnose", "-")).isEqualTo(Exit.USAGE);
        assertThat(empty.out()).contains("standard input is empty");
    }
}
