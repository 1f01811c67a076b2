package io.railhead.configure.resource;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/// Shell functions that only one kind of resource uses: a file beside this class, to stand before
/// a script of that resource.
final class Shell {
    private Shell() {}

    static String load(String name) {
        try (InputStream in = Shell.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException(name + " is not beside " + Shell.class);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
