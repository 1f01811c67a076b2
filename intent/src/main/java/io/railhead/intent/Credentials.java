package io.railhead.intent;

import java.util.Optional;
import java.util.regex.Pattern;

/// Secrets that stand in the file where their place should. They are known by their names and
/// shapes, so one that looks like nothing is not found.
final class Credentials {
    /// How variables that hold one end.
    static final Pattern NAME =
            Pattern.compile("(TOKEN|PASSWORD|PASSPHRASE|SECRET|API_KEY|ACCESS_KEY)$");

    /// Private keys in PEM; keys and tokens of public services by their documented beginnings;
    /// crypt(3) hashes.
    private static final Pattern SHAPE =
            Pattern.compile(
                    "-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY|PuTTY-User-Key-File"
                            + "|\\b(?:AKIA|ASIA)[0-9A-Z]{16}\\b|\\bgh[pousr]_[A-Za-z0-9]{20}"
                            + "|\\bgithub_pat_[A-Za-z0-9_]{20}|\\bglpat-[A-Za-z0-9_-]{16}"
                            + "|\\bhf_[A-Za-z0-9]{20}|\\bnvapi-[A-Za-z0-9_-]{20}"
                            + "|\\bsk-[A-Za-z0-9_-]{20}|\\$(?:1|2[abxy]|5|6|7|y|gy)\\$[./A-Za-z0-9$=,]{16}"
                            + "|\\b[a-z][a-z0-9+.-]{1,20}://[^\\s/@:\"']{1,128}:[^\\s/@\"'${%]{1,512}@");

    /// `password = x`, `"token": "x"`, `PGPASSWORD=x`, but not where the value is a reference
    /// (`$NAME`, `{…}`, `%…`, a path), a number, or one of the words that say there is none.
    private static final Pattern GIVEN =
            Pattern.compile(
                    "(?i)(?:password|passphrase|secret|token|api[_-]?key|access[_-]?key|preshared[_-]?key"
                            + "|private[_-]?key|psk)[\"']?\\s{0,8}[:=]\\s{0,8}[\"']?"
                            + "(?!(?:null|none|no|yes|true|false|on|off|required|[0-9]{1,4})\\b)"
                            + "(?![$%{<~/*\\[])[^\\s\"'#;]{3}");

    private Credentials() {}

    /// Reports a text that holds one; false then.
    static boolean absent(Decoding in, Field field, String text) {
        Optional<String> what = found(text);
        what.ifPresent(
                w ->
                        in.problems.error(
                                field.at(),
                                w + " stands in the file",
                                "keep it out of cluster.yaml, let the text name a file on the host"
                                        + " that holds it, and change it"));
        return what.isEmpty();
    }

    /// Reports a variable whose name says that it holds one, or whose value does.
    static boolean absent(Decoding in, Field field, String name, String value) {
        if (NAME.matcher(name).find() && !value.isBlank()) {
            in.problems.error(
                    field.at(),
                    "a value that should be secret stands in the file",
                    "leave it out here, set it where the job is started, and change it");
            return false;
        }
        return absent(in, field, value);
    }

    private static Optional<String> found(String text) {
        for (String line : text.split("\n", -1)) {
            String seen = line.length() <= 8192 ? line : line.substring(0, 8192);
            if (SHAPE.matcher(seen).find()) {
                return Optional.of(
                        seen.contains("PRIVATE KEY") || seen.contains("PuTTY")
                                ? "a private key"
                                : "what looks like a credential");
            }
            if (GIVEN.matcher(seen).find()) {
                return Optional.of("what looks like a password or token");
            }
        }
        return Optional.empty();
    }
}
