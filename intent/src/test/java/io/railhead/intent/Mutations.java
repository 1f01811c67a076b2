package io.railhead.intent;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;

/// Text with accidents: flipped bytes, cuts, repeats, joins of two files, lines out of order.
final class Mutations {
    private static final String SPECIAL = "{}[]:,#&*!|>'\"%@`-? \t\n0~<=\u0000\uFEFF\u00e9";

    private Mutations() {}

    static String mutate(List<String> samples, Random random) {
        String text = samples.get(random.nextInt(samples.size()));
        for (int n = 1 + random.nextInt(6); n > 0; n--) {
            text = once(text, samples, random);
        }
        return text;
    }

    private static String once(String text, List<String> samples, Random random) {
        if (text.isEmpty()) {
            return samples.get(random.nextInt(samples.size()));
        }
        int a = random.nextInt(text.length());
        int b = Math.min(text.length(), a + random.nextInt(40));
        return switch (random.nextInt(8)) {
            case 0 -> {
                byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
                bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
                yield new String(bytes, StandardCharsets.UTF_8);
            }
            case 1 -> text.substring(0, a);
            case 2 -> text.substring(a);
            case 3 -> text.substring(0, a) + text.substring(b);
            case 4 -> text.substring(0, b) + text.substring(a);
            case 5 -> {
                String other = samples.get(random.nextInt(samples.size()));
                yield text.substring(0, a) + other.substring(random.nextInt(other.length()));
            }
            case 6 -> {
                char c = SPECIAL.charAt(random.nextInt(SPECIAL.length()));
                yield text.substring(0, a) + c + text.substring(a);
            }
            default -> {
                List<String> lines = new java.util.ArrayList<>(text.lines().toList());
                if (!lines.isEmpty()) {
                    String line = lines.remove(random.nextInt(lines.size()));
                    lines.add(random.nextInt(lines.size() + 1), line);
                }
                yield String.join("\n", lines) + "\n";
            }
        };
    }
}
