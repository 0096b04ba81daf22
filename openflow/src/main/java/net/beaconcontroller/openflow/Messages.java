package net.beaconcontroller.openflow;

import java.util.Arrays;

/** From bytes to messages and back. All methods may be called from any thread. */
public final class Messages {
    private Messages() {}

    /**
     * Reads the message that begins at {@code start}, in the version that its header names.
     *
     * @param length the length of the whole message, as its header says
     * @throws MalformedMessageException if the version's specification does not allow it
     */
    public static Message decode(byte[] array, int start, int length) {
        if (length < Header.LENGTH || length > array.length - start) {
            throw MalformedMessageException.badLength(
                    "a message of length=%d, needs %d to %d".formatted(length, Header.LENGTH, array.length - start));
        }
        int versionByte = Header.version(array, start);
        Version version = Version.ofWire(versionByte)
                .orElseThrow(() -> new MalformedMessageException(
                        MalformedMessageException.BAD_REQUEST,
                        MalformedMessageException.BAD_VERSION,
                        "version=0x%02x, known are 0x01 to 0x06".formatted(versionByte)));
        int typeByte = Header.type(array, start);
        MessageType type = MessageType.ofWire(version, typeByte)
                .orElseThrow(() -> new MalformedMessageException(
                        MalformedMessageException.BAD_REQUEST,
                        MalformedMessageException.BAD_TYPE,
                        "type=%d is not in OpenFlow %s".formatted(typeByte, version)));
        try {
            return body(type, new Reader(array, start + Header.LENGTH, start + length, version));
        } catch (MalformedMessageException e) {
            throw new MalformedMessageException(
                    e.errorType(),
                    e.errorCode(),
                    "%s of OpenFlow %s with length=%d: %s".formatted(type, version, length, e.getMessage()));
        }
    }

    /**
     * Reads a HELLO, which must be understood in whatever version it comes (OpenFlow 1.3.5 section 6.3.1): one that is later
     * than all that are known is read as the latest of them.
     *
     * @throws MalformedMessageException if its elements do not fit
     */
    public static Hello decodeHello(byte[] array, int start, int length) {
        int versionByte = Header.version(array, start);
        Version version = Version.ofWire(versionByte).orElse(versionByte == 0 ? Version.OF10 : Version.OF15);
        return Hello.read(new Reader(array, start + Header.LENGTH, start + length, version));
    }

    private static Message body(MessageType type, Reader in) {
        if (!isModelled(in.version()) && !isSameInAllVersions(type)) {
            return new Opaque(type, in.rest("body"));
        }
        return switch (type) {
            case HELLO -> Hello.read(in);
            case ERROR -> ErrorMessage.read(in);
            case ECHO_REQUEST -> EchoRequest.read(in);
            case ECHO_REPLY -> EchoReply.read(in);
            case EXPERIMENTER -> Experimenter.read(in);
            case FEATURES_REQUEST -> new FeaturesRequest();
            case FEATURES_REPLY -> FeaturesReply.read(in);
            case GET_CONFIG_REQUEST -> new GetConfigRequest();
            case GET_CONFIG_REPLY -> GetConfigReply.read(in);
            case SET_CONFIG -> SetConfig.read(in);
            case PACKET_IN -> PacketIn.read(in);
            case FLOW_REMOVED -> FlowRemoved.read(in);
            case PORT_STATUS -> PortStatus.read(in);
            case PACKET_OUT -> PacketOut.read(in);
            case FLOW_MOD -> FlowMod.read(in);
            case MULTIPART_REQUEST -> Multipart.readRequest(in);
            case MULTIPART_REPLY -> Multipart.readReply(in);
            case BARRIER_REQUEST -> new BarrierRequest();
            case BARRIER_REPLY -> new BarrierReply();
            default -> new Opaque(type, in.rest("body"));
        };
    }

    /** Whether this library knows how a version writes each message, not just what is the same in all. */
    static boolean isModelled(Version version) {
        return version == Version.OF10 || version == Version.OF13;
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
     * @throws UnsupportedByVersionException if the version cannot say it; the output is then as before
     */
    public static void encode(Message message, Version version, long xid, Writer out) {
        int type = message.type().wire(version);
        if (type < 0 || !(isModelled(version) || isSameInAllVersions(message.type()) || message instanceof Opaque)) {
            throw new UnsupportedByVersionException(message.type().name(), version);
        }
        int start = out.length();
        try {
            out.zeros(Header.LENGTH);
            body(message, version, out);
        } catch (RuntimeException e) {
            out.truncate(start);
            throw e;
        }
        out.commit(start, out.length(), version, type, xid);
    }

    /** The message alone, in the given version. */
    public static byte[] encode(Message message, Version version, long xid) {
        var out = new Writer(64);
        encode(message, version, xid, out);
        return Arrays.copyOf(out.array(), out.length());
    }

    private static void body(Message message, Version version, Writer out) {
        switch (message) {
            case Hello m -> m.write(out);
            case ErrorMessage m -> m.write(out);
            case EchoRequest m -> m.write(out);
            case EchoReply m -> m.write(out);
            case Experimenter m -> m.write(out, version);
            case FeaturesReply m -> m.write(out, version);
            case GetConfigReply m -> m.write(out);
            case SetConfig m -> m.write(out);
            case PacketIn m -> m.write(out, version);
            case FlowRemoved m -> m.write(out, version);
            case PortStatus m -> m.write(out, version);
            case PacketOut m -> m.write(out, version);
            case FlowMod m -> m.write(out, version);
            case DescRequest m -> m.write(out, version);
            case DescReply m -> m.write(out, version);
            case PortDescRequest m -> m.write(out, version);
            case PortDescReply m -> m.write(out, version);
            case Opaque m -> out.bytes(m.body());
            case FeaturesRequest _, GetConfigRequest _, BarrierRequest _, BarrierReply _ -> {}
        }
    }
}
