package net.beaconcontroller.openflow.message;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.StringJoiner;
import net.beaconcontroller.openflow.Header;
import net.beaconcontroller.openflow.MessageType;
import net.beaconcontroller.openflow.PortNumber;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.action.ActionTypes;
import net.beaconcontroller.openflow.action.InstructionTypes;
import net.beaconcontroller.openflow.match.Match10;
import net.beaconcontroller.openflow.match.OxmHeaders;

/**
 * The message that an error refers to, as far as the data of the error shows it: at least the first 64 bytes of the
 * message, OpenFlow 1.5.1 section 7.5.4. Some switches send less, or nothing.
 *
 * @param xid the transaction id, 32 bits
 * @param inPort the ingress port of a packet-out; {@link PortNumber#ANY} if it is not visible, and for other messages
 * @param outputs the visible ports to which the actions of a packet-out, flow-mod or group-mod send packets, and the
 *     port of a port-mod
 * @param isComplete whether all actions of the message are visible
 */
public record RefusedMessage(MessageType type, long xid, long inPort, List<Long> outputs, boolean isComplete) {
    public RefusedMessage {
        outputs = List.copyOf(outputs);
    }

    /** Returns what an error shows of the message; empty if it does not show the header of a message. */
    public static Optional<RefusedMessage> of(ErrorMessage error, Version version) {
        byte[] data = error.data().toArray();
        int start = error.lengthBeforeMessage(version);
        if (data.length < start + Header.LENGTH || data[start] != version.wire()) {
            return Optional.empty();
        }
        return MessageType.ofWire(version, Byte.toUnsignedInt(data[start + 1])).map(type -> new Walk(
                        ByteBuffer.wrap(data, start, data.length - start).slice(), version)
                .message(type));
    }

    /** Returns the type and the visible ports, such as {@code PACKET_OUT in_port=3 output=1,FLOOD}. */
    @Override
    public String toString() {
        var text = new StringJoiner(" ").add(type.toString());
        if (inPort != PortNumber.ANY) {
            text.add("in_port=" + PortNumber.toString(inPort));
        }
        if (!outputs.isEmpty()) {
            var ports = new StringJoiner(",");
            outputs.forEach(port -> ports.add(PortNumber.toString(port)));
            text.add((type == MessageType.PORT_MOD ? "port=" : "output=") + ports + (isComplete ? "" : ",..."));
        }
        return text.toString();
    }

    /** A walk through the beginning of a message, which ends where the data ends. */
    private static final class Walk {
        private static final int TYPE_AND_LENGTH = 4;
        /** The length of an instruction before its actions, and the minimum length of an action. */
        private static final int EIGHT = 8;

        private static final int FLOW_MOD_MATCH = 48;
        private static final int BUCKET = 16;
        private static final int BUNDLED = 16;

        private final ByteBuffer data;
        private final Version version;
        private final boolean is10;
        private final boolean is15;
        private final List<Long> outputs = new ArrayList<>();
        private long inPort = PortNumber.ANY;

        Walk(ByteBuffer data, Version version) {
            this.data = data;
            this.version = version;
            this.is10 = version == Version.OF10;
            this.is15 = version.isAtLeast(Version.OF15);
        }

        RefusedMessage message(MessageType type) {
            if (type == MessageType.BUNDLE_ADD_MESSAGE) {
                return bundled();
            }
            boolean isComplete = true;
            try {
                walk(type, u16(2));
            } catch (IndexOutOfBoundsException _) {
                isComplete = false;
            }
            return new RefusedMessage(type, Integer.toUnsignedLong(data.getInt(4)), inPort, outputs, isComplete);
        }

        /** Returns the message in a bundle, or the one that adds it if that is not visible. */
        private RefusedMessage bundled() {
            long xid = Integer.toUnsignedLong(data.getInt(4));
            boolean isVisible = data.limit() >= BUNDLED + Header.LENGTH && data.get(BUNDLED) == version.wire();
            return (isVisible
                            ? MessageType.ofWire(version, data.get(BUNDLED + 1) & 0xff)
                            : Optional.<MessageType>empty())
                    .filter(type -> type != MessageType.BUNDLE_ADD_MESSAGE)
                    .map(type -> new Walk(data.slice(BUNDLED, data.limit() - BUNDLED), version).message(type))
                    .orElseGet(() ->
                            new RefusedMessage(MessageType.BUNDLE_ADD_MESSAGE, xid, PortNumber.ANY, List.of(), false));
        }

        private void walk(MessageType type, int length) {
            switch (type) {
                case PACKET_OUT -> packetOut();
                case FLOW_MOD -> flowMod(length);
                case GROUP_MOD -> groupMod(length);
                case PORT_MOD -> outputs.add(port(Header.LENGTH));
                default -> {}
            }
        }

        private void packetOut() {
            if (is15) {
                int actions = 16 + padded(u16(18));
                if (data.getInt(20) == OxmHeaders.IN_PORT) {
                    inPort = u32(24);
                }
                actions(actions, actions + u16(12));
            } else {
                inPort = port(12);
                int actions = is10 ? 16 : 24;
                actions(actions, actions + u16(is10 ? 14 : 16));
            }
        }

        private void flowMod(int length) {
            if (is10) {
                actions(Header.LENGTH + Match10.LENGTH + 24, length);
                return;
            }
            int at = FLOW_MOD_MATCH + padded(u16(FLOW_MOD_MATCH + 2));
            while (at < length) {
                int end = at + atLeast(EIGHT, u16(at + 2));
                if (u16(at) == InstructionTypes.APPLY_ACTIONS || u16(at) == InstructionTypes.WRITE_ACTIONS) {
                    actions(at + EIGHT, end);
                }
                at = end;
            }
        }

        private void groupMod(int length) {
            int at = is15 ? 24 : 16;
            int end = is15 ? at + u16(16) : length;
            while (at < end) {
                int next = at + atLeast(EIGHT, u16(at));
                if (is15) {
                    actions(at + EIGHT, at + EIGHT + u16(at + 2));
                } else {
                    actions(at + BUCKET, next);
                }
                at = next;
            }
        }

        private void actions(int from, int end) {
            int at = from;
            while (at < end) {
                int type = u16(at);
                if (type == ActionTypes.OUTPUT || (is10 && type == ActionTypes.ENQUEUE_10)) {
                    outputs.add(port(at + TYPE_AND_LENGTH));
                }
                at += atLeast(EIGHT, u16(at + 2));
            }
            if (at > data.limit()) {
                throw new IndexOutOfBoundsException(at);
            }
        }

        /** Returns a length. One that is too small would end in an endless loop; what follows it is not visible. */
        private static int atLeast(int minimum, int length) {
            if (length < minimum) {
                throw new IndexOutOfBoundsException(length);
            }
            return length;
        }

        private static int padded(int length) {
            return (length + 7) & ~7;
        }

        private long port(int at) {
            return is10 ? PortNumber.widen(u16(at)) : u32(at);
        }

        private int u16(int at) {
            return Short.toUnsignedInt(data.getShort(at));
        }

        private long u32(int at) {
            return Integer.toUnsignedLong(data.getInt(at));
        }
    }
}
