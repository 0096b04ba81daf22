package net.beaconcontroller.openflow.codec;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import net.beaconcontroller.openflow.ErrorCode;
import net.beaconcontroller.openflow.Header;
import net.beaconcontroller.openflow.MalformedMessageException;
import net.beaconcontroller.openflow.MessageType;
import net.beaconcontroller.openflow.MultipartType;
import net.beaconcontroller.openflow.UnsupportedByVersionException;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.Writer;
import net.beaconcontroller.openflow.message.BarrierRequest;
import net.beaconcontroller.openflow.message.BundleAdd;
import net.beaconcontroller.openflow.message.BundleControl;
import net.beaconcontroller.openflow.message.ControllerStatus;
import net.beaconcontroller.openflow.message.EchoRequest;
import net.beaconcontroller.openflow.message.Envelope;
import net.beaconcontroller.openflow.message.ErrorMessage;
import net.beaconcontroller.openflow.message.Experimenter;
import net.beaconcontroller.openflow.message.FeaturesRequest;
import net.beaconcontroller.openflow.message.FlowMod;
import net.beaconcontroller.openflow.message.FlowRemoved;
import net.beaconcontroller.openflow.message.GetAsyncRequest;
import net.beaconcontroller.openflow.message.GetConfigRequest;
import net.beaconcontroller.openflow.message.GroupMod;
import net.beaconcontroller.openflow.message.Hello;
import net.beaconcontroller.openflow.message.Message;
import net.beaconcontroller.openflow.message.MessageLayout;
import net.beaconcontroller.openflow.message.MeterMod;
import net.beaconcontroller.openflow.message.PacketIn;
import net.beaconcontroller.openflow.message.PacketOut;
import net.beaconcontroller.openflow.message.PortMod;
import net.beaconcontroller.openflow.message.PortStatus;
import net.beaconcontroller.openflow.message.QueueConfigRequest;
import net.beaconcontroller.openflow.message.RequestForward;
import net.beaconcontroller.openflow.message.RoleRequest;
import net.beaconcontroller.openflow.message.RoleStatus;
import net.beaconcontroller.openflow.message.SetAsync;
import net.beaconcontroller.openflow.message.SetConfig;
import net.beaconcontroller.openflow.message.TableMod;
import net.beaconcontroller.openflow.message.TableStatus;
import net.beaconcontroller.openflow.multipart.AggregateStats;
import net.beaconcontroller.openflow.multipart.BundleFeatures;
import net.beaconcontroller.openflow.multipart.ControllerStatuses;
import net.beaconcontroller.openflow.multipart.ExperimenterMultipart;
import net.beaconcontroller.openflow.multipart.FlowCounters;
import net.beaconcontroller.openflow.multipart.FlowMonitor;
import net.beaconcontroller.openflow.multipart.FlowStats;
import net.beaconcontroller.openflow.multipart.GroupDescription;
import net.beaconcontroller.openflow.multipart.GroupFeatures;
import net.beaconcontroller.openflow.multipart.GroupStats;
import net.beaconcontroller.openflow.multipart.MeterDescription;
import net.beaconcontroller.openflow.multipart.MeterFeatures;
import net.beaconcontroller.openflow.multipart.MeterStats;
import net.beaconcontroller.openflow.multipart.PortDescription;
import net.beaconcontroller.openflow.multipart.PortStats;
import net.beaconcontroller.openflow.multipart.QueueDescription;
import net.beaconcontroller.openflow.multipart.QueueStats;
import net.beaconcontroller.openflow.multipart.SwitchDescription;
import net.beaconcontroller.openflow.multipart.TableDescription;
import net.beaconcontroller.openflow.multipart.TableFeatures;
import net.beaconcontroller.openflow.multipart.TableStats;
import net.beaconcontroller.openflow.wire.FieldReader;

/** Decodes and encodes messages. All methods may be called from any thread. */
public final class Messages {
    /**
     * The layouts of all messages apart from replies. To add a message, write its record and add its layout here, or
     * give it to the layout of its request.
     */
    private static final List<MessageLayout<?>> REQUESTS_AND_EVENTS = List.of(
            Hello.LAYOUT,
            ErrorMessage.LAYOUT,
            EchoRequest.LAYOUT,
            Experimenter.LAYOUT,
            FeaturesRequest.LAYOUT,
            GetConfigRequest.LAYOUT,
            SetConfig.LAYOUT,
            PacketIn.LAYOUT,
            FlowRemoved.LAYOUT,
            PortStatus.LAYOUT,
            PacketOut.LAYOUT,
            FlowMod.LAYOUT,
            GroupMod.LAYOUT,
            PortMod.LAYOUT,
            TableMod.LAYOUT,
            BarrierRequest.LAYOUT,
            QueueConfigRequest.LAYOUT,
            RoleRequest.LAYOUT,
            GetAsyncRequest.LAYOUT,
            SetAsync.LAYOUT,
            MeterMod.LAYOUT,
            RoleStatus.LAYOUT,
            TableStatus.LAYOUT,
            RequestForward.LAYOUT,
            BundleControl.LAYOUT,
            BundleAdd.LAYOUT,
            ControllerStatus.LAYOUT,
            SwitchDescription.Request.LAYOUT,
            FlowStats.Request.LAYOUT,
            AggregateStats.Request.LAYOUT,
            TableStats.Request.LAYOUT,
            PortStats.Request.LAYOUT,
            QueueStats.Request.LAYOUT,
            GroupStats.Request.LAYOUT,
            GroupDescription.Request.LAYOUT,
            GroupFeatures.Request.LAYOUT,
            MeterStats.Request.LAYOUT,
            MeterDescription.Request.LAYOUT,
            MeterFeatures.Request.LAYOUT,
            TableFeatures.Request.LAYOUT,
            PortDescription.Request.LAYOUT,
            TableDescription.Request.LAYOUT,
            QueueDescription.Request.LAYOUT,
            FlowMonitor.Request.LAYOUT,
            FlowCounters.Request.LAYOUT,
            ControllerStatuses.Request.LAYOUT,
            BundleFeatures.Request.LAYOUT,
            ExperimenterMultipart.Request.LAYOUT);

    /** The layouts of all messages. A request has the layout of its reply. */
    public static final List<MessageLayout<?>> ALL = Stream.concat(
                    REQUESTS_AND_EVENTS.stream(),
                    REQUESTS_AND_EVENTS.stream().flatMap(layout -> Stream.ofNullable(layout.reply())))
            .toList();

    private static final Map<MessageType, MessageLayout<?>> BY_TYPE = new EnumMap<>(MessageType.class);
    private static final Map<MultipartType, MessageLayout<?>> REQUESTS = new EnumMap<>(MultipartType.class);
    private static final Map<MultipartType, MessageLayout<?>> REPLIES = new EnumMap<>(MultipartType.class);

    static {
        for (MessageLayout<?> layout : ALL) {
            MultipartType multipart = layout.multipart();
            if (multipart == null) {
                BY_TYPE.put(layout.type(), layout);
            } else {
                (layout.type() == MessageType.MULTIPART_REQUEST ? REQUESTS : REPLIES).put(multipart, layout);
            }
        }
    }

    private Messages() {}

    /**
     * Decodes the message that begins at {@code start}, in the version of its header.
     *
     * @param length the length of the whole message in bytes, as in its header
     * @throws MalformedMessageException if the message is malformed
     */
    public static Message decode(byte[] array, int start, int length) {
        return read(array, start, length).message();
    }

    /**
     * Decodes the message that begins at {@code start}, with its header, in the version of its header.
     *
     * @param length the length of the whole message in bytes, as in its header
     * @throws MalformedMessageException if the message is malformed
     */
    public static Envelope read(byte[] array, int start, int length) {
        if (length < Header.LENGTH || length > array.length - start) {
            throw new MalformedMessageException(
                    ErrorCode.BAD_LEN,
                    Version.OF10,
                    "length",
                    2,
                    "a message of %d bytes, needs at least %d".formatted(length, Header.LENGTH));
        }
        return read(reader(array, start, start, start + length, versionOf(array, start)), array, start);
    }

    private static FieldReader<?> reader(byte[] array, int start, int position, int end, Version version) {
        return new FieldReader<>(array, start, position, end, version, Messages::readNested);
    }

    /** Decodes the joined parts of a multipart reply. The header has the length of the first part. */
    static Message readJoined(byte[] array, int length) {
        FieldReader<?> in = reader(array, 0, 0, length, versionOf(array, 0));
        in.skipHeader();
        return read(in, MessageType.MULTIPART_REPLY, Header.xid(array, 0)).message();
    }

    /**
     * Returns the version in the header of a message.
     *
     * @throws MalformedMessageException if the version is unknown
     */
    public static Version versionOf(byte[] array, int start) {
        int wire = Header.version(array, start);
        return Version.ofWire(wire)
                .orElseThrow(() -> new MalformedMessageException(
                        ErrorCode.BAD_VERSION, Version.OF10, "version", 0, "%d, known are 1 to 6".formatted(wire)));
    }

    /** Reads a message within a message. */
    private static Envelope readNested(FieldReader<?> outer) {
        int at = outer.position();
        int remaining = outer.remaining();
        if (remaining < Header.LENGTH) {
            throw outer.refusal(
                    ErrorCode.BAD_BUNDLED_LEN,
                    "",
                    at,
                    "%d bytes, a message has at least %d".formatted(remaining, Header.LENGTH));
        }
        int length = Header.length(outer.array(), at);
        if (length < Header.LENGTH || length > remaining) {
            throw outer.refusal(
                    ErrorCode.BAD_BUNDLED_LEN,
                    "length",
                    at + 2,
                    "%d, needs %d to %d".formatted(length, Header.LENGTH, remaining));
        }
        if (outer.nesting() > 0) {
            throw outer.refusal(ErrorCode.BAD_BUNDLED_MESSAGE, "", at, "a message within a message within a message");
        }
        outer.skip(length, "message");
        Version version = versionOf(outer.array(), at);
        return read(outer.nested(at, length, version), outer.array(), at);
    }

    /** Reads the message that takes all bytes of the reader and begins at this index. */
    private static Envelope read(FieldReader<?> in, byte[] array, int at) {
        int typeNumber = in.skipHeader();
        MessageType type = MessageType.ofWire(in.version(), typeNumber)
                .orElseThrow(() -> in.refusal(
                        ErrorCode.BAD_TYPE,
                        "type",
                        at + 1,
                        "%d, which is unknown in OpenFlow %s".formatted(typeNumber, in.version())));
        try {
            int length = Header.length(array, at);
            if (length != Header.LENGTH + in.remaining()) {
                throw in.refusal(
                        ErrorCode.BAD_LEN,
                        "length",
                        at + 2,
                        "%d, but the message has %d bytes".formatted(length, Header.LENGTH + in.remaining()));
            }
            return read(in, type, Header.xid(array, at));
        } catch (MalformedMessageException e) {
            throw e.of("%s of OpenFlow %s".formatted(type, in.version()));
        }
    }

    private static Envelope read(FieldReader<?> in, MessageType type, long xid) {
        int flags = 0;
        MessageLayout<?> layout;
        if (in.version() == Version.OF11 && !MessageLayout.isSameInAllVersions(type)) {
            layout = MessageLayout.ofOpaque(type);
        } else if (type == MessageType.MULTIPART_REQUEST || type == MessageType.MULTIPART_REPLY) {
            MultipartType multipart = readMultipartType(in);
            flags = in.u16("flags");
            in.pad(in.is10() ? 0 : 4);
            layout = layoutOf(type == MessageType.MULTIPART_REQUEST ? REQUESTS : REPLIES, multipart);
        } else {
            layout = layoutOf(BY_TYPE, type);
        }
        Message message = in.all(layout.body());
        return new Envelope(in.version(), xid, message, flags, in.ignored());
    }

    private static MultipartType readMultipartType(FieldReader<?> in) {
        int at = in.position();
        int wire = in.u16("type");
        return MultipartType.ofWire(in.version(), wire)
                .orElseThrow(() -> in.refusal(
                        ErrorCode.BAD_MULTIPART,
                        "type",
                        at,
                        "%d, which is unknown in OpenFlow %s".formatted(wire, in.version())));
    }

    private static <K> MessageLayout<?> layoutOf(Map<K, MessageLayout<?>> table, K key) {
        MessageLayout<?> layout = table.get(key);
        if (layout == null) {
            throw new IllegalStateException(key + " is not in the table of messages");
        }
        return layout;
    }

    /**
     * Decodes a HELLO of any version (OpenFlow 1.5.1 section 6.3.1). A HELLO of a version later than all known versions
     * is decoded as one of the latest known version.
     *
     * @param length the length of the whole message in bytes, as in its header
     * @throws MalformedMessageException if the elements are malformed
     */
    public static Hello decodeHello(byte[] array, int start, int length) {
        int versionByte = Header.version(array, start);
        Version version = Version.ofWire(versionByte).orElse(versionByte == 0 ? Version.OF10 : Version.OF15);
        return reader(array, start, start + Header.LENGTH, start + length, version)
                .all(Hello.LAYOUT.body());
    }

    /**
     * Appends the message in the given version. A message in a {@link BundleAdd} gets the same version and transaction
     * id, as the specification requires.
     *
     * @param xid the transaction id, 32 bits
     * @throws UnsupportedByVersionException if the version cannot express the message; the output is then unchanged
     * @throws IllegalArgumentException if a value does not fit its field, or the message is too long; the output is
     *     then unchanged
     */
    public static void encode(Message message, Version version, long xid, Writer out) {
        Message sent = message instanceof BundleAdd add ? add.with(version, xid) : message;
        MessageLayout.of(sent).write(sent, version, xid, 0, out);
    }

    /** Returns the encoded message, see {@link #encode(Message, Version, long, Writer)}. */
    public static byte[] encode(Message message, Version version, long xid) {
        var out = new Writer(64);
        encode(message, version, xid, out);
        return Arrays.copyOf(out.array(), out.length());
    }
}
