package net.beaconcontroller.runtime;

import java.util.Comparator;
import java.util.List;

/** What somebody may have meant who wrote something else. */
final class EditDistance {
    private EditDistance() {}

    /** The one of these that is most like the word; there is one at least. */
    static String nearest(String word, List<String> known) {
        return known.stream()
                .min(Comparator.comparingInt((String other) -> distance(word, other))
                        .thenComparing(Comparator.naturalOrder()))
                .orElseThrow();
    }

    /** How many letters must be changed, added or taken away to make one word the other (Levenshtein 1965). */
    static int distance(String a, String b) {
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int substituted = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(substituted, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return row[b.length()];
    }
}
