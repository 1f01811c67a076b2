package io.railhead.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassFileVersion;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeModel;
import java.lang.classfile.MethodModel;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;

/// What the launcher runs once after a build: writes the classes of libraries that are in a format
/// older than Java 6 in that of Java 8, with the frames by which they are verified quickly. The
/// ahead-of-time cache keeps none of the old format, and a library of commands and options in it
/// took 30 ms more at each start (of 250). It is about speed only: a library of which anything
/// cannot be rewritten, or is not found sound afterwards, stays as it is.
final class Renewal {
    /// The first format with frames, that of Java 6.
    private static final int WITH_FRAMES = ClassFile.JAVA_6_VERSION;

    private Renewal() {}

    /// @param args the folder with the jar files
    public static void main(String[] args) throws IOException {
        try (DirectoryStream<Path> jars = Files.newDirectoryStream(Path.of(args[0]), "*.jar")) {
            for (Path jar : jars) {
                if (isOld(jar)) renew(jar);
            }
        }
    }

    /// Whether it holds a class of an old format, and no signature that would not fit any more.
    static boolean isOld(Path jar) throws IOException {
        boolean old = false;
        try (ZipInputStream in = new ZipInputStream(Files.newInputStream(jar))) {
            for (ZipEntry e = in.getNextEntry(); e != null; e = in.getNextEntry()) {
                if (e.getName().startsWith("META-INF/") && e.getName().endsWith(".SF"))
                    return false;
                old |= e.getName().endsWith(".class") && isOld(in.readNBytes(8));
            }
        }
        return old;
    }

    private static boolean isOld(byte[] head) {
        return head.length >= 8 && ((head[6] & 0xff) << 8 | head[7] & 0xff) < WITH_FRAMES;
    }

    /// @return whether it was rewritten
    static boolean renew(Path jar) throws IOException {
        Path fresh = jar.resolveSibling(jar.getFileName() + ".new");
        try (URLClassLoader own = new URLClassLoader(new URL[] {jar.toUri().toURL()})) {
            ClassFile format =
                    ClassFile.of(
                            ClassFile.StackMapsOption.GENERATE_STACK_MAPS,
                            ClassFile.ClassHierarchyResolverOption.of(
                                    ClassHierarchyResolver.ofResourceParsing(own)
                                            .orElse(ClassHierarchyResolver.defaultResolver())));
            try (InputStream from = Files.newInputStream(jar);
                    OutputStream to = Files.newOutputStream(fresh)) {
                copy(format, from, to);
            }
            Files.move(fresh, jar, StandardCopyOption.REPLACE_EXISTING);
            return true;
        } catch (IllegalArgumentException | IllegalStateException | LinkageError e) {
            return false;
        } finally {
            Files.deleteIfExists(fresh);
        }
    }

    private static void copy(ClassFile format, InputStream from, OutputStream to)
            throws IOException {
        try (ZipInputStream in = new ZipInputStream(from);
                ZipOutputStream out = new ZipOutputStream(to)) {
            for (ZipEntry e = in.getNextEntry(); e != null; e = in.getNextEntry()) {
                byte[] bytes = in.readAllBytes();
                ZipEntry entry = new ZipEntry(e.getName());
                entry.setTime(e.getTime());
                out.putNextEntry(entry);
                boolean old = e.getName().endsWith(".class") && isOld(bytes);
                out.write(old ? renewed(format, bytes) : bytes);
            }
        }
    }

    /// @throws IllegalStateException when what comes out is not sound
    private static byte[] renewed(ClassFile format, byte[] bytes) {
        ClassModel old = format.parse(bytes);
        byte[] fresh =
                format.transformClass(
                        old,
                        (into, part) -> {
                            switch (part) {
                                case ClassFileVersion _ ->
                                        into.withVersion(ClassFile.JAVA_8_VERSION, 0);
                                case MethodModel method ->
                                        into.transformMethod(
                                                method,
                                                (m, inMethod) -> {
                                                    if (inMethod instanceof CodeModel code) {
                                                        m.transformCode(code, (c, e) -> c.with(e));
                                                    } else {
                                                        m.with(inMethod);
                                                    }
                                                });
                                default -> into.with(part);
                            }
                        });
        if (!format.verify(fresh).isEmpty()) {
            throw new IllegalStateException(old.thisClass().asInternalName());
        }
        return fresh;
    }
}
