package net.beaconcontroller.openflow.wire;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;
import net.beaconcontroller.net.ByteAccess;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.ErrorCode;
import net.beaconcontroller.openflow.Header;
import net.beaconcontroller.openflow.IgnoredBytes;
import net.beaconcontroller.openflow.MalformedMessageException;
import net.beaconcontroller.openflow.PortNumber;
import net.beaconcontroller.openflow.Version;

/**
 * A visitor that decodes a message. Each read is checked against the end of the enclosing structure, so that no read
 * passes it, and each structure takes at least one byte, so that decoding takes time in proportion to the length of the
 * message.
 */
public final class FieldReader<T> extends FieldVisitor<T> {
    /** Decodes a message within a message, see {@link #message}. */
    @FunctionalInterface
    public interface MessageReader {
        /** Reads the message at the position of the reader of the outer message. */
        Object read(FieldReader<?> outer);
    }

    private final byte[] array;
    private final MessageReader messages;
    /** Start of the outermost message. Offsets in errors count from here. */
    private int origin;
    /** Start of the innermost message. Offsets of ignored bytes count from here. */
    private final int message;
    /** The version of the outermost message, whose sender receives the error. */
    private Version errorVersion;
    /** The bytes of the innermost message that have no meaning and differ from the encoding of its value. */
    private final List<IgnoredBytes> ignored = new ArrayList<>(0);

    private int nesting;
    private int position;
    private int end;
    private int structure;
    private int type;
    private ErrorCode lengthError = ErrorCode.BAD_LEN;

    /**
     * Creates a reader of a message.
     *
     * @param start index of the message
     * @param position index of the first byte to read
     * @param messages the reader of messages within the message
     */
    public FieldReader(byte[] array, int start, int position, int end, Version version, MessageReader messages) {
        super(version);
        this.array = array;
        this.messages = messages;
        this.origin = start;
        this.message = start;
        this.errorVersion = version;
        this.position = position;
        this.structure = position;
        this.end = end;
    }

    /** Returns a reader of the message at this index, which is part of this reader's message. */
    public FieldReader<?> nested(int at, int length, Version inner) {
        FieldReader<?> reader = new FieldReader<>(array, at, at, at + length, inner, messages);
        reader.origin = origin;
        reader.errorVersion = errorVersion;
        reader.nesting = nesting + 1;
        return reader;
    }

    /** Returns how many messages enclose this reader's message. */
    public int nesting() {
        return nesting;
    }

    public List<IgnoredBytes> ignored() {
        return ignored;
    }

    /** Reads a structure that takes all remaining bytes. */
    public <V> V all(StructLayout<V> layout) {
        V value = layout.visit(self());
        requireEnd("body");
        return value;
    }

    /** Reads a message within the message. */
    public <M> M message(Class<M> messageType) {
        return messageType.cast(messages.read(this));
    }

    public int remaining() {
        return end - position;
    }

    public int position() {
        return position;
    }

    public byte[] array() {
        return array;
    }

    @Override
    public int u8(String name, ToIntFunction<? super T> get) {
        return Byte.toUnsignedInt(array[skip(1, name)]);
    }

    @Override
    public int u16(String name, ToIntFunction<? super T> get) {
        return u16(name);
    }

    @Override
    public long u32(String name, ToLongFunction<? super T> get) {
        return ByteAccess.getUnsignedInt(array, skip(4, name));
    }

    @Override
    public long u64(String name, ToLongFunction<? super T> get) {
        return ByteAccess.getLong(array, skip(8, name));
    }

    @Override
    public long mac(String name, ToLongFunction<? super T> get) {
        return ByteAccess.getMac(array, skip(6, name));
    }

    @Override
    public long port(String name, ToLongFunction<? super T> get) {
        return is10() ? PortNumber.widen(u16(name)) : u32(name, get);
    }

    public int u16(String name) {
        return ByteAccess.getUnsignedShort(array, skip(2, name));
    }

    public int u32(String name) {
        return ByteAccess.getInt(array, skip(4, name));
    }

    @Override
    public String text(String name, int length, Function<? super T, String> get) {
        int at = skip(length, name);
        int stop = at;
        while (stop < at + length && array[stop] != 0) {
            stop++;
        }
        String text = new String(array, at, stop - at, StandardCharsets.UTF_8);
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        if (!Arrays.equals(bytes, 0, bytes.length, array, at, stop)) {
            // Not UTF-8: the replacement character may not fit the field.
            text = text.replace('\uFFFD', '?');
            bytes = text.getBytes(StandardCharsets.UTF_8);
        }
        noteDifference(at, Arrays.copyOf(bytes, length));
        return text;
    }

    @Override
    public Bytes rest(String name, Function<? super T, Bytes> get) {
        return bytes(remaining(), name);
    }

    private Bytes bytes(int length, String name) {
        return Bytes.of(array, skip(length, name), length);
    }

    @Override
    public void pad(int length) {
        skipPadding(skip(length, "pad"), length);
    }

    @Override
    public void padBefore(Function<? super T, List<?>> get) {
        int length = -(position - structure) & 7;
        if (position + length < end) {
            pad(length);
        }
    }

    @Override
    public void length(String name) {
        int at = position;
        int length = u16(name);
        if (length < position - structure || length > end - structure) {
            throw badLength(name, at, length, position - structure, end - structure);
        }
        end = structure + length;
    }

    @Override
    public int lengthAhead(String name) {
        int at = position;
        int length = u16(name);
        if (length > end - position) {
            throw badLength(name, at, length, 0, end - position);
        }
        return length;
    }

    @Override
    public void refuseLengthsAs(ErrorCode refusal) {
        lengthError = refusal;
    }

    @Override
    public boolean endsEarly() {
        if (position < end) {
            return false;
        }
        note(position, 0);
        return true;
    }

    @Override
    public <V> V one(String name, Function<? super T, V> get, StructLayout<V> layout) {
        try {
            return visit(layout);
        } catch (MalformedMessageException e) {
            throw e.within(name);
        }
    }

    /** Visits a structure that may end before the enclosing structure does. */
    private <V> V visit(StructLayout<V> layout) {
        int outerStructure = structure;
        int outerEnd = end;
        ErrorCode outer = lengthError;
        structure = position;
        V value = layout.visit(self());
        if (end != outerEnd) {
            requireEnd("length");
        }
        structure = outerStructure;
        end = outerEnd;
        lengthError = outer;
        return value;
    }

    @Override
    public <V> List<V> list(String name, Function<? super T, List<V>> get, StructLayout<V> layout) {
        if (position >= end) {
            return List.of();
        }
        int start = position;
        int read = 0;
        try {
            V first = visit(layout);
            if (position >= end) {
                return List.of(first);
            }
            read++;
            // Assumes that the other structures are as long as the first.
            int more = (end - position) / Math.max(1, position - start);
            var items = new ArrayList<V>(1 + more);
            items.add(first);
            for (; position < end; read++) {
                items.add(visit(layout));
            }
            return items;
        } catch (MalformedMessageException e) {
            throw e.within(name + "[" + read + "]");
        }
    }

    @Override
    public <V> List<V> list(String name, int ahead, Function<? super T, List<V>> get, StructLayout<V> layout) {
        if (ahead > remaining()) {
            throw refusal(lengthError, name, position, "%d bytes, %d are left".formatted(ahead, remaining()));
        }
        int outerEnd = end;
        end = position + ahead;
        List<V> items = list(name, get, layout);
        end = outerEnd;
        return items;
    }

    @Override
    public <V> List<V> tlvs(String name, Function<? super T, List<V>> get, TlvCodec<V> codec) {
        return tlvs(name, codec);
    }

    /** Reads TLVs up to the given index. */
    public <V> List<V> tlvs(String name, int stop, ErrorCode refusal, TlvCodec<V> codec) {
        int outerEnd = end;
        ErrorCode outer = lengthError;
        end = stop;
        lengthError = refusal;
        List<V> items = tlvs(name, codec);
        lengthError = outer;
        end = outerEnd;
        return items;
    }

    private <V> List<V> tlvs(String name, TlvCodec<V> codec) {
        int start = position;
        int read = 0;
        try {
            for (; position < end; read++) {
                codec.check(this);
            }
        } catch (MalformedMessageException e) {
            throw e.within(name + "[" + read + "]");
        }
        return new Tlvs<>(Arrays.copyOfRange(array, start, position), codec);
    }

    @Override
    protected <E> E enumValue(String name, int length, Function<? super T, E> get, EnumCodec<E> codec) {
        int at = skip(length, name);
        long wire = 0;
        for (int i = at; i < position; i++) {
            wire = wire << 8 | Byte.toUnsignedLong(array[i]);
        }
        E value = codec.ofWire(wire);
        if (value == null) {
            throw refusal(codec.refusal(), name, at, "%d, known are %s".formatted(wire, codec.known()));
        }
        return value;
    }

    /** Skips the header and returns the number of the message type. */
    public int skipHeader() {
        int type = Header.type(array, position);
        position += Header.LENGTH;
        structure = position - Header.LENGTH;
        return type;
    }

    /** Returns the error code with which a wrong length is refused here. */
    public ErrorCode lengthError() {
        return lengthError;
    }

    @Override
    public <V> V value(String name, Function<? super T, V> get, ValueCodec<V> codec) {
        try {
            return codec.read(this);
        } catch (MalformedMessageException e) {
            throw e.within(name);
        }
    }

    @Override
    public T typed(TypeRegistry<T> types) {
        int start = position;
        int outerEnd = end;
        int outerType = type;
        ErrorCode outer = lengthError;
        lengthError = types.refusal(version());
        type = u16("type");
        int length = u16("length");
        if (length < types.headerLength() || length > end - start || (types.padsInside() && length % 8 != 0)) {
            throw refusal(
                    lengthError,
                    "length",
                    start + 2,
                    "%d, needs %s%d to %d"
                            .formatted(
                                    length,
                                    types.padsInside() ? "a multiple of 8 from " : "",
                                    types.headerLength(),
                                    end - start));
        }
        end = start + length;
        pad(types.headerLength() - TypeRegistry.HEADER);
        T item = types.layoutOf(type, version()).visit(this);
        if (types.padsInside() && remaining() < 8) {
            pad(remaining());
        }
        requireEnd("length");
        if (types.isTranslated(type)) {
            noteDifference(start, types.encode(item, version()));
        }
        end = outerEnd;
        type = outerType;
        if (!types.padsInside()) {
            int padding = -length & 7;
            if (padding > remaining() && types.mayLackPadding()) {
                padding = remaining();
                note(position + padding, 0);
            }
            pad(padding);
        }
        lengthError = outer;
        return item;
    }

    @Override
    public int type(ToIntFunction<? super T> get) {
        return type;
    }

    /** Returns this reader as the reader of another structure. The type parameter has no meaning when reading. */
    @SuppressWarnings("unchecked")
    private <V> FieldReader<V> self() {
        return (FieldReader<V>) this;
    }

    /** Skips bytes and returns the index of the first of them. */
    public int skip(int length, String name) {
        if (length > end - position) {
            throw refusal(
                    lengthError,
                    name,
                    position,
                    "needs %d bytes, %d are left".formatted(length, Math.max(0, remaining())));
        }
        int at = position;
        position += length;
        return at;
    }

    private void requireEnd(String name) {
        if (position != end) {
            throw refusal(
                    lengthError, name, position, "%d bytes too many after the last field".formatted(end - position));
        }
    }

    private void skipPadding(int at, int length) {
        for (int i = at; i < at + length; i++) {
            if (array[i] != 0) {
                note(at, length);
                return;
            }
        }
    }

    /** Notes these bytes if they differ from the encoding of their value. */
    private void noteDifference(int at, byte[] canonical) {
        if (!Arrays.equals(array, at, at + canonical.length, canonical, 0, canonical.length)) {
            note(at, canonical.length);
        }
    }

    /** Notes bytes that have no meaning, so that the message can be written again as it was. */
    public void note(int at, int length) {
        ignored.add(new IgnoredBytes(at - message, Bytes.of(array, at, length)));
    }

    private MalformedMessageException badLength(String name, int at, int length, int least, int most) {
        return refusal(lengthError, name, at, "%d, needs %d to %d".formatted(length, least, most));
    }

    public MalformedMessageException refusal(ErrorCode refusal, String name, int at, String reason) {
        return new MalformedMessageException(refusal, errorVersion, name, at - origin, reason);
    }
}
