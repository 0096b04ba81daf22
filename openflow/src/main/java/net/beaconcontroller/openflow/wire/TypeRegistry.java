package net.beaconcontroller.openflow.wire;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import net.beaconcontroller.openflow.ErrorCode;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.Writer;
import org.jspecify.annotations.Nullable;

/**
 * The types of items that begin with their type and their length: actions, instructions, properties. To add a type, add
 * its record and its line in the table. The bytes of an item of an unknown type are kept.
 *
 * @param <T> the common type of the items
 */
public final class TypeRegistry<T> implements StructLayout<T> {
    /** Length of the type and the length. */
    public static final int HEADER = 4;

    /** An entry of the table. */
    record Entry<T>(
            int type,
            String name,
            Version since,
            Predicate<? super T> matches,
            StructLayout<T> layout,
            boolean translated) {}

    private final ErrorCode refusal;
    private final boolean padsInside;
    private final int headerLength;
    private final Class<? extends T> unknownClass;
    private final StructLayout<? extends T> unknown;
    private final Map<Class<?>, List<Entry<T>>> byClass = new HashMap<>();
    private final Map<Integer, Entry<T>> byType = new HashMap<>();
    private boolean mayLackPadding;
    private boolean hasNotation;
    private @Nullable Entry<T>[] lowTypes = newTable(0);

    private <V extends T> TypeRegistry(
            ErrorCode refusal, boolean padsInside, int headerLength, Class<V> unknownClass, StructLayout<V> unknown) {
        this.refusal = refusal;
        this.padsInside = padsInside;
        this.headerLength = headerLength;
        this.unknownClass = unknownClass;
        this.unknown = unknown;
    }

    /**
     * Creates a registry of items whose length includes the padding at the end and is a multiple of eight.
     *
     * @param refusal the error code for an item of a wrong length
     * @param headerLength the number of bytes before the fields of the item
     * @param unknownClass the class of items of unknown types
     */
    public static <T, V extends T> TypeRegistry<T> paddedInside(
            ErrorCode refusal, int headerLength, Class<V> unknownClass, StructLayout<V> unknown) {
        return new TypeRegistry<>(refusal, true, headerLength, unknownClass, unknown);
    }

    /** Creates a registry of items whose length does not include the padding that follows them. */
    public static <T, V extends T> TypeRegistry<T> paddedAfter(
            ErrorCode refusal, Class<V> unknownClass, StructLayout<V> unknown) {
        return new TypeRegistry<>(refusal, false, HEADER, unknownClass, unknown);
    }

    /** Adds a type, with the class of its items. */
    public <V extends T> TypeRegistry<T> with(int type, String name, Class<V> of, StructLayout<V> layout) {
        return with(type, name, Version.OF10, of, layout);
    }

    /** Adds a type that exists since the given version. */
    public <V extends T> TypeRegistry<T> with(
            int type, String name, Version since, Class<V> of, StructLayout<V> layout) {
        return with(type, name, since, of, item -> true, layout);
    }

    /** Adds a type of the items of a class that match the predicate. */
    public <V extends T> TypeRegistry<T> with(
            int type, String name, Version since, Class<V> of, Predicate<? super V> matches, StructLayout<V> layout) {
        return with(of, new Entry<V>(type, name, since, matches, layout, false));
    }

    /**
     * Adds a type of OpenFlow 1.0 that is translated to an item of later versions. The reader notes the bytes that the
     * translation loses.
     */
    public <V extends T> TypeRegistry<T> withTranslated(
            int type, String name, Class<V> of, Predicate<? super V> matches, StructLayout<V> layout) {
        return with(of, new Entry<V>(type, name, Version.OF10, matches, layout, true));
    }

    @SuppressWarnings("unchecked")
    private <V extends T> TypeRegistry<T> with(Class<V> of, Entry<V> added) {
        var entry = (Entry<T>) added;
        int type = entry.type;
        byClass.computeIfAbsent(of, c -> new ArrayList<>()).add(entry);
        byType.put(type, entry);
        if (type < 64) {
            lowTypes = Arrays.copyOf(lowTypes, Math.max(lowTypes.length, type + 1));
            lowTypes[type] = entry;
        }
        return this;
    }

    /** Accepts a last item without its padding. */
    public TypeRegistry<T> lenient() {
        mayLackPadding = true;
        return this;
    }

    /** Declares that the items print as their {@link Object#toString}. */
    public TypeRegistry<T> withNotation() {
        hasNotation = true;
        return this;
    }

    @Override
    public boolean hasNotation() {
        return hasNotation;
    }

    @Override
    public T visit(FieldVisitor<T> f) {
        return f.typed(this);
    }

    /**
     * Returns the error code for an item of a wrong length. OpenFlow 1.4 introduced most properties and the error code
     * for them.
     */
    ErrorCode refusal(Version version) {
        return switch (refusal) {
            case BAD_PROPERTY_LEN -> version.isAtLeast(Version.OF14) ? refusal : ErrorCode.BAD_LEN;
            case BAD_TABLE_FEATURES_LEN -> version.isAtLeast(Version.OF14) ? ErrorCode.BAD_PROPERTY_LEN : refusal;
            default -> refusal;
        };
    }

    public boolean padsInside() {
        return padsInside;
    }

    public int headerLength() {
        return headerLength;
    }

    /** Returns whether items of this type are translated, see {@link #withTranslated}. */
    boolean isTranslated(int type) {
        Entry<T> entry = known(type);
        return entry != null && entry.translated;
    }

    boolean mayLackPadding() {
        return mayLackPadding;
    }

    /** Returns the layout of the items of this type. */
    @SuppressWarnings("unchecked")
    public StructLayout<T> layoutOf(int type, Version version) {
        Entry<T> entry = known(type);
        return entry == null || !version.isAtLeast(entry.since) ? (StructLayout<T>) unknown : entry.layout;
    }

    private @Nullable Entry<T> known(int type) {
        return type < 64 ? (type < lowTypes.length ? lowTypes[type] : null) : byType.get(type);
    }

    /** Returns whether the version has this type. */
    boolean knows(int type, Version version) {
        return layoutOf(type, version) != unknown;
    }

    /** Returns the name of the type of an item in the specification, in lower case; empty if it is unknown. */
    public Optional<String> nameOf(T item) {
        return Optional.ofNullable(entryOf(item)).map(entry -> entry.name.toLowerCase(Locale.ROOT));
    }

    /** Returns the entry of an item; null for an item of an unknown type, which stores its type number. */
    @Nullable
    Entry<T> entryOf(T item) {
        for (Entry<T> entry : byClass.getOrDefault(item.getClass(), List.of())) {
            if (entry.matches.test(item)) {
                return entry;
            }
        }
        return null;
    }

    /** Returns the layout of items of unknown types. */
    @SuppressWarnings("unchecked")
    public StructLayout<T> unknownLayout() {
        return (StructLayout<T>) unknown;
    }

    boolean isUnknown(T item) {
        return unknownClass.isInstance(item);
    }

    /** Returns the encoded item. */
    byte[] encode(T item, Version version) {
        // The longest translated item has 16 bytes.
        var out = new Writer(16);
        new FieldWriter<>(item, out, version).typed(this);
        return Arrays.copyOf(out.array(), out.length());
    }

    @SuppressWarnings("unchecked")
    private static <T> @Nullable Entry<T>[] newTable(int length) {
        return (@Nullable Entry<T>[]) new Entry<?>[length];
    }
}
