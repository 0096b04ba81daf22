package net.beaconcontroller.openflow;

import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * From bytes to messages and back, and the table of all messages: to add one, write its record with its layout, and add its
 * line here. All methods may be called from any thread.
 */
public final class Messages {
    /** What there is to know of a class of messages. */
    record Entry<M extends Message>(
            Class<M> of, MessageType type, @Nullable MultipartType multipart, StructLayout<M> layout) {}

    private static final Map<Class<?>, Entry<?>> BY_CLASS = new HashMap<>();
    private static final Map<MessageType, Entry<?>> BY_TYPE = new EnumMap<>(MessageType.class);
    private static final Map<MultipartType, Entry<?>> REQUESTS = new EnumMap<>(MultipartType.class);
    private static final Map<MultipartType, Entry<?>> REPLIES = new EnumMap<>(MultipartType.class);

    static {
        add(MessageType.HELLO, Hello.class, Hello::visit);
        add(MessageType.ERROR, ErrorMessage.class, ErrorMessage::visit);
        add(MessageType.ECHO_REQUEST, EchoRequest.class, EchoRequest::visit);
        add(MessageType.ECHO_REPLY, EchoReply.class, EchoReply::visit);
        add(MessageType.EXPERIMENTER, Experimenter.class, Experimenter::visit);
        add(MessageType.FEATURES_REQUEST, FeaturesRequest.class, f -> new FeaturesRequest());
        add(MessageType.FEATURES_REPLY, FeaturesReply.class, FeaturesReply::visit);
        add(MessageType.GET_CONFIG_REQUEST, GetConfigRequest.class, f -> new GetConfigRequest());
        add(MessageType.GET_CONFIG_REPLY, GetConfigReply.class, GetConfigReply::visit);
        add(MessageType.SET_CONFIG, SetConfig.class, SetConfig::visit);
        add(MessageType.PACKET_IN, PacketIn.class, PacketIn::visit);
        add(MessageType.FLOW_REMOVED, FlowRemoved.class, FlowRemoved::visit);
        add(MessageType.PORT_STATUS, PortStatus.class, PortStatus::visit);
        add(MessageType.PACKET_OUT, PacketOut.class, PacketOut::visit);
        add(MessageType.FLOW_MOD, FlowMod.class, FlowMod::visit);
        add(MessageType.GROUP_MOD, GroupMod.class, GroupMod::visit);
        add(MessageType.PORT_MOD, PortMod.class, PortMod::visit);
        add(MessageType.TABLE_MOD, TableMod.class, TableMod::visit);
        add(MessageType.BARRIER_REQUEST, BarrierRequest.class, f -> new BarrierRequest());
        add(MessageType.BARRIER_REPLY, BarrierReply.class, f -> new BarrierReply());
        add(MessageType.QUEUE_GET_CONFIG_REQUEST, QueueConfigRequest.class, QueueConfigRequest::visit);
        add(MessageType.QUEUE_GET_CONFIG_REPLY, QueueConfigReply.class, QueueConfigReply::visit);
        add(MessageType.ROLE_REQUEST, RoleRequest.class, RoleRequest::visit);
        add(MessageType.ROLE_REPLY, RoleReply.class, RoleReply::visit);
        add(MessageType.GET_ASYNC_REQUEST, GetAsyncRequest.class, f -> new GetAsyncRequest());
        add(MessageType.GET_ASYNC_REPLY, GetAsyncReply.class, GetAsyncReply::visit);
        add(MessageType.SET_ASYNC, SetAsync.class, SetAsync::visit);
        add(MessageType.METER_MOD, MeterMod.class, MeterMod::visit);
        add(MessageType.ROLE_STATUS, RoleStatus.class, RoleStatus::visit);
        add(MessageType.TABLE_STATUS, TableStatus.class, TableStatus::visit);
        add(MessageType.REQUESTFORWARD, RequestForward.class, RequestForward::visit);
        add(MessageType.BUNDLE_CONTROL, BundleControl.class, BundleControl::visit);
        add(MessageType.BUNDLE_ADD_MESSAGE, BundleAdd.class, BundleAdd::visit);
        add(
                MessageType.CONTROLLER_STATUS,
                ControllerStatus.class,
                f -> f.one("status", status -> status, ControllerStatus::visit));

        add(
                MultipartType.DESC,
                SwitchDescription.Request.class,
                f -> new SwitchDescription.Request(),
                SwitchDescription.class,
                SwitchDescription::visit);
        add(
                MultipartType.FLOW,
                FlowStats.Request.class,
                FlowStats.Request::visit,
                FlowStats.Reply.class,
                FlowStats.Reply::visit);
        add(
                MultipartType.AGGREGATE,
                AggregateStats.Request.class,
                AggregateStats.Request::visit,
                AggregateStats.class,
                AggregateStats::visit);
        add(
                MultipartType.TABLE,
                TableStats.Request.class,
                f -> new TableStats.Request(),
                TableStats.Reply.class,
                TableStats.Reply::visit);
        add(
                MultipartType.PORT,
                PortStats.Request.class,
                PortStats.Request::visit,
                PortStats.Reply.class,
                PortStats.Reply::visit);
        add(
                MultipartType.QUEUE,
                QueueStats.Request.class,
                QueueStats.Request::visit,
                QueueStats.Reply.class,
                QueueStats.Reply::visit);
        add(
                MultipartType.GROUP,
                GroupStats.Request.class,
                GroupStats.Request::visit,
                GroupStats.Reply.class,
                GroupStats.Reply::visit);
        add(MultipartType.GROUP_DESC, Group.Request.class, Group.Request::visit, Group.Reply.class, Group.Reply::visit);
        add(
                MultipartType.GROUP_FEATURES,
                GroupFeatures.Request.class,
                f -> new GroupFeatures.Request(),
                GroupFeatures.class,
                GroupFeatures::visit);
        add(
                MultipartType.METER,
                MeterStats.Request.class,
                MeterStats.Request::visit,
                MeterStats.Reply.class,
                MeterStats.Reply::visit);
        add(MultipartType.METER_DESC, Meter.Request.class, Meter.Request::visit, Meter.Reply.class, Meter.Reply::visit);
        add(
                MultipartType.METER_FEATURES,
                MeterFeatures.Request.class,
                f -> new MeterFeatures.Request(),
                MeterFeatures.class,
                MeterFeatures::visit);
        add(
                MultipartType.TABLE_FEATURES,
                TableFeatures.Request.class,
                TableFeatures.Request::visit,
                TableFeatures.Reply.class,
                TableFeatures.Reply::visit);
        add(MultipartType.PORT_DESC, Port.Request.class, Port.Request::visit, Port.Reply.class, Port.Reply::visit);
        add(
                MultipartType.TABLE_DESC,
                TableDesc.Request.class,
                f -> new TableDesc.Request(),
                TableDesc.Reply.class,
                TableDesc.Reply::visit);
        add(MultipartType.QUEUE_DESC, Queue.Request.class, Queue.Request::visit, Queue.Reply.class, Queue.Reply::visit);
        add(
                MultipartType.FLOW_MONITOR,
                FlowMonitor.Request.class,
                FlowMonitor.Request::visit,
                FlowMonitor.Reply.class,
                FlowMonitor.Reply::visit);
        add(
                MultipartType.FLOW_COUNTERS,
                FlowCounters.Request.class,
                FlowCounters.Request::visit,
                FlowCounters.Reply.class,
                FlowCounters.Reply::visit);
        add(
                MultipartType.CONTROLLER_STATUS,
                ControllerStatus.Request.class,
                f -> new ControllerStatus.Request(),
                ControllerStatus.Reply.class,
                ControllerStatus.Reply::visit);
        add(
                MultipartType.BUNDLE_FEATURES,
                BundleFeatures.Request.class,
                BundleFeatures.Request::visit,
                BundleFeatures.class,
                BundleFeatures::visit);
        add(
                MultipartType.EXPERIMENTER,
                ExperimenterMultipart.Request.class,
                ExperimenterMultipart.Request::visit,
                ExperimenterMultipart.Reply.class,
                ExperimenterMultipart.Reply::visit);
    }

    private Messages() {}

    /** All classes of messages but {@link Opaque}. */
    static Collection<Entry<?>> table() {
        return Collections.unmodifiableCollection(BY_CLASS.values());
    }

    private static <M extends Message> void add(MessageType type, Class<M> of, StructLayout<M> layout) {
        var entry = new Entry<>(of, type, null, layout);
        BY_TYPE.put(type, entry);
        BY_CLASS.put(of, entry);
    }

    private static <Q extends MultipartRequest<R>, R extends MultipartReply> void add(
            MultipartType type,
            Class<Q> request,
            StructLayout<Q> requestLayout,
            Class<R> reply,
            StructLayout<R> replyLayout) {
        var asking = new Entry<>(request, MessageType.MULTIPART_REQUEST, type, requestLayout);
        var answering = new Entry<>(reply, MessageType.MULTIPART_REPLY, type, replyLayout);
        REQUESTS.put(type, asking);
        REPLIES.put(type, answering);
        BY_CLASS.put(request, asking);
        BY_CLASS.put(reply, answering);
    }

    /**
     * Reads the message that begins at {@code start}, in the version that its header names.
     *
     * @param length the length of the whole message in bytes, as its header says
     * @throws MalformedMessageException if the version's specification does not allow it
     */
    public static Message decode(byte[] array, int start, int length) {
        return read(array, start, length).message();
    }

    static Envelope read(byte[] array, int start, int length) {
        if (length < Header.LENGTH || length > array.length - start) {
            throw new MalformedMessageException(
                    ErrorCode.BAD_LEN,
                    Version.OF10,
                    "length",
                    2,
                    "a message of %d bytes, needs at least %d".formatted(length, Header.LENGTH));
        }
        Version version = versionOf(array, start);
        return read(new FieldReader<>(array, start, start, start + length, version), array, start);
    }

    /** Reads what is put together from parts, of which the header has the first one's length. */
    static Message readJoined(byte[] array, int length) {
        var in = new FieldReader<>(array, 0, 0, length, versionOf(array, 0));
        in.skipHeader();
        return read(in, MessageType.MULTIPART_REPLY, Header.xid(array, 0)).message();
    }

    /** The version that a message's header names. */
    static Version versionOf(byte[] array, int start) {
        int wire = Header.version(array, start);
        return Version.ofWire(wire)
                .orElseThrow(() -> new MalformedMessageException(
                        ErrorCode.BAD_VERSION, Version.OF10, "version", 0, "%d, known are 1 to 6".formatted(wire)));
    }

    /** Reads the message that fills the reader's part, which begins at this place of the array. */
    static Envelope read(FieldReader<?> in, byte[] array, int at) {
        int typeByte = in.skipHeader();
        MessageType type = MessageType.ofWire(in.version, typeByte)
                .orElseThrow(() -> in.refusal(
                        ErrorCode.BAD_TYPE,
                        "type",
                        at + 1,
                        "%d, which OpenFlow %s gives no meaning".formatted(typeByte, in.version)));
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
            throw e.of("%s of OpenFlow %s".formatted(type, in.version));
        }
    }

    private static Envelope read(FieldReader<?> in, MessageType type, long xid) {
        int flags = 0;
        StructLayout<? extends Message> layout;
        if (in.version == Version.OF11 && !isSameInAllVersions(type)) {
            layout = Opaque.layout(type);
        } else if (type == MessageType.MULTIPART_REQUEST || type == MessageType.MULTIPART_REPLY) {
            MultipartType multipart = in.multipart();
            flags = in.u16("flags");
            in.pad(in.is10() ? 0 : 4);
            layout = entryOf(type == MessageType.MULTIPART_REQUEST ? REQUESTS : REPLIES, multipart)
                    .layout();
        } else {
            layout = entryOf(BY_TYPE, type).layout();
        }
        Message message = in.all(layout);
        return new Envelope(in.version, xid, message, flags, in.ignored());
    }

    private static <K> Entry<?> entryOf(Map<K, Entry<?>> table, K key) {
        Entry<?> entry = table.get(key);
        if (entry == null) {
            throw new IllegalStateException(key + " is not in the table of messages");
        }
        return entry;
    }

    /**
     * Reads a HELLO, which must be understood in whatever version it comes (OpenFlow 1.5.1 section 6.3.1): one that is
     * later than all that are known is read as the latest of them.
     *
     * @param length the length of the whole message in bytes, as its header says
     * @throws MalformedMessageException if its elements do not fit
     */
    public static Hello decodeHello(byte[] array, int start, int length) {
        int versionByte = Header.version(array, start);
        Version version = Version.ofWire(versionByte).orElse(versionByte == 0 ? Version.OF10 : Version.OF15);
        return new FieldReader<>(array, start, start + Header.LENGTH, start + length, version).all(Hello::visit);
    }

    private static boolean isSameInAllVersions(MessageType type) {
        return switch (type) {
            case HELLO, ERROR, ECHO_REQUEST, ECHO_REPLY, FEATURES_REQUEST, BARRIER_REQUEST, BARRIER_REPLY -> true;
            default -> false;
        };
    }

    /**
     * Appends the message in the given version.
     *
     * @param xid the transaction id, 32 bits
     * @throws UnsupportedByVersionException if the version cannot say it; the output is then as before
     * @throws IllegalArgumentException if a value does not fit its field, or all of it a message; the output is as
     *     before
     */
    public static void encode(Message message, Version version, long xid, Writer out) {
        encode(message, version, xid, 0, out);
    }

    static void encode(Message message, Version version, long xid, int flags, Writer out) {
        int type = message.type().wire(version);
        boolean read = version != Version.OF11 || isSameInAllVersions(message.type());
        if (type < 0 || read == message instanceof Opaque) {
            throw new UnsupportedByVersionException(message.type().name(), version);
        }
        int start = out.length();
        out.enter();
        try {
            out.zeros(Header.LENGTH);
            write(message, version, flags, out);
        } catch (RuntimeException e) {
            out.truncate(start);
            throw e;
        } finally {
            out.leave();
        }
        out.commit(start, out.length(), Header.versionAndType(version, type), xid);
    }

    private static <M extends Message> void write(M message, Version version, int flags, Writer out) {
        MultipartType multipart =
                message instanceof Opaque ? null : entryOf(message).multipart();
        if (multipart != null) {
            if (!version.isAtLeast(multipart.since())) {
                throw new UnsupportedByVersionException(multipart.name(), version);
            }
            out.u16(multipart.wire());
            out.u16(flags);
            out.zeros(version == Version.OF10 ? 0 : 4);
        }
        layoutOf(message).visit(new FieldWriter<>(message, out, version));
    }

    /** The message alone, in the given version. */
    public static byte[] encode(Message message, Version version, long xid) {
        var out = new Writer(64);
        encode(message, version, xid, out);
        return Arrays.copyOf(out.array(), out.length());
    }

    static MessageType typeOf(Message message) {
        return entryOf(message).type();
    }

    static MultipartType multipartOf(Message message) {
        MultipartType multipart = entryOf(message).multipart();
        if (multipart == null) {
            throw new IllegalArgumentException("not a multipart message: " + message);
        }
        return multipart;
    }

    @SuppressWarnings("unchecked")
    static <R extends MultipartReply> Class<R> replyTypeOf(MultipartRequest<R> request) {
        return (Class<R>) entryOf(REPLIES, multipartOf(request)).of();
    }

    @SuppressWarnings("unchecked")
    static <M extends Message> StructLayout<M> layoutOf(M message) {
        return message instanceof Opaque opaque
                ? (StructLayout<M>) Opaque.layout(opaque.type())
                : (StructLayout<M>) entryOf(message).layout();
    }

    private static Entry<?> entryOf(Message message) {
        return entryOf(BY_CLASS, message.getClass());
    }
}
