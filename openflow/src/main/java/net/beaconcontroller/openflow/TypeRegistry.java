package net.beaconcontroller.openflow;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A family of items that begin with their type and their length: actions, instructions, the many properties. This is the
 * table of what types there are: to add one, add its record and its line. An item of another type is kept as bytes.
 *
 * @param <T> what all items of the family are
 */
final class TypeRegistry<T> implements StructLayout<T> {
    /** The type and the length. */
    static final int HEADER = 4;

    /** A type that the table knows. */
    record Kind<T>(
            int type,
            String name,
            Version since,
            Predicate<? super T> isOfIt,
            StructLayout<T> layout,
            boolean translated) {}

    private final ErrorCode refusal;
    private final boolean padsInside;
    private final int headerLength;
    private final Class<? extends T> otherClass;
    private final StructLayout<? extends T> other;
    private final Map<Class<?>, List<Kind<T>>> byClass = new HashMap<>();
    private final Map<Integer, Kind<T>> byType = new HashMap<>();
    private boolean mayLackPadding;
    private @Nullable Kind<T>[] lowTypes = newTable(0);

    private <V extends T> TypeRegistry(
            ErrorCode refusal, boolean padsInside, int headerLength, Class<V> otherClass, StructLayout<V> other) {
        this.refusal = refusal;
        this.padsInside = padsInside;
        this.headerLength = headerLength;
        this.otherClass = otherClass;
        this.other = other;
    }

    /**
     * Items whose length counts the padding at their end, and is a multiple of eight.
     *
     * @param refusal with what an item of a wrong length is refused
     * @param headerLength how much there is before the item's own fields
     * @param otherClass what an item is that has a type which is not in the table
     */
    static <T, V extends T> TypeRegistry<T> paddedInside(
            ErrorCode refusal, int headerLength, Class<V> otherClass, StructLayout<V> other) {
        return new TypeRegistry<>(refusal, true, headerLength, otherClass, other);
    }

    /** Items that are followed by padding, which their length does not count. */
    static <T, V extends T> TypeRegistry<T> paddedBehind(
            ErrorCode refusal, Class<V> otherClass, StructLayout<V> other) {
        return new TypeRegistry<>(refusal, false, HEADER, otherClass, other);
    }

    /** Adds a kind: what has this type is of this class. */
    <V extends T> TypeRegistry<T> with(int type, String name, Class<V> of, StructLayout<V> layout) {
        return with(type, name, Version.OF10, of, layout);
    }

    /** Adds a kind that there is from a version on. */
    <V extends T> TypeRegistry<T> with(int type, String name, Version since, Class<V> of, StructLayout<V> layout) {
        return with(type, name, since, of, item -> true, layout);
    }

    /** Adds a kind that items of this class are of if they pass a test. */
    <V extends T> TypeRegistry<T> with(
            int type, String name, Version since, Class<V> of, Predicate<? super V> isOfIt, StructLayout<V> layout) {
        return with(of, new Kind<V>(type, name, since, isOfIt, layout, false));
    }

    /** The same for items that say less than their bytes do: what is lost is kept aside. */
    <V extends T> TypeRegistry<T> withTranslated(
            int type, String name, Class<V> of, Predicate<? super V> isOfIt, StructLayout<V> layout) {
        return with(of, new Kind<V>(type, name, Version.OF10, isOfIt, layout, true));
    }

    @SuppressWarnings("unchecked")
    private <V extends T> TypeRegistry<T> with(Class<V> of, Kind<V> added) {
        var kind = (Kind<T>) added;
        int type = kind.type;
        byClass.computeIfAbsent(of, c -> new ArrayList<>()).add(kind);
        byType.put(type, kind);
        if (type < 64) {
            lowTypes = Arrays.copyOf(lowTypes, Math.max(lowTypes.length, type + 1));
            lowTypes[type] = kind;
        }
        return this;
    }

    /** The padding of the last item may be missing. */
    TypeRegistry<T> lenient() {
        mayLackPadding = true;
        return this;
    }

    @Override
    public T visit(FieldVisitor<T> f) {
        return f.kind(this);
    }

    /** With what an item of a wrong length is refused. The error for properties is OpenFlow 1.4's, as most properties are. */
    ErrorCode refusal(Version version) {
        return switch (refusal) {
            case BAD_PROPERTY_LEN -> version.isAtLeast(Version.OF14) ? refusal : ErrorCode.BAD_LEN;
            case BAD_TABLE_FEATURES_LEN -> version.isAtLeast(Version.OF14) ? ErrorCode.BAD_PROPERTY_LEN : refusal;
            default -> refusal;
        };
    }

    boolean padsInside() {
        return padsInside;
    }

    int headerLength() {
        return headerLength;
    }

    /** Whether items of this type say less than their bytes do. */
    boolean isTranslated(int type) {
        Kind<T> kind = known(type);
        return kind != null && kind.translated;
    }

    boolean mayLackPadding() {
        return mayLackPadding;
    }

    /** How an item of this type lies on the wire. */
    @SuppressWarnings("unchecked")
    StructLayout<T> layoutOf(int type, Version version) {
        Kind<T> kind = known(type);
        return kind == null || !version.isAtLeast(kind.since) ? (StructLayout<T>) other : kind.layout;
    }

    private @Nullable Kind<T> known(int type) {
        return type < 64 ? (type < lowTypes.length ? lowTypes[type] : null) : byType.get(type);
    }

    /** Whether the version gives this type a meaning. */
    boolean knows(int type, Version version) {
        return layoutOf(type, version) != other;
    }

    /** The kind that an item is of; null if it says itself what type it has. */
    @Nullable
    Kind<T> kindOf(T item) {
        for (Kind<T> kind : byClass.getOrDefault(item.getClass(), List.of())) {
            if (kind.isOfIt.test(item)) {
                return kind;
            }
        }
        return null;
    }

    /** How an item is kept that is of no kind. */
    @SuppressWarnings("unchecked")
    StructLayout<T> otherLayout() {
        return (StructLayout<T>) other;
    }

    boolean isOther(T item) {
        return otherClass.isInstance(item);
    }

    /** The item as bytes. */
    byte[] written(T item, Version version) {
        var out = new Writer(16); // as long as the longest item that says less than its bytes
        new FieldWriter<>(item, out, version).kind(this);
        return Arrays.copyOf(out.array(), out.length());
    }

    @SuppressWarnings("unchecked")
    private static <T> @Nullable Kind<T>[] newTable(int length) {
        return (@Nullable Kind<T>[]) new Kind<?>[length];
    }
}
