package net.beaconcontroller.openflow;

/**
 * The frame around multipart messages, OpenFlow 1.3.5 section 7.3.5; "statistics" in OpenFlow 1.0: a type, flags, and from
 * 1.1 on four bytes of padding. A type that this library does not read is kept whole as {@link Opaque}.
 */
final class Multipart {
    static final int DESC = 0;
    static final int PORT_DESC = 13;

    private static final int MORE = 1;

    private Multipart() {}

    static Message readRequest(Reader in) {
        var whole = in.copy();
        int type = in.u16("type");
        in.skip(in.isVersion10() ? 2 : 6, "flags");
        if (type == DESC) {
            return new DescRequest();
        }
        if (type == PORT_DESC && !in.isVersion10()) {
            return new PortDescRequest();
        }
        return new Opaque(MessageType.MULTIPART_REQUEST, whole.rest("body"));
    }

    static Message readReply(Reader in) {
        var whole = in.copy();
        int type = in.u16("type");
        boolean more = (in.u16("flags") & MORE) != 0;
        in.skip(in.isVersion10() ? 0 : 4, "pad");
        if (type == DESC) {
            return DescReply.read(in);
        }
        if (type == PORT_DESC && !in.isVersion10()) {
            return PortDescReply.read(in, more);
        }
        return new Opaque(MessageType.MULTIPART_REPLY, whole.rest("body"));
    }

    static void write(Writer out, Version version, int type, boolean more) {
        out.u16(type);
        out.u16(more ? MORE : 0);
        out.zeros(version == Version.OF10 ? 0 : 4);
    }
}
