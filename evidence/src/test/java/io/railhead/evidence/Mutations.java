package io.railhead.evidence;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/// Ways in which output breaks between a machine and a parser: cut connections, pasted twice,
/// joined lines, terminals, mail, foreign character sets, plain corruption.
final class Mutations {
    private static final String[] SPICE = {
        "\u001B[1;31m",
        "\u001B[0m",
        "\u001B",
        "\u001B]0;title\u0007",
        "\r",
        "\r\n",
        "\t",
        " ",
        "\u00A0",
        "\uFEFF",
        "\u3000",
        "中文",
        "\uD83D\uDE80",
        "\u0000",
        "\u0085",
        "\u2028",
        ":",
        "=",
        "|",
        "/",
        "[",
        "]",
        "{",
        "}",
        "\"",
        "'",
        ",",
        "-",
        "%",
        "#",
        "\n",
        "\n\n",
        "N/A",
        "nan",
        "-1",
        "99999999999999999999999",
        "1e999",
        "0x",
        "::",
        "..",
        "()",
        "Unknown!",
        "rc=",
        "$ ",
    };

    private final Random random;

    Mutations(long seed) {
        random = new Random(seed);
    }

    /// One to four mutations after another.
    String mutate(String text) {
        String s = text;
        int times = 1 + random.nextInt(4);
        for (int i = 0; i < times; i++) s = once(s);
        // Grown texts would measure the machine and not the parser.
        return s.length() > 400_000 ? s.substring(0, 400_000) : s;
    }

    private String once(String s) {
        return switch (random.nextInt(15)) {
            case 0 -> s.substring(0, at(s));
            case 1 -> s.substring(at(s));
            case 2 -> flipBytes(s);
            case 3 -> s.replace("\n", "\r\n");
            case 4 -> insert(s, SPICE[random.nextInt(SPICE.length)]);
            case 5 -> everywhere(s);
            case 6 -> editLines(s, Edit.DUPLICATE);
            case 7 -> editLines(s, Edit.DROP);
            case 8 -> editLines(s, Edit.JOIN);
            case 9 -> editLines(s, Edit.SWAP);
            case 10 -> editLines(s, Edit.INDENT);
            case 11 -> dropSpan(s);
            case 12 -> s + s;
            case 13 -> numbers(s);
            default -> insert(s, SPICE[random.nextInt(SPICE.length)].repeat(random.nextInt(300)));
        };
    }

    private int at(String s) {
        return random.nextInt(s.length() + 1);
    }

    private String insert(String s, String what) {
        int i = at(s);
        return s.substring(0, i) + what + s.substring(i);
    }

    private String everywhere(String s) {
        String out = s;
        for (int i = 0; i < 20; i++) out = insert(out, SPICE[random.nextInt(SPICE.length)]);
        return out;
    }

    private String flipBytes(String s) {
        byte[] bytes = s.getBytes(StandardCharsets.UTF_8);
        if (bytes.length == 0) return s;
        int n = 1 + random.nextInt(10);
        for (int i = 0; i < n; i++)
            bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private String dropSpan(String s) {
        int i = at(s);
        int j = Math.min(s.length(), i + random.nextInt(60));
        return s.substring(0, i) + s.substring(j);
    }

    /// Replaces the digits of some number by others, longer or none.
    private String numbers(String s) {
        int i = at(s);
        while (i < s.length() && !Character.isDigit(s.charAt(i))) i++;
        int j = i;
        while (j < s.length() && Character.isDigit(s.charAt(j))) j++;
        String[] values = {"", "0", "-7", "4294967296", "9223372036854775807", "1".repeat(60), "٣"};
        return s.substring(0, i) + values[random.nextInt(values.length)] + s.substring(j);
    }

    private enum Edit {
        DUPLICATE,
        DROP,
        JOIN,
        SWAP,
        INDENT
    }

    private String editLines(String s, Edit edit) {
        List<String> lines = new ArrayList<>(List.of(s.split("\n", -1)));
        int i = random.nextInt(lines.size());
        switch (edit) {
            case DUPLICATE -> lines.add(i, lines.get(random.nextInt(lines.size())));
            case DROP -> lines.remove(i);
            case JOIN -> {
                if (i + 1 < lines.size()) lines.set(i, lines.get(i) + lines.remove(i + 1));
            }
            case SWAP -> lines.add(random.nextInt(lines.size()), lines.remove(i));
            case INDENT -> lines.set(i, " ".repeat(random.nextInt(40)) + lines.get(i).strip());
        }
        return String.join("\n", lines);
    }
}
