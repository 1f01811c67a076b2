package io.railhead.reach;

import java.util.Random;

/// A property tried with many seeds; a failure names its seed.
final class Seeded {
    private Seeded() {}

    interface Property {
        void holds(Random random) throws Exception;
    }

    static void times(int times, Property property) {
        for (long seed = 1; seed <= times; seed++) {
            try {
                property.holds(new Random(seed));
            } catch (Exception | AssertionError e) {
                throw new AssertionError("seed " + seed + ": " + e.getMessage(), e);
            }
        }
    }

    static String letters(Random random, String alphabet, int from, int to) {
        StringBuilder text = new StringBuilder();
        int length = from + random.nextInt(to - from + 1);
        for (int i = 0; i < length; i++) {
            text.append(alphabet.charAt(random.nextInt(alphabet.length())));
        }
        return text.toString();
    }

    static <T> T one(Random random, T[] of) {
        return of[random.nextInt(of.length)];
    }
}
