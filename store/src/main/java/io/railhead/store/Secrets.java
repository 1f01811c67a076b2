package io.railhead.store;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Masks what looks like a secret in texts that are kept: file contents in changes, quoted lines in
/// findings. Intents hold secrets by reference only, so this is the second lock on the door.
final class Secrets {
    private static final String MASK = "********";

    private static final Pattern ASSIGNED =
            Pattern.compile(
                    "(?i)(\\b[\\w.-]*(?:passw(?:or)?d|passphrase|secret|token|api[_-]?key"
                            + "|private[_-]?key|credential|psk)[\\w.-]*[\"']?\\s*[:=]\\s*)"
                            + "(\"[^\"\\n]*\"|'[^'\\n]*'|[^\\s,;}\"']+)");

    private static final Pattern KEY_BLOCK =
            Pattern.compile(
                    "-----BEGIN ([A-Z ]*PRIVATE KEY)-----.*?(-----END \\1-----|\\z)",
                    Pattern.DOTALL);

    private static final Pattern IN_URL = Pattern.compile("(://[^/\\s:@]+:)([^@\\s/]+)(@)");

    private Secrets() {}

    static String mask(String text) {
        String masked =
                ASSIGNED.matcher(text).replaceAll(m -> Matcher.quoteReplacement(m.group(1) + MASK));
        masked =
                KEY_BLOCK
                        .matcher(masked)
                        .replaceAll(
                                m ->
                                        Matcher.quoteReplacement(
                                                "-----BEGIN "
                                                        + m.group(1)
                                                        + "-----\n"
                                                        + MASK
                                                        + "\n-----END "
                                                        + m.group(1)
                                                        + "-----"));
        return IN_URL.matcher(masked)
                .replaceAll(m -> Matcher.quoteReplacement(m.group(1) + MASK + m.group(3)));
    }
}
