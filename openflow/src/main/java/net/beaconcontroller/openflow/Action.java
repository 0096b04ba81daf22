package net.beaconcontroller.openflow;

import java.util.ArrayList;
import java.util.List;

/**
 * What a switch does with a packet, OpenFlow 1.3.5 section 7.2.5. OpenFlow 1.0's actions that set a header field are {@link
 * SetField}s here.
 */
public sealed interface Action {

    /**
     * Sends the packet out of a port.
     *
     * @param port see {@link PortNumber}
     * @param maxLength how many bytes to send where the port is CONTROLLER; {@link #WHOLE_PACKET} for all
     */
    record Output(long port, int maxLength) implements Action {
        /** OFPCML_NO_BUFFER. */
        public static final int WHOLE_PACKET = 0xffff;

        public Output(long port) {
            this(port, WHOLE_PACKET);
        }
    }

    /** Sets a header field; the {@link Oxm} has no mask. */
    record SetField(Oxm field) implements Action {}

    /** Pushes a VLAN tag with this Ethernet type, 0x8100 as a rule. */
    record PushVlan(int etherType) implements Action {}

    /** Takes the outermost VLAN tag away. */
    record PopVlan() implements Action {}

    /** Hands the packet to a group; OpenFlow 1.1 and later. */
    record Group(long groupId) implements Action {}

    /** Any other: its number in the version it came in, and the bytes behind its length. */
    record Other(int wireType, Bytes body) implements Action {}

    int OUTPUT = 0;

    static List<Action> readList(Reader in) {
        var actions = new ArrayList<Action>();
        while (in.remaining() > 0) {
            int type = in.u16("action type");
            int length = in.u16("action length");
            if (length < 8 || length % 8 != 0) {
                throw new MalformedMessageException(
                        MalformedMessageException.BAD_ACTION,
                        MalformedMessageException.BAD_ACTION_LEN,
                        "action type=%d with length=%d, needs a multiple of 8".formatted(type, length));
            }
            Reader part = in.part(length - 4, "action of length=" + length);
            actions.add(in.isVersion10() ? Actions10.read(type, part) : Actions13.read(type, part));
        }
        return actions;
    }

    static void writeList(List<Action> actions, Writer out, Version version) {
        for (Action action : actions) {
            int start = out.length();
            if (version == Version.OF10) {
                Actions10.write(action, out);
            } else {
                Actions13.write(action, out);
            }
            out.padFrom(start);
            out.setU16(start + 2, out.length() - start);
        }
    }
}
