package net.beaconcontroller.api.web;

import java.util.AbstractList;
import java.util.List;
import java.util.RandomAccess;
import java.util.function.Function;

/**
 * A list whose elements are made from those of another list when they are read, at each reading. A REST resource that
 * returns such a list can leave it to the HTTP server to sort, filter and cut it: only the elements of the response
 * exist at the same time, even if the list is long.
 *
 * @param <S> the type of the sources
 * @param <V> the type of the elements
 */
public final class LazyList<S, V> extends AbstractList<V> implements RandomAccess {
    private final List<S> sources;
    private final Function<? super S, ? extends V> make;

    private LazyList(List<S> sources, Function<? super S, ? extends V> make) {
        this.sources = sources;
        this.make = make;
    }

    /**
     * Returns a list.
     *
     * @param sources a list with fast random access, which does not change
     * @param make makes the element of a source
     */
    public static <S, V> List<V> of(List<S> sources, Function<? super S, ? extends V> make) {
        return new LazyList<>(sources, make);
    }

    @Override
    public V get(int index) {
        return make.apply(sources.get(index));
    }

    @Override
    public int size() {
        return sources.size();
    }
}
