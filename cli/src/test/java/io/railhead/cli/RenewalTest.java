package io.railhead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class RenewalTest {
    private static Path picocli(Path folder) throws Exception {
        Path installed =
                Path.of(
                        CommandLine.class
                                .getProtectionDomain()
                                .getCodeSource()
                                .getLocation()
                                .toURI());
        return Files.copy(installed, folder.resolve("picocli.jar"));
    }

    @Test
    void allClassesOfTheLibraryOfCommandsAreInAFormatThatTheCacheKeeps(@TempDir Path folder)
            throws Exception {
        Path jar = picocli(folder);
        assertThat(Renewal.isOld(jar)).isTrue();
        List<String> before = names(jar);
        Renewal.main(new String[] {folder.toString()});
        assertThat(Renewal.isOld(jar)).isFalse();
        assertThat(names(jar)).isEqualTo(before);
        assertThat(Files.list(folder)).containsExactly(jar);
        // Every class is verified when it is initialised; nothing of it comes from elsewhere.
        try (URLClassLoader own =
                new URLClassLoader(
                        new URL[] {jar.toUri().toURL()}, ClassLoader.getPlatformClassLoader())) {
            for (String name : before) {
                if (!name.endsWith(".class") || name.contains("-")) continue;
                String type = name.substring(0, name.length() - 6).replace('/', '.');
                assertThat(Class.forName(type, true, own).getClassLoader()).isSameAs(own);
            }
        }
    }

    private static List<String> names(Path jar) throws IOException {
        try (JarFile file = new JarFile(jar.toFile())) {
            return Collections.list(file.entries()).stream()
                    .map(ZipEntry::getName)
                    .filter(n -> !n.startsWith("META-INF/versions/") && !n.endsWith("/"))
                    .filter(n -> !n.equals("module-info.class"))
                    .toList();
        }
    }

    @Test
    void aLibraryThatCannotBeRewrittenStaysAsItIs(@TempDir Path folder) throws Exception {
        Path jar = folder.resolve("odd.jar");
        byte[] odd = {(byte) 0xca, (byte) 0xfe, (byte) 0xba, (byte) 0xbe, 0, 0, 0, 49, 0, 7, 1};
        write(jar, "Odd.class", odd);
        byte[] before = Files.readAllBytes(jar);
        assertThat(Renewal.isOld(jar)).isTrue();
        assertThat(Renewal.renew(jar)).isFalse();
        assertThat(Files.readAllBytes(jar)).isEqualTo(before);
        assertThat(Files.list(folder)).containsExactly(jar);
    }

    @Test
    void aSignedLibraryAndOneOfTodayAreLeftAlone(@TempDir Path folder) throws Exception {
        Path signed = folder.resolve("signed.jar");
        write(signed, "META-INF/A.SF", "Signature-Version: 1.0\n".getBytes(StandardCharsets.UTF_8));
        assertThat(Renewal.isOld(signed)).isFalse();
        Path today = folder.resolve("today.jar");
        try (InputStream in = RenewalTest.class.getResourceAsStream("RenewalTest.class")) {
            byte[] bytes = in == null ? new byte[0] : in.readAllBytes();
            assertThat(ClassFile.of().parse(bytes).majorVersion()).isGreaterThan(50);
            write(today, "RenewalTest.class", bytes);
        }
        assertThat(Renewal.isOld(today)).isFalse();
    }

    private static void write(Path jar, String name, byte[] bytes) throws IOException {
        try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(jar))) {
            out.putNextEntry(new ZipEntry(name));
            out.write(bytes);
        }
    }
}
