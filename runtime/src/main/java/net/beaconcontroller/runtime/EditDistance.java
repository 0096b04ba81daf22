package net.beaconcontroller.runtime;

import java.util.Comparator;
import java.util.List;

/** The edit distance between words, for suggestions after a misspelling. */
final class EditDistance {
    private EditDistance() {}

    /** Returns the known word with the smallest distance to a word; the list must not be empty. */
    static String nearest(String word, List<String> known) {
        return known.stream()
                .min(Comparator.comparingInt((String other) -> distance(word, other))
                        .thenComparing(Comparator.naturalOrder()))
                .orElseThrow();
    }

    /** Returns the edit distance of two words: substitutions, insertions and deletions (Levenshtein 1965). */
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
