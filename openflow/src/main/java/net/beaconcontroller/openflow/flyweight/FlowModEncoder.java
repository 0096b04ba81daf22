package net.beaconcontroller.openflow.flyweight;

import static net.beaconcontroller.net.ByteAccess.putInt;
import static net.beaconcontroller.net.ByteAccess.putLong;
import static net.beaconcontroller.net.ByteAccess.putMac;
import static net.beaconcontroller.net.ByteAccess.putShort;
import static net.beaconcontroller.openflow.match.OxmHeaders.ARP_OP;
import static net.beaconcontroller.openflow.match.OxmHeaders.ARP_SPA;
import static net.beaconcontroller.openflow.match.OxmHeaders.ARP_TPA;
import static net.beaconcontroller.openflow.match.OxmHeaders.ETH_DST;
import static net.beaconcontroller.openflow.match.OxmHeaders.ETH_SRC;
import static net.beaconcontroller.openflow.match.OxmHeaders.ETH_TYPE;
import static net.beaconcontroller.openflow.match.OxmHeaders.IN_PORT;
import static net.beaconcontroller.openflow.match.OxmHeaders.IPV4_DST;
import static net.beaconcontroller.openflow.match.OxmHeaders.IPV4_SRC;
import static net.beaconcontroller.openflow.match.OxmHeaders.IPV6_DST;
import static net.beaconcontroller.openflow.match.OxmHeaders.IPV6_SRC;
import static net.beaconcontroller.openflow.match.OxmHeaders.IP_DSCP;
import static net.beaconcontroller.openflow.match.OxmHeaders.IP_PROTO;
import static net.beaconcontroller.openflow.match.OxmHeaders.VLAN_PCP;
import static net.beaconcontroller.openflow.match.OxmHeaders.VLAN_VID;

import net.beaconcontroller.net.VlanId;
import net.beaconcontroller.openflow.MessageType;
import net.beaconcontroller.openflow.PortNumber;
import net.beaconcontroller.openflow.UnsupportedByVersionException;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.Writer;
import net.beaconcontroller.openflow.action.InstructionTypes;
import net.beaconcontroller.openflow.match.Field;
import net.beaconcontroller.openflow.match.Match;
import net.beaconcontroller.openflow.match.Match10;
import net.beaconcontroller.openflow.match.OxmHeaders;
import net.beaconcontroller.openflow.message.FlowBuilder;
import net.beaconcontroller.openflow.message.FlowMod;

/**
 * An encoder of flow-mods, OpenFlow 1.0 section 5.3.3 and 1.5.1 section 7.3.4. Properties are kept in fields until
 * {@link #send()} writes them to the connection's output, in stores of eight bytes where possible, because the bounds
 * check costs more than the store. Encoding allocates nothing.
 *
 * <pre>
 *  1.0  8      48      56       58    60    62        64        68        70     72
 *       | match|cookie | command| idle| hard| priority|buffer_id| out_port| flags| actions ...
 *
 *  1.2+ 8       16    24    25       26    28    30        32        36        40         44     46  48
 *       | cookie| mask|table| command| idle| hard| priority|buffer_id| out_port| out_group| flags| - | match, actions
 * </pre>
 */
public final class FlowModEncoder extends MessageEncoder implements FlowBuilder<FlowModEncoder> {
    private static final int ACTIONS_10 = 72;
    private static final int MATCH_10 = 8;

    /** Maximum length up to the actions. */
    private static final int LONGEST = 384;

    private static final int COOKIE = 8;
    private static final int TABLE_ID = 24;
    private static final int BUFFER_ID = 32;
    private static final int OUT_GROUP = 40;
    private static final int MATCH = 48;
    private static final int MATCH_HEADER = 4;
    private static final int INSTRUCTION_HEADER = 8;
    private static final int IPV6_LENGTH = 16;

    // A bitmap records which match fields are present: the inverted wildcards of OpenFlow 1.0, and above them bits for
    // the fields that OpenFlow 1.0 does not distinguish.
    private static final int HAS_IN_PORT = Match10.WILD_IN_PORT;
    private static final int HAS_ETH_DST = Match10.WILD_DL_DST;
    private static final int HAS_ETH_SRC = Match10.WILD_DL_SRC;
    private static final int HAS_VLAN = Match10.WILD_DL_VLAN;
    private static final int HAS_TAG_PRIORITY = Match10.WILD_DL_VLAN_PCP;
    private static final int HAS_ETH_TYPE = Match10.WILD_DL_TYPE;
    private static final int HAS_DSCP = Match10.WILD_NW_TOS;
    private static final int HAS_PROTOCOL = Match10.WILD_NW_PROTO;
    private static final int HAS_ADDRESSES = Match10.WILD_NW_ADDRESSES;
    private static final int HAS_PORTS = Match10.WILD_TP_SRC | Match10.WILD_TP_DST;
    private static final int HAS_ARP = 1 << 22;
    private static final int HAS_IPV6 = 1 << 23;
    private static final int HAS_ICMP = 1 << 24;
    private static final int HAS_IPV4_HEADER = HAS_DSCP | HAS_PROTOCOL | HAS_ADDRESSES;

    private static final long MAC_MASK = (1L << 48) - 1;
    private static final int NO_TAG = Match10.VLAN_NONE << 16;

    private static final long TCP_PORTS = twoFields(OxmHeaders.TCP_SRC, OxmHeaders.TCP_DST);
    private static final long UDP_PORTS = twoFields(OxmHeaders.UDP_SRC, OxmHeaders.UDP_DST);
    private static final long ICMPV4 = twoFields(OxmHeaders.ICMPV4_TYPE, OxmHeaders.ICMPV4_CODE);
    private static final long ICMPV6 = twoFields(OxmHeaders.ICMPV6_TYPE, OxmHeaders.ICMPV6_CODE);

    private long cookie;
    /** The command, both timeouts and the priority, as encoded in all versions. */
    private long commandToPriority;

    private int flags;
    private long bufferId;

    private int present;
    private long inPort;
    private long ethDestination;
    private long ethSource;
    /** VLAN id in the upper half, priority in the byte below, or {@link #NO_TAG}. */
    private int tag;

    private int ethType;
    private int dscp;
    /** IP protocol, or the ARP opcode in OpenFlow 1.0. */
    private int protocol;

    private int arpOperation;
    /** Addresses of IPv4 or ARP, the source in the upper half. */
    private long addresses;

    private final byte[] ipv6 = new byte[2 * IPV6_LENGTH];
    /** OXM headers and values of the two transport fields: ports, or type and code. */
    private long portFields;

    private int ports;

    /** Encodes the packet-out for packets that the switch has not buffered. */
    private final PacketOutEncoder packetOut;

    /** Creates an encoder that appends flow-mods of this version to the output. */
    public FlowModEncoder(Version version, Writer out) {
        super(MessageType.FLOW_MOD, version, out);
        packetOut = new PacketOutEncoder(version, out);
    }

    /**
     * Begins a flow-mod that matches all packets until match fields are set.
     *
     * @param xid the transaction id, 32 bits
     */
    public FlowModEncoder begin(FlowMod.Command newCommand, long xid) {
        begin(xid);
        cookie = 0;
        commandToPriority = (long) newCommand.ordinal() << 48 | FlowMod.DEFAULT_PRIORITY;
        flags = 0;
        bufferId = -1;
        // OpenFlow 1.0 section 5.2.3: wildcarded fields should be zero.
        present = 0;
        inPort = 0;
        ethDestination = 0;
        ethSource = 0;
        tag = 0;
        ethType = 0;
        dscp = 0;
        protocol = 0;
        addresses = 0;
        ports = 0;
        return this;
    }

    /** Returns the version of the encoded messages. */
    public Version version() {
        return version;
    }

    @Override
    public FlowModEncoder cookie(long value) {
        cookie = value;
        return this;
    }

    @Override
    public FlowModEncoder tableId(int value) {
        if (version10 && value != 0) {
            throw new UnsupportedByVersionException("table_id=" + value, version);
        }
        commandToPriority = (commandToPriority & ~(0xffL << 56)) | ((value & 0xffL) << 56);
        return this;
    }

    @Override
    public FlowModEncoder priority(int value) {
        commandToPriority = with(value, 0);
        return this;
    }

    @Override
    public FlowModEncoder idleTimeoutSeconds(int value) {
        commandToPriority = with(value, 32);
        return this;
    }

    @Override
    public FlowModEncoder hardTimeoutSeconds(int value) {
        commandToPriority = with(value, 16);
        return this;
    }

    private long with(int value, int shift) {
        return (commandToPriority & ~(0xffffL << shift)) | ((value & 0xffffL) << shift);
    }

    @Override
    public FlowModEncoder flags(int value) {
        flags = value & 0xffff;
        return this;
    }

    @Override
    public FlowModEncoder bufferId(long value) {
        bufferId = value;
        return this;
    }

    @Override
    public FlowModEncoder inPort(long port) {
        inPort = version10 ? PortNumber.narrow(port) : port & 0xffff_ffffL;
        present |= HAS_IN_PORT;
        return this;
    }

    @Override
    public FlowModEncoder ethDestination(long mac) {
        ethDestination = mac & MAC_MASK;
        present |= HAS_ETH_DST;
        return this;
    }

    @Override
    public FlowModEncoder ethSource(long mac) {
        ethSource = mac & MAC_MASK;
        present |= HAS_ETH_SRC;
        return this;
    }

    @Override
    public FlowModEncoder ethType(int type) {
        ethType = type & 0xffff;
        present |= HAS_ETH_TYPE;
        return this;
    }

    @Override
    public FlowModEncoder vlan(int id) {
        tag = id == VlanId.NONE ? NO_TAG : id << 16;
        present = (present & ~HAS_TAG_PRIORITY) | HAS_VLAN;
        return this;
    }

    @Override
    public FlowModEncoder vlan(int id, int tagPriority) {
        if (id == VlanId.NONE) {
            return vlan(VlanId.NONE);
        }
        tag = id << 16 | tagPriority << 8;
        present |= HAS_VLAN | HAS_TAG_PRIORITY;
        return this;
    }

    @Override
    public FlowModEncoder ipDscp(int value) {
        dscp = value & 0x3f;
        present |= HAS_DSCP;
        return this;
    }

    @Override
    public FlowModEncoder ipProtocol(int value) {
        protocol = value & 0xff;
        present |= HAS_PROTOCOL;
        return this;
    }

    @Override
    public FlowModEncoder ipv4(long from, long to) {
        addresses = from << 32 | (to & 0xffff_ffffL);
        present |= HAS_ADDRESSES;
        return this;
    }

    @Override
    public FlowModEncoder arp(int operation, long sender, long target) {
        arpOperation = operation & 0xffff;
        if (version10) {
            ipProtocol(operation);
        }
        present |= HAS_ARP;
        return ipv4(sender, target);
    }

    @Override
    public FlowModEncoder ipv6(byte[] from, int sourceAt, int destinationAt) {
        requireNot10("match on IPv6 addresses");
        System.arraycopy(from, sourceAt, ipv6, 0, IPV6_LENGTH);
        System.arraycopy(from, destinationAt, ipv6, IPV6_LENGTH, IPV6_LENGTH);
        present |= HAS_IPV6;
        return this;
    }

    @Override
    public FlowModEncoder tcp(int from, int to) {
        return transport(HAS_PORTS, TCP_PORTS, from, to);
    }

    @Override
    public FlowModEncoder udp(int from, int to) {
        return transport(HAS_PORTS, UDP_PORTS, from, to);
    }

    @Override
    public FlowModEncoder icmpv4(int type, int code) {
        return transport(HAS_PORTS | HAS_ICMP, ICMPV4, type, code);
    }

    @Override
    public FlowModEncoder icmpv6(int type, int code) {
        requireNot10("match on ICMPv6");
        return transport(HAS_PORTS | HAS_ICMP, ICMPV6, type, code);
    }

    private FlowModEncoder transport(int bits, long fields, int first, int second) {
        portFields = fields;
        ports = first << 16 | (second & 0xffff);
        present |= bits;
        return this;
    }

    private static long twoFields(int first, int second) {
        return (long) first << 32 | Integer.toUnsignedLong(second);
    }

    private void requireNot10(String feature) {
        if (version10) {
            throw new UnsupportedByVersionException(feature, version);
        }
    }

    @Override
    public FlowModEncoder output(long port) {
        addOutput(port);
        return this;
    }

    @Override
    public FlowModEncoder drop() {
        removeActions();
        return this;
    }

    /**
     * Appends the message to the connection's output, and applies its actions to a packet as well. If the switch has
     * buffered the packet, the flow-mod names the buffer; else a packet-out with the same transaction id carries the
     * packet back. A flow that drops its packets drops this one.
     *
     * @param in the packet-in of the packet
     */
    public void sendAndForward(PacketInView in) {
        bufferId = in.bufferId();
        send();
        if (!in.isBuffered() && hasActions()) {
            packetOut.begin(in, xid()).sendLike(this);
        }
    }

    /** Appends the message to the connection's output. */
    public void send() {
        // One method for all versions on purpose: it is too long for the JIT compiler to inline. If the compiler
        // inlined it into a listener and its callers, they would exceed the size of a compilation unit, and the last
        // stores would remain calls, which cost more than this method.
        requireBegun();
        int actionsLength = actionsLength();
        int at = out.reserve(LONGEST + actionsLength);
        byte[] to = out.array();
        if (version10) {
            int match = at + MATCH_10;
            putLong(to, match, (long) (~present & Match10.WILD_ALL) << 32 | inPort << 16 | ethSource >>> 32);
            putLong(to, match + 8, ethSource << 32 | ethDestination >>> 16);
            putLong(to, match + 16, ethDestination << 48 | (tag & 0xffff_ffffL) << 16 | ethType);
            putLong(to, match + 24, (long) dscp << 58 | (long) protocol << 48 | addresses >>> 32);
            putLong(to, match + 32, addresses << 32 | (ports & 0xffff_ffffL));
            putLong(to, match + 40, cookie);
            putLong(to, match + 48, commandToPriority);
            putLong(to, match + 56, bufferId << 32 | 0xffff_0000L | flags);
            commit(at, putActions(to, at + ACTIONS_10));
            return;
        }
        putLong(to, at + COOKIE, cookie);
        putLong(to, at + COOKIE + 8, 0);
        putLong(to, at + TABLE_ID, commandToPriority);
        putLong(to, at + BUFFER_ID, bufferId << 32 | 0xffff_ffffL);
        putLong(to, at + OUT_GROUP, 0xffff_ffffL << 32 | (long) flags << 16);
        int instruction = putMatch(to, at + MATCH);
        if (actionsLength == 0) {
            commit(at, instruction);
            return;
        }
        int instructionLength = INSTRUCTION_HEADER + actionsLength;
        putLong(to, instruction, (long) InstructionTypes.APPLY_ACTIONS << 48 | (long) instructionLength << 32);
        commit(at, putActions(to, instruction + INSTRUCTION_HEADER));
    }

    private boolean has(int bits) {
        return (present & bits) == bits;
    }

    private int putMatch(byte[] to, int at) {
        int end = putNetwork(to, putEthernet(to, at + MATCH_HEADER));
        int length = end - at;
        putInt(to, at, Match.TYPE_OXM << 16 | length);
        // Padding.
        putLong(to, end, 0);
        return end + (-length & 7);
    }

    // Each of these methods writes OXM TLVs and returns the index after them. A store may extend beyond the TLV.

    private int putEthernet(byte[] to, int from) {
        int at = from;
        if (has(HAS_IN_PORT)) {
            putLong(to, at, (long) IN_PORT << 32 | inPort);
            at += 8;
        }
        if (has(HAS_ETH_DST)) {
            at = putMac(to, at, ETH_DST, ethDestination);
        }
        if (has(HAS_ETH_SRC)) {
            at = putMac(to, at, ETH_SRC, ethSource);
        }
        if (has(HAS_ETH_TYPE)) {
            at = putShortField(to, at, ETH_TYPE, ethType);
        }
        if (!has(HAS_VLAN)) {
            return at;
        }
        if (tag == NO_TAG) {
            return putShortField(to, at, VLAN_VID, 0);
        }
        at = putShortField(to, at, VLAN_VID, Field.VLAN_PRESENT | tag >>> 16);
        return has(HAS_TAG_PRIORITY) ? putByteField(to, at, VLAN_PCP, tag >>> 8) : at;
    }

    private int putNetwork(byte[] to, int from) {
        int at = from;
        if ((present & (HAS_IPV4_HEADER | HAS_ARP)) == HAS_IPV4_HEADER) {
            putLong(to, at, (long) IP_DSCP << 32 | (long) dscp << 24);
            putLong(to, at + 5, (long) IP_PROTO << 32 | (long) protocol << 24);
            at = putAddresses(to, at + 10, IPV4_SRC, IPV4_DST);
        } else {
            at = putPartialNetwork(to, at);
        }
        if (!has(HAS_PORTS)) {
            return at;
        }
        int firstField = (int) (portFields >>> 32);
        int secondField = (int) portFields;
        return has(HAS_ICMP)
                ? putByteField(to, putByteField(to, at, firstField, ports >>> 16), secondField, ports)
                : putShortField(to, putShortField(to, at, firstField, ports >>> 16), secondField, ports & 0xffff);
    }

    private int putPartialNetwork(byte[] to, int from) {
        int at = from;
        if (has(HAS_DSCP)) {
            at = putByteField(to, at, IP_DSCP, dscp);
        }
        if (has(HAS_PROTOCOL)) {
            at = putByteField(to, at, IP_PROTO, protocol);
        }
        if (has(HAS_ARP)) {
            at = putAddresses(to, putShortField(to, at, ARP_OP, arpOperation), ARP_SPA, ARP_TPA);
        } else if (has(HAS_ADDRESSES)) {
            at = putAddresses(to, at, IPV4_SRC, IPV4_DST);
        }
        if (has(HAS_IPV6)) {
            putInt(to, at, IPV6_SRC);
            System.arraycopy(ipv6, 0, to, at + 4, IPV6_LENGTH);
            putInt(to, at + 4 + IPV6_LENGTH, IPV6_DST);
            System.arraycopy(ipv6, IPV6_LENGTH, to, at + 8 + IPV6_LENGTH, IPV6_LENGTH);
            at += 8 + 2 * IPV6_LENGTH;
        }
        return at;
    }

    private int putAddresses(byte[] to, int at, int sourceField, int destinationField) {
        putLong(to, at, (long) sourceField << 32 | addresses >>> 32);
        putLong(to, at + 8, (long) destinationField << 32 | (addresses & 0xffff_ffffL));
        return at + 16;
    }

    private static int putMac(byte[] to, int at, int field, long mac) {
        putLong(to, at, (long) field << 32 | mac >>> 16);
        putShort(to, at + 8, (int) mac);
        return at + 10;
    }

    private static int putShortField(byte[] to, int at, int field, int value) {
        putLong(to, at, (long) field << 32 | (long) value << 16);
        return at + 6;
    }

    private static int putByteField(byte[] to, int at, int field, int value) {
        putLong(to, at, (long) field << 32 | (value & 0xffL) << 24);
        return at + 5;
    }
}
