package io.railhead.twin;

import java.io.ByteArrayOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/// A script on its way into an emulated machine: where it names the system's folders for programs,
/// those of the emulation come before, as they are its system's. Not safe for use by several
/// threads.
final class OwnFolderFirst extends FilterOutputStream {
    private static final String SYSTEM = "PATH=/usr/sbin:";

    private final Path folder;
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();

    OwnFolderFirst(OutputStream to, Path folder) {
        super(to);
        this.folder = folder;
    }

    @Override
    public void write(int b) throws IOException {
        line.write(b);
        if (b == '\n') {
            send();
        }
    }

    @Override
    public void write(byte[] bytes, int from, int count) throws IOException {
        for (int i = from; i < from + count; i++) {
            write(bytes[i]);
        }
    }

    private void send() throws IOException {
        // Bytes of a script need not be text: each is one character here.
        String said = line.toString(StandardCharsets.ISO_8859_1);
        line.reset();
        out.write(
                said.replace(SYSTEM, "PATH=" + folder + ":/usr/sbin:")
                        .getBytes(StandardCharsets.ISO_8859_1));
    }

    /// A line that is not ended may yet name the folders, and waits.
    @Override
    public void flush() throws IOException {
        if (line.size() > 0 && !line.toString(StandardCharsets.ISO_8859_1).contains("PATH")) {
            send();
        }
        out.flush();
    }

    @Override
    public void close() throws IOException {
        send();
        out.close();
    }
}
