package io.railhead.configure.resource;

import io.railhead.configure.Sha256;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/// Bytes of a file as a plan may show them: never a secret, never binary.
final class Shown {
    /// Assignments whose right side is most likely a secret.
    private static final Pattern SECRET =
            Pattern.compile(
                    "(?im)^(.*?(?:password|passwd|passphrase|secret|token|api[_-]?key|psk|"
                            + "community)[\\w-]*[\"']?\\s*[:= ]\\s*)(\\S.*)$");

    private Shown() {}

    /// Content that others may not read, or that holds a private key, is only named; values that
    /// look like secrets are masked.
    static String text(byte[] content, String mode) {
        if (isPrivate(mode)) {
            return "(not shown: for its owner only; " + size(content) + ")\n";
        }
        return open(content);
    }

    /// The same for a file that Railhead itself writes, whatever its mode.
    static String open(byte[] content) {
        String text;
        try {
            text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(content)).toString();
        } catch (CharacterCodingException e) {
            return "(binary; " + size(content) + ")\n";
        }
        if (text.indexOf('\0') >= 0) {
            return "(binary; " + size(content) + ")\n";
        }
        if (text.contains("PRIVATE KEY-----")) {
            return "(not shown: holds a private key; " + size(content) + ")\n";
        }
        return SECRET.matcher(text).replaceAll("$1***");
    }

    static String unseen(String size, String sha256) {
        return "(too large to show; " + size + " bytes, sha256 " + sha256 + ")\n";
    }

    private static String size(byte[] content) {
        return content.length + " bytes, sha256 " + Sha256.of(content);
    }

    /// Whether neither group nor others may read a file of this mode.
    private static boolean isPrivate(String mode) {
        try {
            return (Integer.parseInt(mode, 8) & 044) == 0;
        } catch (NumberFormatException e) {
            return true;
        }
    }
}
