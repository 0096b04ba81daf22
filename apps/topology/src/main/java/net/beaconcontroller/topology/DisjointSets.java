package net.beaconcontroller.topology;

import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A disjoint-set forest (Galler and Fischer, CACM 7(5), 1964) with path halving. The representative of a set is its
 * smallest element, so that it does not depend on the order of the unions. Elements that were never part of a union
 * form sets of one.
 *
 * <p>Not thread-safe until {@link #flatten} has been called; after that, immutable.
 */
final class DisjointSets<T> {
    private final Comparator<? super T> order;
    private final Map<T, T> parents = new HashMap<>();

    /** Creates an empty forest. The order determines the smallest element of a set. */
    DisjointSets(Comparator<? super T> order) {
        this.order = order;
    }

    void union(T one, T other) {
        T first = find(one);
        T second = find(other);
        if (order.compare(first, second) < 0) {
            parents.put(second, first);
        } else {
            parents.put(first, second);
        }
    }

    private T find(T element) {
        T current = element;
        T parent = parents.getOrDefault(current, current);
        while (!parent.equals(current)) {
            T grandparent = parents.getOrDefault(parent, parent);
            parents.put(current, grandparent);
            current = parent;
            parent = grandparent;
        }
        parents.putIfAbsent(current, current);
        return current;
    }

    /** Makes each element a direct child of its representative. No union may follow. */
    void flatten() {
        for (T element : List.copyOf(parents.keySet())) {
            parents.put(element, find(element));
        }
    }

    /** Returns the smallest element of the set that contains this element. */
    T representative(T element) {
        return parents.getOrDefault(element, element);
    }

    boolean isRepresentative(T element) {
        return representative(element).equals(element);
    }

    /** Returns whether all sets have one element. */
    boolean isEmpty() {
        return parents.isEmpty();
    }

    /** Returns whether the element was part of a union. */
    boolean contains(T element) {
        return parents.containsKey(element);
    }

    /** Returns all elements of the set that contains this element. */
    Set<T> setOf(T element) {
        T representative = representative(element);
        var set = new LinkedHashSet<T>();
        set.add(element);
        parents.keySet().stream()
                .filter(other -> representative(other).equals(representative))
                .forEach(set::add);
        return Collections.unmodifiableSet(set);
    }
}
