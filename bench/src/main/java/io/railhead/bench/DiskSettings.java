package io.railhead.bench;

/// What the user may choose about disk tests.
///
/// @param directory of the file that disks are measured with; on the file system to measure
/// @param fileBytes size of that file; at least 16 MiB
public record DiskSettings(String directory, long fileBytes) {
    public static final DiskSettings DEFAULT = new DiskSettings("/var/tmp", 1L << 30);

    public DiskSettings {
        if (!directory.matches("/[\\w./+-]*")) {
            throw new IllegalArgumentException(
                    "directory: letters, digits and ./_+- only, and absolute");
        }
        if (fileBytes < 1 << 24) {
            throw new IllegalArgumentException("file-size: at least 16 MiB");
        }
    }
}
