package net.beaconcontroller.openflow.message;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.function.Function;
import net.beaconcontroller.openflow.Header;
import net.beaconcontroller.openflow.MessageType;
import net.beaconcontroller.openflow.MultipartType;
import net.beaconcontroller.openflow.UnsupportedByVersionException;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.Writer;
import net.beaconcontroller.openflow.wire.FieldLocation.Kind;
import net.beaconcontroller.openflow.wire.FieldPrinter;
import net.beaconcontroller.openflow.wire.FieldWriter;
import net.beaconcontroller.openflow.wire.LocatingWriter;
import net.beaconcontroller.openflow.wire.StructLayout;
import org.jspecify.annotations.Nullable;

/**
 * The type of a message and the layout of its body. Each class of messages has one as its constant LAYOUT. A layout
 * registers itself when it is created, that is before the first instance of the class exists. For the library itself.
 *
 * @param <M> the message
 */
public final class MessageLayout<M extends Message> {
    private static final Map<Class<?>, MessageLayout<?>> BY_CLASS = new ConcurrentHashMap<>();

    private final Class<M> messageClass;
    private final MessageType type;
    private final @Nullable MultipartType multipart;
    private final @Nullable MessageLayout<?> reply;
    private final StructLayout<M> body;
    private @Nullable BiFunction<M, Version, String> printer;

    private MessageLayout(
            Class<M> messageClass,
            MessageType type,
            @Nullable MultipartType multipart,
            @Nullable MessageLayout<?> reply,
            StructLayout<M> body) {
        this.messageClass = messageClass;
        this.type = type;
        this.multipart = multipart;
        this.reply = reply;
        this.body = body;
    }

    private MessageLayout<M> register() {
        BY_CLASS.put(messageClass, this);
        return this;
    }

    /** Creates the layout of a message. */
    public static <M extends Message> MessageLayout<M> of(
            MessageType type, Class<M> messageClass, StructLayout<M> body) {
        return new MessageLayout<>(messageClass, type, null, null, body).register();
    }

    /** Creates the layout of a request. */
    public static <R extends Message, M extends Request<R>> MessageLayout<M> ofRequest(
            MessageType type, Class<M> messageClass, StructLayout<M> body, MessageLayout<R> reply) {
        return new MessageLayout<>(messageClass, type, null, reply, body).register();
    }

    /** Creates the layout of a multipart request. */
    public static <R extends Message, M extends Request<R>> MessageLayout<M> ofRequest(
            MultipartType type, Class<M> messageClass, StructLayout<M> body, MessageLayout<R> reply) {
        return new MessageLayout<>(messageClass, MessageType.MULTIPART_REQUEST, type, reply, body).register();
    }

    /** Creates the layout of a multipart reply. */
    public static <M extends Message> MessageLayout<M> ofReply(
            MultipartType type, Class<M> messageClass, StructLayout<M> body) {
        return new MessageLayout<>(messageClass, MessageType.MULTIPART_REPLY, type, null, body).register();
    }

    /**
     * Creates the layout of a multipart reply that is a list of structures.
     *
     * @param name the name of the list
     */
    public static <M extends Message, V> MessageLayout<M> ofReply(
            MultipartType type,
            Class<M> messageClass,
            String name,
            Function<M, List<V>> get,
            StructLayout<V> layout,
            Function<List<V>, M> make) {
        return ofReply(type, messageClass, f -> make.apply(f.list(name, get, layout)));
    }

    /** Creates the layout of a request without fields, of which all values equal the given one. */
    public static <R extends Message, M extends Request<R>> MessageLayout<M> ofRequest(
            MessageType type, M request, MessageLayout<R> reply) {
        return ofRequest(type, classOf(request), f -> request, reply);
    }

    /** Creates the layout of a multipart request without fields, of which all values equal the given one. */
    public static <R extends Message, M extends Request<R>> MessageLayout<M> ofRequest(
            MultipartType type, M request, MessageLayout<R> reply) {
        return ofRequest(type, classOf(request), f -> request, reply);
    }

    @SuppressWarnings("unchecked")
    private static <M extends Message> Class<M> classOf(M message) {
        return (Class<M>) message.getClass();
    }

    /** Creates the layout of a message of OpenFlow 1.1 whose body is not decoded. */
    public static MessageLayout<Opaque> ofOpaque(MessageType type) {
        return new MessageLayout<>(Opaque.class, type, null, null, f -> new Opaque(type, f.rest("body", Opaque::body)));
    }

    /** Sets how the body is printed, in place of the names and values of its fields. */
    public MessageLayout<M> printedBy(BiFunction<M, Version, String> bodyPrinter) {
        printer = bodyPrinter;
        return this;
    }

    /** Returns the layout of a message. */
    @SuppressWarnings("unchecked")
    public static <M extends Message> MessageLayout<M> of(M message) {
        if (message instanceof Opaque opaque) {
            return (MessageLayout<M>) ofOpaque(opaque.type());
        }
        MessageLayout<?> layout = BY_CLASS.get(message.getClass());
        if (layout == null) {
            throw new IllegalStateException(message.getClass() + " has no layout");
        }
        return (MessageLayout<M>) layout;
    }

    public Class<M> messageClass() {
        return messageClass;
    }

    public MessageType type() {
        return type;
    }

    /** Returns the multipart type, or null if this is not a multipart message. */
    public @Nullable MultipartType multipart() {
        return multipart;
    }

    /** Returns the layout of the reply, or null if this is not a request. */
    public @Nullable MessageLayout<?> reply() {
        return reply;
    }

    public StructLayout<M> body() {
        return body;
    }

    /**
     * Returns whether OpenFlow 1.1 has the same layout as the other versions. Other messages of OpenFlow 1.1 are
     * opaque.
     */
    public static boolean isSameInAllVersions(MessageType type) {
        return switch (type) {
            case HELLO, ERROR, ECHO_REQUEST, ECHO_REPLY, FEATURES_REQUEST, BARRIER_REQUEST, BARRIER_REPLY -> true;
            default -> false;
        };
    }

    /**
     * Appends the message with its header.
     *
     * @param flags the flags of a multipart message, else 0
     * @throws UnsupportedByVersionException if the version cannot express the message; the output is then unchanged
     * @throws IllegalArgumentException if a value does not fit its field, or the message is too long; the output is
     *     then unchanged
     */
    public void write(M message, Version version, long xid, int flags, Writer out) {
        int typeNumber = type.wire(version);
        boolean isDecoded = version != Version.OF11 || isSameInAllVersions(type);
        if (typeNumber < 0 || isDecoded == message instanceof Opaque) {
            throw new UnsupportedByVersionException(type.name(), version);
        }
        int start = out.length();
        out.enter();
        try {
            out.zeros(Header.LENGTH);
            if (out instanceof LocatingWriter locating) {
                locating.locate("version", Kind.TYPE, start, 1);
                locating.locate("type", Kind.TYPE, start + 1, 1);
                locating.locate("length", Kind.LENGTH, start + 2, 2);
                locating.locate("xid", Kind.NUMBER, start + 4, 4);
            }
            writeMultipartHeader(version, flags, out);
            body.visit(new FieldWriter<>(message, out, version));
        } catch (RuntimeException e) {
            out.truncate(start);
            throw e;
        } finally {
            out.leave();
        }
        out.commit(start, out.length(), Header.versionAndType(version, typeNumber), xid);
    }

    private void writeMultipartHeader(Version version, int flags, Writer out) {
        if (multipart == null) {
            return;
        }
        if (!version.isAtLeast(multipart.since())) {
            throw new UnsupportedByVersionException(multipart.name(), version);
        }
        out.u16(multipart.wire());
        out.u16(flags);
        out.zeros(version == Version.OF10 ? 0 : 4);
        if (out instanceof LocatingWriter locating) {
            int start = out.length() - (version == Version.OF10 ? 4 : 8);
            locating.locate("multipart_type", Kind.TYPE, start, 2);
            locating.locate("flags", Kind.NUMBER, start + 2, 2);
            locating.locate("pad", Kind.PADDING, start + 4, out.length() - start - 4);
        }
    }

    /** Returns the fields of the body by name: numbers, strings, lists, and maps for structures. */
    Map<String, Object> fields(M message, Version version) {
        return FieldPrinter.forPrograms(message, body, version);
    }

    /** Returns the text of a message without its header, in the latest version that can express most of it. */
    public static String toString(Message message) {
        return of(message).print(message, null, "");
    }

    /**
     * Returns the text of a message.
     *
     * @param version the version of the message, or null for the latest version that can express most of it
     * @param flags the text of the flags, with a space before it
     */
    String print(M message, @Nullable Version version, String flags) {
        String text = printer == null
                ? FieldPrinter.forPeople(message, body, version)
                : printer.apply(message, version == null ? Version.OF15 : version);
        return name() + flags + (text.isEmpty() ? "" : " " + text);
    }

    /** Returns the name of the message, such as {@code port_mod} or {@code port_desc reply}. */
    private String name() {
        String suffix = type == MessageType.MULTIPART_REQUEST ? " request" : " reply";
        Enum<?> name = multipart == null ? type : multipart;
        return name.name().toLowerCase(Locale.ROOT) + (multipart == null ? "" : suffix);
    }
}
