package io.railhead.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine.IVersionProvider;

/// The version, from a resource that the build fills in.
public final class Version implements IVersionProvider {

    /// Such as `0.1.0`.
    public static String number() {
        try (InputStream in = Version.class.getResourceAsStream("version.txt")) {
            return in == null
                    ? "unknown"
                    : new String(in.readAllBytes(), StandardCharsets.UTF_8).strip();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public String[] getVersion() {
        return new String[] {"railhead " + number()};
    }
}
