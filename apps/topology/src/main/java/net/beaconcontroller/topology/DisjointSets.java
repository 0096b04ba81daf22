package net.beaconcontroller.topology;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Disjoint sets, each known by the first of its members in their order: Galler and Fischer's forest with paths cut by half,
 * CACM 7(5), 1964. When it is {@link #flatten flat}, several threads may ask it.
 */
final class DisjointSets<T extends Comparable<T>> {
    private final Map<T, T> parents = new HashMap<>();

    /** Makes one set of two. */
    void join(T one, T other) {
        T first = root(one);
        T second = root(other);
        if (first.compareTo(second) < 0) {
            parents.put(second, first);
        } else {
            parents.put(first, second);
        }
    }

    private T root(T member) {
        T at = member;
        T parent = parents.getOrDefault(at, at);
        while (!parent.equals(at)) {
            T next = parents.getOrDefault(parent, parent);
            parents.put(at, next);
            at = parent;
            parent = next;
        }
        parents.putIfAbsent(at, at);
        return at;
    }

    /** Ends the joining: from here on, each member knows the first of its set. */
    void flatten() {
        for (T member : List.copyOf(parents.keySet())) {
            parents.put(member, root(member));
        }
    }

    /** The first member of this one's set; itself if it is in none. */
    T first(T member) {
        return parents.getOrDefault(member, member);
    }

    boolean isEmpty() {
        return parents.isEmpty();
    }

    /** Whether it was joined with another. */
    boolean contains(T member) {
        return parents.containsKey(member);
    }

    boolean isFirst(T member) {
        return first(member).equals(member);
    }

    /** All that are in a set with this one, itself included. */
    Set<T> with(T member) {
        T first = first(member);
        return Stream.concat(Stream.of(member), parents.keySet().stream().filter(one -> first(one)
                        .equals(first)))
                .collect(Collectors.toUnmodifiableSet());
    }
}
