package net.beaconcontroller.openflow.action;

import java.util.List;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.NotationException;
import net.beaconcontroller.openflow.PortNumber;
import net.beaconcontroller.openflow.match.Oxm;
import net.beaconcontroller.openflow.wire.FieldVisitor;
import net.beaconcontroller.openflow.wire.Names;

/**
 * An action of a flow, a group bucket or a packet-out, OpenFlow 1.5.1 section 7.2.6 (OFPAT_). The actions of OpenFlow
 * 1.0, section 5.2.4, that set a header field are translated to {@link SetField}.
 */
public sealed interface Action {

    /**
     * Forwards the packet to a port, OpenFlow 1.5.1 section 7.2.6 (OFPAT_OUTPUT).
     *
     * @param port see {@link PortNumber}
     * @param maxLength the number of bytes to send to the controller, 0 to 65535; {@link #WHOLE_PACKET} for all.
     *     Controllers should ask for at most {@link #MAX_PACKET_IN}
     */
    record Output(long port, int maxLength) implements Action {
        /**
         * OFPCML_NO_BUFFER: the whole packet. In OpenFlow 1.2 and later, the switch then does not buffer the packet.
         */
        public static final int WHOLE_PACKET = 0xffff;

        /**
         * The number of bytes of a packet that fit into a packet-in with any match. With {@link #WHOLE_PACKET} and a
         * packet of about 64 KB, the message becomes longer than its header can state. Open vSwitch does not limit
         * packet-ins since version 2.7, and sends such a message with the lower 16 bits of its length.
         */
        public static final int MAX_PACKET_IN = 64_000;

        /** Creates an action that sends the whole packet; to the controller, {@link #MAX_PACKET_IN} bytes of it. */
        public Output(long port) {
            this(port, maxLengthFor(port));
        }

        /** Returns the length of an action that is created without one. */
        public static int maxLengthFor(long port) {
            return port == PortNumber.CONTROLLER ? MAX_PACKET_IN : WHOLE_PACKET;
        }

        static Output visit(FieldVisitor<Output> f) {
            long port = f.port("port", Output::port);
            return new Output(port, f.padAfter(f.u16("max_len", Output::maxLength), f.is10() ? 0 : 6));
        }

        @Override
        public String toString() {
            return ActionPrinter.action(this);
        }
    }

    /**
     * Forwards the packet to a queue of a port, OpenFlow 1.0 section 5.2.4 (OFPAT_ENQUEUE); OpenFlow 1.0 only, {@link
     * SetQueue} and {@link Output} later.
     *
     * @param port see {@link PortNumber}
     * @param queueId the number of the queue, 32 bits, unique within the port
     */
    record Enqueue(long port, long queueId) implements Action {
        static Enqueue visit(FieldVisitor<Enqueue> f) {
            return new Enqueue(f.padAfter(f.port("port", Enqueue::port), 6), f.u32("queue_id", Enqueue::queueId));
        }

        @Override
        public String toString() {
            return ActionPrinter.action(this);
        }
    }

    /**
     * Sets a header field, OpenFlow 1.5.1 section 7.2.6 (OFPAT_SET_FIELD); OpenFlow 1.2 and later. OpenFlow 1.0 has
     * actions for some fields (OFPAT_SET_VLAN_VID to OFPAT_SET_TP_DST).
     *
     * @param field the field and its new value; with a mask in OpenFlow 1.5 only
     */
    record SetField(Oxm field) implements Action {
        static SetField visit(FieldVisitor<SetField> f) {
            return new SetField(f.value("field", SetField::field, Oxm.CODEC));
        }

        @Override
        public String toString() {
            return ActionPrinter.action(this);
        }
    }

    /**
     * Copies bits of one field to another, OpenFlow 1.5.1 section 7.2.6 (OFPAT_COPY_FIELD); OpenFlow 1.5.
     *
     * @param bits the number of bits, 0 to 65535
     * @param sourceOffset the first bit of the source, from 0
     * @param targetOffset the first bit of the target, from 0
     * @param fields the 32-bit OXM headers of source and target, each followed by the 32-bit experimenter id in the
     *     experimenter class; with the padding
     */
    record CopyField(int bits, int sourceOffset, int targetOffset, Bytes fields) implements Action {
        static CopyField visit(FieldVisitor<CopyField> f) {
            return new CopyField(
                    f.u16("n_bits", CopyField::bits),
                    f.u16("src_offset", CopyField::sourceOffset),
                    f.padAfter(f.u16("dst_offset", CopyField::targetOffset), 2),
                    f.rest("oxm_ids", CopyField::fields));
        }

        @Override
        public String toString() {
            return ActionPrinter.action(this);
        }
    }

    /**
     * Pushes a VLAN tag, OpenFlow 1.5.1 section 7.2.6 (OFPAT_PUSH_VLAN); OpenFlow 1.1 and later.
     *
     * @param etherType the Ethernet type of the tag, 16 bits: 0x8100 or 0x88a8
     */
    record PushVlan(int etherType) implements Action {
        @Override
        public String toString() {
            return ActionPrinter.action(this);
        }
    }

    /** Pops the outermost VLAN tag, OpenFlow 1.5.1 section 7.2.6 (OFPAT_POP_VLAN); OFPAT_STRIP_VLAN in OpenFlow 1.0. */
    record PopVlan() implements Action {
        @Override
        public String toString() {
            return ActionPrinter.action(this);
        }
    }

    /**
     * Pushes an MPLS header, OpenFlow 1.5.1 section 7.2.6 (OFPAT_PUSH_MPLS); OpenFlow 1.1 and later.
     *
     * @param etherType the Ethernet type of the header, 16 bits: 0x8847 or 0x8848
     */
    record PushMpls(int etherType) implements Action {
        @Override
        public String toString() {
            return ActionPrinter.action(this);
        }
    }

    /**
     * Pops the outermost MPLS header, OpenFlow 1.5.1 section 7.2.6 (OFPAT_POP_MPLS); OpenFlow 1.1 and later.
     *
     * @param etherType the Ethernet type of the payload, 16 bits
     */
    record PopMpls(int etherType) implements Action {
        @Override
        public String toString() {
            return ActionPrinter.action(this);
        }
    }

    /**
     * Pushes a provider backbone bridge header, OpenFlow 1.5.1 section 7.2.6 (OFPAT_PUSH_PBB); OpenFlow 1.3 and later.
     *
     * @param etherType the Ethernet type of the header, 16 bits: 0x88e7
     */
    record PushPbb(int etherType) implements Action {
        @Override
        public String toString() {
            return ActionPrinter.action(this);
        }
    }

    /**
     * Pops the outermost provider backbone bridge header, OpenFlow 1.5.1 section 7.2.6 (OFPAT_POP_PBB); OpenFlow 1.3
     * and later.
     */
    record PopPbb() implements Action {
        @Override
        public String toString() {
            return ActionPrinter.action(this);
        }
    }

    /**
     * Sets the MPLS time to live, OpenFlow 1.5.1 section 7.2.6 (OFPAT_SET_MPLS_TTL); OpenFlow 1.1 and later.
     *
     * @param ttl 0 to 255
     */
    record SetMplsTtl(int ttl) implements Action {
        @Override
        public String toString() {
            return ActionPrinter.action(this);
        }
    }

    /** Decrements the MPLS time to live, OpenFlow 1.5.1 section 7.2.6 (OFPAT_DEC_MPLS_TTL); OpenFlow 1.1 and later. */
    record DecrementMplsTtl() implements Action {
        @Override
        public String toString() {
            return ActionPrinter.action(this);
        }
    }

    /**
     * Sets the time to live or hop limit of IP, OpenFlow 1.5.1 section 7.2.6 (OFPAT_SET_NW_TTL); OpenFlow 1.1 and
     * later.
     *
     * @param ttl 0 to 255
     */
    record SetIpTtl(int ttl) implements Action {
        @Override
        public String toString() {
            return ActionPrinter.action(this);
        }
    }

    /**
     * Decrements the time to live or hop limit of IP, OpenFlow 1.5.1 section 7.2.6 (OFPAT_DEC_NW_TTL); OpenFlow 1.1 and
     * later.
     */
    record DecrementIpTtl() implements Action {
        @Override
        public String toString() {
            return ActionPrinter.action(this);
        }
    }

    /**
     * Copies the time to live of the second header to the outermost, OpenFlow 1.5.1 section 7.2.6 (OFPAT_COPY_TTL_OUT);
     * OpenFlow 1.1 and later.
     */
    record CopyTtlOut() implements Action {
        @Override
        public String toString() {
            return ActionPrinter.action(this);
        }
    }

    /**
     * Copies the time to live of the outermost header to the second, OpenFlow 1.5.1 section 7.2.6 (OFPAT_COPY_TTL_IN);
     * OpenFlow 1.1 and later.
     */
    record CopyTtlIn() implements Action {
        @Override
        public String toString() {
            return ActionPrinter.action(this);
        }
    }

    /**
     * Sets the queue of the following {@link Output} actions, OpenFlow 1.5.1 section 7.2.6 (OFPAT_SET_QUEUE); OpenFlow
     * 1.1 and later.
     *
     * @param queueId the number of the queue, 32 bits, unique within the port
     */
    record SetQueue(long queueId) implements Action {
        static SetQueue visit(FieldVisitor<SetQueue> f) {
            return new SetQueue(f.u32("queue_id", SetQueue::queueId));
        }

        @Override
        public String toString() {
            return ActionPrinter.action(this);
        }
    }

    /**
     * Processes the packet through a group, OpenFlow 1.5.1 section 7.2.6 (OFPAT_GROUP); OpenFlow 1.1 and later.
     *
     * @param groupId 0 to 0xffffff00
     */
    record ToGroup(long groupId) implements Action {
        static ToGroup visit(FieldVisitor<ToGroup> f) {
            return new ToGroup(f.as(Names.GROUP).u32("group_id", ToGroup::groupId));
        }

        @Override
        public String toString() {
            return ActionPrinter.action(this);
        }
    }

    /**
     * Directs the packet to a meter, OpenFlow 1.5.1 section 7.2.6 (OFPAT_METER); OpenFlow 1.5, {@link
     * Instruction.ToMeter} earlier.
     *
     * @param meterId 1 to 0xffff0000
     */
    record ToMeter(long meterId) implements Action {
        static ToMeter visit(FieldVisitor<ToMeter> f) {
            return new ToMeter(f.u32("meter_id", ToMeter::meterId));
        }

        @Override
        public String toString() {
            return ActionPrinter.action(this);
        }
    }

    /**
     * An action of a vendor, OpenFlow 1.5.1 section 7.2.6 (OFPAT_EXPERIMENTER); OFPAT_VENDOR in OpenFlow 1.0.
     *
     * @param experimenter the 32-bit experimenter id
     * @param data a multiple of eight bytes, including the padding
     */
    record Experimenter(long experimenter, Bytes data) implements Action {
        static Experimenter visit(FieldVisitor<Experimenter> f) {
            return new Experimenter(
                    f.as(Names.HEX).u32("experimenter", Experimenter::experimenter),
                    f.rest("data", Experimenter::data));
        }

        @Override
        public String toString() {
            return ActionPrinter.action(this);
        }
    }

    /**
     * An action of a type that is unknown in its version, OpenFlow 1.5.1 section 7.2.6.
     *
     * @param type the OFPAT_ number in the version of the message, 16 bits
     * @param data the bytes after the length
     */
    record Unknown(int type, Bytes data) implements Action {
        static Unknown visit(FieldVisitor<Unknown> f) {
            return new Unknown(f.type(Unknown::type), f.rest("data", Unknown::data));
        }

        @Override
        public String toString() {
            return ActionPrinter.action(this);
        }
    }

    /**
     * Parses the {@code ovs-ofctl} notation, such as {@code dec_ttl,output:2}; see docs/openflow.md.
     *
     * @throws NotationException if the text is not a list of actions; it has the column
     */
    static List<Action> parse(String text) {
        return ActionParser.actions(text);
    }
}
