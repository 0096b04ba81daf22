package net.beaconcontroller.openflow;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;
import net.beaconcontroller.common.ByteAccess;
import org.jspecify.annotations.Nullable;

/**
 * The walk that makes values of bytes. Each read is checked against the end of the part that it is in, so nothing beyond is
 * ever read, and each structure moves on by at least one byte, so the work is linear in the length of the message.
 */
final class FieldReader<T> extends FieldVisitor<T> {
    private final byte[] array;
    /** Where the message begins: offsets are told from here. */
    private final int origin;
    /** Where the innermost message begins: what is ignored in it is told from here. */
    private final int message;
    /** As which version numbers them errors are told: the outermost message's, whose sender is answered. */
    private final Version answered;
    /** What was found in the innermost message that means nothing. */
    private final List<Ignored> ignored = new ArrayList<>(0);

    private Match10.@Nullable Reader match10;

    private int position;
    private int end;
    private int structure;
    private int type;
    private int nesting;
    private ErrorCode tooShort = ErrorCode.BAD_LEN;

    FieldReader(byte[] array, int origin, int start, int end, Version version) {
        this(array, origin, origin, start, end, version, version, 0);
    }

    private FieldReader(
            byte[] array, int origin, int message, int start, int end, Version version, Version answered, int nesting) {
        super(version);
        this.array = array;
        this.origin = origin;
        this.message = message;
        this.answered = answered;
        this.position = start;
        this.structure = start;
        this.end = end;
        this.nesting = nesting;
    }

    List<Ignored> ignored() {
        return ignored;
    }

    /** The structure that fills this reader's part, to its last byte. */
    <V> V all(StructLayout<V> layout) {
        V value = layout.visit(self());
        requireEnd("body");
        return value;
    }

    int remaining() {
        return end - position;
    }

    @Override
    int u8(String name, ToIntFunction<? super T> get) {
        return Byte.toUnsignedInt(array[take(1, name)]);
    }

    @Override
    int u16(String name, ToIntFunction<? super T> get) {
        return u16(name);
    }

    @Override
    long u32(String name, ToLongFunction<? super T> get) {
        return ByteAccess.getUnsignedInt(array, take(4, name));
    }

    @Override
    long u64(String name, ToLongFunction<? super T> get) {
        return ByteAccess.getLong(array, take(8, name));
    }

    @Override
    long mac(String name, ToLongFunction<? super T> get) {
        return ByteAccess.getMac(array, take(6, name));
    }

    @Override
    long port(String name, ToLongFunction<? super T> get) {
        return is10() ? PortNumber.widen(u16(name)) : u32(name, get);
    }

    int u8(String name) {
        return Byte.toUnsignedInt(array[take(1, name)]);
    }

    int u16(String name) {
        return ByteAccess.getUnsignedShort(array, take(2, name));
    }

    int u32(String name) {
        return ByteAccess.getInt(array, take(4, name));
    }

    @Override
    String text(String name, int length, Function<? super T, String> get) {
        int at = take(length, name);
        int stop = at;
        while (stop < at + length && array[stop] != 0) {
            stop++;
        }
        String text = new String(array, at, stop - at, StandardCharsets.UTF_8);
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        if (!Arrays.equals(bytes, 0, bytes.length, array, at, stop)) {
            text = text.replace('\uFFFD', '?'); // not UTF-8, and must still fit its field
            bytes = text.getBytes(StandardCharsets.UTF_8);
        }
        noteDifference(at, Arrays.copyOf(bytes, length));
        return text;
    }

    @Override
    Bytes rest(String name, Function<? super T, Bytes> get) {
        return bytes(remaining(), name);
    }

    Bytes bytes(int length, String name) {
        return Bytes.of(array, take(length, name), length);
    }

    @Override
    void pad(int length) {
        skipPadding(take(length, "pad"), length);
    }

    @Override
    void padBefore(Function<? super T, List<?>> get) {
        int length = -(position - structure) & 7;
        if (position + length < end) {
            pad(length);
        }
    }

    @Override
    void length(String name) {
        int at = position;
        int length = u16(name);
        if (length < position - structure || length > end - structure) {
            throw badLength(name, at, length, position - structure, end - structure);
        }
        end = structure + length;
    }

    @Override
    int lengthAhead(String name) {
        int at = position;
        int length = u16(name);
        if (length > end - position) {
            throw badLength(name, at, length, 0, end - position);
        }
        return length;
    }

    @Override
    void refuseLengthsAs(ErrorCode refusal) {
        tooShort = refusal;
    }

    @Override
    boolean endsEarly() {
        if (position < end) {
            return false;
        }
        note(position, 0);
        return true;
    }

    @Override
    <V> V one(String name, Function<? super T, V> get, StructLayout<V> layout) {
        try {
            return visit(layout);
        } catch (MalformedMessageException e) {
            throw e.within(name);
        }
    }

    /** Walks a structure that begins here and may end, by a length of its own, before this part does. */
    private <V> V visit(StructLayout<V> layout) {
        int outerStructure = structure;
        int outerEnd = end;
        ErrorCode outer = tooShort;
        structure = position;
        V value = layout.visit(self());
        if (end != outerEnd) {
            requireEnd("length");
        }
        structure = outerStructure;
        end = outerEnd;
        tooShort = outer;
        return value;
    }

    @Override
    <V> List<V> list(String name, Function<? super T, List<V>> get, StructLayout<V> layout) {
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
            int more = (end - position) / Math.max(1, position - start); // if all are as long as the first
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

    /** TLVs up to the end of this part. */
    private <V> Tlvs<V> tlvs(String name, Consumer<FieldReader<?>> check, Tlvs.Maker<V> maker) {
        int start = position;
        int read = 0;
        try {
            for (; position < end; read++) {
                check.accept(this);
            }
        } catch (MalformedMessageException e) {
            throw e.within(name + "[" + read + "]");
        }
        return new Tlvs<>(Arrays.copyOfRange(array, start, position), maker);
    }

    @Override
    List<Oxs> oxss(String name, Function<? super T, List<Oxs>> get) {
        return tlvs(name, Oxs::check, Oxs.MAKER);
    }

    @Override
    <V> List<V> list(String name, int ahead, Function<? super T, List<V>> get, StructLayout<V> layout) {
        if (ahead > remaining()) {
            throw refusal(tooShort, name, position, "%d bytes, %d are left".formatted(ahead, remaining()));
        }
        int outerEnd = end;
        end = position + ahead;
        List<V> items = list(name, get, layout);
        end = outerEnd;
        return items;
    }

    @Override
    <E> E choice8(String name, Function<? super T, E> get, EnumCodec<E> choice) {
        return choose(name, u8(name), 1, choice);
    }

    @Override
    <E> E choice16(String name, Function<? super T, E> get, EnumCodec<E> choice) {
        return choose(name, u16(name), 2, choice);
    }

    @Override
    <E> E choice32(String name, Function<? super T, E> get, EnumCodec<E> choice) {
        return choose(name, Integer.toUnsignedLong(u32(name)), 4, choice);
    }

    private <E> E choose(String name, long wire, int width, EnumCodec<E> choice) {
        E chosen = choice.ofWire(wire);
        if (chosen == null) {
            throw refusal(choice.refusal(), name, position - width, "%d, known are %s".formatted(wire, choice.known()));
        }
        return chosen;
    }

    @Override
    Match match(Function<? super T, Match> get) {
        try {
            return match();
        } catch (MalformedMessageException e) {
            throw e.within("match");
        }
    }

    private Match match() {
        if (is10()) {
            int at = take(Match10.LENGTH, "fields");
            match10 = match10 == null ? new Match10.Reader(array) : match10;
            Match match = match10.read(at);
            if (match10.differs()) {
                note(at, Match10.LENGTH);
            }
            return match;
        }
        int start = position;
        int matchType = u16("type");
        if (matchType != Match.TYPE_OXM) {
            throw refusal(ErrorCode.BAD_MATCH_TYPE, "type", start, "%d, needs %d".formatted(matchType, Match.TYPE_OXM));
        }
        int length = u16("length");
        int most = Math.min(end - start, 0xffff);
        if (length < Match.HEADER_LENGTH || length > most) {
            throw refusal(
                    ErrorCode.BAD_MATCH_LEN,
                    "length",
                    start + 2,
                    "%d, needs %d to %d".formatted(length, Match.HEADER_LENGTH, most));
        }
        List<Oxm> fields = oxms(start + length, "fields", ErrorCode.BAD_MATCH_LEN);
        pad(-length & 7);
        return fields.isEmpty() ? Match.ANY : new Match(fields);
    }

    private List<Oxm> oxms(int stop, String name, ErrorCode refusal) {
        int outerEnd = end;
        ErrorCode outer = tooShort;
        end = stop;
        tooShort = refusal;
        List<Oxm> fields = tlvs(name, Oxm::check, Oxm.MAKER);
        tooShort = outer;
        end = outerEnd;
        return fields;
    }

    /** Goes on behind the header, and returns the number of the message's type. */
    int skipHeader() {
        int type = Header.type(array, position);
        position += Header.LENGTH;
        structure = position - Header.LENGTH;
        return type;
    }

    /** The type of a multipart message. */
    MultipartType multipart() {
        int at = position;
        int wire = u16("type");
        return MultipartType.ofWire(version, wire)
                .orElseThrow(() -> refusal(
                        ErrorCode.BAD_MULTIPART,
                        "type",
                        at,
                        "%d, which OpenFlow %s gives no meaning".formatted(wire, version)));
    }

    @Override
    Oxm oxm() {
        return Oxm.read(this);
    }

    @Override
    Oxs oxs() {
        return Oxs.read(this);
    }

    /** With what a field of a wrong length is refused, in a match and elsewhere. */
    ErrorCode wrongOxm() {
        return tooShort == ErrorCode.BAD_ACTION_LEN ? ErrorCode.BAD_SET_LEN : tooShort;
    }

    @Override
    Envelope message(String name, Function<? super T, Envelope> get) {
        int at = position;
        if (remaining() < Header.LENGTH) {
            throw refusal(
                    ErrorCode.BAD_BUNDLED_LEN,
                    name,
                    at,
                    "%d bytes, a message has at least %d".formatted(remaining(), Header.LENGTH));
        }
        int length = Header.length(array, at);
        if (length < Header.LENGTH || length > remaining()) {
            throw refusal(
                    ErrorCode.BAD_BUNDLED_LEN,
                    name + ".length",
                    at + 2,
                    "%d, needs %d to %d".formatted(length, Header.LENGTH, remaining()));
        }
        if (nesting > 0) {
            throw refusal(ErrorCode.BAD_BUNDLED_MESSAGE, name, at, "a message within a message within a message");
        }
        position += length;
        try {
            Version inner = Messages.versionOf(array, at);
            return Messages.read(
                    new FieldReader<>(array, origin, at, at, at + length, inner, version, nesting + 1), array, at);
        } catch (MalformedMessageException e) {
            throw e.within(name);
        }
    }

    @Override
    T kind(TypeRegistry<T> kinds) {
        int start = position;
        int outerEnd = end;
        int outerType = type;
        ErrorCode outer = tooShort;
        tooShort = kinds.refusal(version);
        type = u16("type");
        int length = u16("length");
        if (length < kinds.headerLength() || length > end - start || (kinds.padsInside() && length % 8 != 0)) {
            throw refusal(
                    tooShort,
                    "length",
                    start + 2,
                    "%d, needs %s%d to %d"
                            .formatted(
                                    length,
                                    kinds.padsInside() ? "a multiple of 8 from " : "",
                                    kinds.headerLength(),
                                    end - start));
        }
        end = start + length;
        pad(kinds.headerLength() - TypeRegistry.HEADER);
        T item = kinds.layoutOf(type, version).visit(this);
        if (kinds.padsInside() && remaining() < 8) {
            pad(remaining());
        }
        requireEnd("length");
        if (kinds.isTranslated(type)) {
            noteDifference(start, kinds.written(item, version));
        }
        end = outerEnd;
        type = outerType;
        if (!kinds.padsInside()) {
            int padding = -length & 7;
            if (padding > remaining() && kinds.mayLackPadding()) {
                padding = remaining();
                note(position + padding, 0);
            }
            pad(padding);
        }
        tooShort = outer;
        return item;
    }

    @Override
    int type(ToIntFunction<? super T> get) {
        return type;
    }

    @Override
    int unsaid(String name, ToIntFunction<? super T> get, int value) {
        return value;
    }

    @Override
    long unsaidLong(String name, ToLongFunction<? super T> get, long value) {
        return value;
    }

    @Override
    <V> V unsaidValue(String name, Function<? super T, V> get, V value) {
        return value;
    }

    /** The reader of one kind of structure can read any other: it does not look at values. */
    @SuppressWarnings("unchecked")
    <V> FieldReader<V> self() {
        return (FieldReader<V>) this;
    }

    void skip(int length, String name) {
        take(length, name);
    }

    private int take(int length, String name) {
        if (length > end - position) {
            throw refusal(
                    tooShort,
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
                    tooShort, name, position, "%d bytes too many behind what belongs here".formatted(end - position));
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

    /** Keeps what stands here if it is not what would be written for its meaning. */
    private void noteDifference(int at, byte[] canonical) {
        if (!Arrays.equals(array, at, at + canonical.length, canonical, 0, canonical.length)) {
            note(at, canonical.length);
        }
    }

    private void note(int at, int length) {
        ignored.add(new Ignored(at - message, Bytes.of(array, at, length)));
    }

    private MalformedMessageException badLength(String name, int at, int length, int least, int most) {
        return refusal(tooShort, name, at, "%d, needs %d to %d".formatted(length, least, most));
    }

    MalformedMessageException refusal(ErrorCode refusal, String name, int at, String reason) {
        return new MalformedMessageException(refusal, answered, name, at - origin, reason);
    }

    int position() {
        return position;
    }

    byte[] array() {
        return array;
    }
}
