package net.beaconcontroller.openflow;

import static net.beaconcontroller.openflow.Wire.putInt;
import static net.beaconcontroller.openflow.Wire.putLong;
import static net.beaconcontroller.openflow.Wire.putShort;

import java.util.Arrays;

/**
 * A flow-mod that is written in place, OpenFlow 1.0 section 5.3.3 and 1.5.1 section 7.3.4. What is said is kept in fields, in
 * any order, and {@link #send()} writes all of it, in the largest pieces that there are: a check of the array's bounds costs
 * more than a store. What is not said has the value that means nothing special. Without actions, the flow drops its packets.
 *
 * <pre>
 *  1.0  8      48      56       58    60    62        64        68        70     72
 *       | match|cookie | command| idle| hard| priority|buffer_id| out_port| flags| actions ...
 *
 *  1.2+ 8       16    24    25       26    28    30        32        36        40         44     46   48
 *       | cookie| mask|table| command| idle| hard| priority|buffer_id| out_port| out_group| flags| -  | match, actions ...
 * </pre>
 */
public final class FlowModEncoder extends MessageEncoder {
    private static final int ACTIONS_10 = 72;
    private static final int MATCH_10 = 8;

    private static final int COOKIE = 8;
    private static final int TABLE_ID = 24;
    private static final int BUFFER_ID = 32;
    private static final int OUT_GROUP = 40;
    private static final int MATCH = 48;
    private static final int MATCH_HEADER = 4;
    private static final int INSTRUCTION_HEADER = 8;
    private static final int IPV6_LENGTH = 16;

    private static final int IN_PORT = Oxm.header(Field.IN_PORT);
    private static final int ETH_DST = Oxm.header(Field.ETH_DST);
    private static final int ETH_SRC = Oxm.header(Field.ETH_SRC);
    private static final int ETH_TYPE = Oxm.header(Field.ETH_TYPE);
    private static final int VLAN_VID = Oxm.header(Field.VLAN_VID);
    private static final int VLAN_PCP = Oxm.header(Field.VLAN_PCP);
    private static final int IP_DSCP = Oxm.header(Field.IP_DSCP);
    private static final int IP_PROTO = Oxm.header(Field.IP_PROTO);
    private static final int IPV4_SRC = Oxm.header(Field.IPV4_SRC);
    private static final int IPV4_DST = Oxm.header(Field.IPV4_DST);
    private static final int TCP_SRC = Oxm.header(Field.TCP_SRC);
    private static final int TCP_DST = Oxm.header(Field.TCP_DST);
    private static final int UDP_SRC = Oxm.header(Field.UDP_SRC);
    private static final int UDP_DST = Oxm.header(Field.UDP_DST);
    private static final int ICMPV4_TYPE = Oxm.header(Field.ICMPV4_TYPE);
    private static final int ICMPV4_CODE = Oxm.header(Field.ICMPV4_CODE);
    private static final int ICMPV6_TYPE = Oxm.header(Field.ICMPV6_TYPE);
    private static final int ICMPV6_CODE = Oxm.header(Field.ICMPV6_CODE);
    private static final int ARP_OP = Oxm.header(Field.ARP_OP);
    private static final int ARP_SPA = Oxm.header(Field.ARP_SPA);
    private static final int ARP_TPA = Oxm.header(Field.ARP_TPA);
    private static final int IPV6_SRC = Oxm.header(Field.IPV6_SRC);
    private static final int IPV6_DST = Oxm.header(Field.IPV6_DST);

    /** Says in {@link #vlan} that the frame has no tag. */
    public static final int NO_VLAN = -1;

    // What the match says, in {@code said}
    private static final int SAYS_IN_PORT = 1;
    private static final int SAYS_ETH_DST = 1 << 1;
    private static final int SAYS_ETH_SRC = 1 << 2;
    private static final int SAYS_VLAN = 1 << 3;
    private static final int SAYS_ETH_TYPE = 1 << 4;
    private static final int SAYS_DSCP = 1 << 5;
    private static final int SAYS_PROTOCOL = 1 << 6;
    private static final int SAYS_IPV4 = 1 << 7;
    private static final int SAYS_ARP = 1 << 8;
    private static final int SAYS_IPV6 = 1 << 9;
    private static final int SAYS_TRANSPORT = 1 << 10;
    private static final int SAYS_ICMP = 1 << 11;
    private static final int SAYS_ETHERNET = SAYS_IN_PORT | SAYS_ETH_DST | SAYS_ETH_SRC | SAYS_VLAN | SAYS_ETH_TYPE;
    private static final int SAYS_IPV4_HEADER = SAYS_DSCP | SAYS_PROTOCOL | SAYS_IPV4;

    private static final long MAC_MASK = (1L << 48) - 1;

    private int command;
    private long cookie;
    private int idleSeconds;
    private int hardSeconds;
    private int priority;
    private int flags;
    private long bufferId;

    private int said;
    /** The same, as OpenFlow 1.0 says it. */
    private int wildcards;

    private long inPort;
    private long ethDestination;
    private long ethSource;
    private int vlan;
    private int vlanPriority;
    private int ethType;
    private int dscp;
    /** In OpenFlow 1.0, ARP's operation too. */
    private int protocol;

    private int arpOperation;
    /** Of IPv4, and in OpenFlow 1.0 those of ARP; of ARP alone where both are said. */
    private long source;

    private long destination;
    private final byte[] ipv6 = new byte[2 * IPV6_LENGTH];
    /** Headers and values of the two fields behind IP's: ports, or type and code. */
    private int firstField;

    private int first;
    private int secondField;
    private int second;

    private long[] outputs = new long[4];
    private int outputCount;

    /** Writes flow-mods of this version to the end of this output. */
    public FlowModEncoder(Version version, Writer out) {
        super(MessageType.FLOW_MOD, version, out);
    }

    /**
     * Begins a flow-mod that matches every packet, as far as nothing else is said.
     *
     * @param xid the transaction id, 32 bits
     */
    public FlowModEncoder begin(FlowMod.Command newCommand, long xid) {
        begin(xid);
        command = newCommand.ordinal();
        cookie = 0;
        idleSeconds = 0;
        hardSeconds = 0;
        priority = FlowMod.DEFAULT_PRIORITY;
        flags = 0;
        bufferId = -1;
        said = 0;
        outputCount = 0;
        if (version10) {
            wildcards = Match10.WILD_ALL;
            inPort = 0;
            ethDestination = 0;
            ethSource = 0;
            vlan = 0;
            vlanPriority = 0;
            ethType = 0;
            dscp = 0;
            protocol = 0;
            source = 0;
            destination = 0;
            first = 0;
            second = 0;
        }
        return this;
    }

    /** The version that is written: some have no word for some fields. */
    public Version version() {
        return version;
    }

    /** 64 bits that come back with what the flow causes. */
    public FlowModEncoder cookie(long value) {
        cookie = value;
        return this;
    }

    /** 0 to 65535, of which the highest that matches wins; {@link FlowMod#DEFAULT_PRIORITY} if it is not said. */
    public FlowModEncoder priority(int value) {
        priority = value & 0xffff;
        return this;
    }

    /** The flow goes when it had no packet for this long, 1 to 65535; 0 for never. */
    public FlowModEncoder idleTimeoutSeconds(int value) {
        idleSeconds = value & 0xffff;
        return this;
    }

    /** The flow goes after this time, 1 to 65535; 0 for never. */
    public FlowModEncoder hardTimeoutSeconds(int value) {
        hardSeconds = value & 0xffff;
        return this;
    }

    /** OFPFF_ bits, such as {@link FlowMod#SEND_FLOW_REMOVED}. */
    public FlowModEncoder flags(int value) {
        flags = value & 0xffff;
        return this;
    }

    /** The flow is applied at once to the packet that the switch kept for this packet-in, if it kept it. */
    public FlowModEncoder buffer(PacketInView in) {
        bufferId = in.bufferId();
        return this;
    }

    /** The port that packets come in on, see {@link PortNumber}. */
    public FlowModEncoder inPort(long port) {
        inPort = version10 ? PortNumber.narrow(port) : port & 0xffff_ffffL;
        says(SAYS_IN_PORT, Match10.WILD_IN_PORT);
        return this;
    }

    /** The address that frames go to, in the low 48 bits. */
    public FlowModEncoder ethDestination(long mac) {
        ethDestination = mac & MAC_MASK;
        says(SAYS_ETH_DST, Match10.WILD_DL_DST);
        return this;
    }

    /** The address that frames come from, in the low 48 bits. */
    public FlowModEncoder ethSource(long mac) {
        ethSource = mac & MAC_MASK;
        says(SAYS_ETH_SRC, Match10.WILD_DL_SRC);
        return this;
    }

    /** The type of the payload, behind VLAN tags, 16 bits. */
    public FlowModEncoder ethType(int type) {
        ethType = type & 0xffff;
        says(SAYS_ETH_TYPE, Match10.WILD_DL_TYPE);
        return this;
    }

    /** A VLAN's id, 0 to 4095, with the tag's priority, 0 to 7; or {@link #NO_VLAN} for frames without a tag. */
    public FlowModEncoder vlan(int id, int tagPriority) {
        vlan = id;
        vlanPriority = id == NO_VLAN ? 0 : tagPriority;
        says(SAYS_VLAN, Match10.WILD_DL_VLAN | Match10.WILD_DL_VLAN_PCP);
        return this;
    }

    /** The upper six bits of the type of service, 0 to 63. Needs the Ethernet type of IPv4 or IPv6. */
    public FlowModEncoder ipDscp(int value) {
        dscp = value & 0x3f;
        says(SAYS_DSCP, Match10.WILD_NW_TOS);
        return this;
    }

    /** The IP protocol, 0 to 255. Needs the Ethernet type of IPv4 or IPv6. */
    public FlowModEncoder ipProtocol(int value) {
        protocol = value & 0xff;
        says(SAYS_PROTOCOL, Match10.WILD_NW_PROTO);
        return this;
    }

    /** Both addresses of IPv4, in the low 32 bits. Needs the Ethernet type. */
    public FlowModEncoder ipv4(long from, long to) {
        return addresses(from, to, SAYS_IPV4, 0);
    }

    /**
     * ARP's operation, 1 request or 2 reply, and the IPv4 addresses of sender and target, in the low 32 bits. Needs the
     * Ethernet type.
     */
    public FlowModEncoder arp(int operation, long sender, long target) {
        arpOperation = operation & 0xffff;
        if (version10) {
            protocol = operation & 0xff;
        }
        return addresses(sender, target, SAYS_ARP, Match10.WILD_NW_PROTO);
    }

    private FlowModEncoder addresses(long from, long to, int what, int wildcardToo) {
        source = from & 0xffff_ffffL;
        destination = to & 0xffff_ffffL;
        says(what, wildcardToo | Match10.WILD_NW_ADDRESSES);
        return this;
    }

    /** Both addresses of IPv6, 16 bytes each at these places of an array. Not in OpenFlow 1.0. */
    public FlowModEncoder ipv6(byte[] from, int sourceAt, int destinationAt) {
        requireNot10("match on IPv6 addresses");
        System.arraycopy(from, sourceAt, ipv6, 0, IPV6_LENGTH);
        System.arraycopy(from, destinationAt, ipv6, IPV6_LENGTH, IPV6_LENGTH);
        said |= SAYS_IPV6;
        return this;
    }

    /** Both ports of TCP, 0 to 65535. Needs the IP protocol. */
    public FlowModEncoder tcp(int from, int to) {
        return behindIp(SAYS_TRANSPORT, TCP_SRC, from, TCP_DST, to);
    }

    /** Both ports of UDP, 0 to 65535. Needs the IP protocol. */
    public FlowModEncoder udp(int from, int to) {
        return behindIp(SAYS_TRANSPORT, UDP_SRC, from, UDP_DST, to);
    }

    /** Type and code of ICMP for IPv4, 0 to 255. Needs the IP protocol. */
    public FlowModEncoder icmpv4(int type, int code) {
        return behindIp(SAYS_ICMP, ICMPV4_TYPE, type, ICMPV4_CODE, code);
    }

    /** Type and code of ICMP for IPv6, 0 to 255. Needs the IP protocol. Not in OpenFlow 1.0. */
    public FlowModEncoder icmpv6(int type, int code) {
        requireNot10("match on ICMPv6");
        return behindIp(SAYS_ICMP, ICMPV6_TYPE, type, ICMPV6_CODE, code);
    }

    private FlowModEncoder behindIp(int what, int oneField, int one, int otherField, int other) {
        firstField = oneField;
        first = one & 0xffff;
        secondField = otherField;
        second = other & 0xffff;
        says(what, Match10.WILD_TP_SRC | Match10.WILD_TP_DST);
        return this;
    }

    private void requireNot10(String what) {
        if (version10) {
            throw new UnsupportedByVersionException(what, version);
        }
    }

    private void says(int what, int notWild) {
        said |= what;
        wildcards &= ~notWild;
    }

    /** Sends the packets out of a port, see {@link PortNumber}; after another, out of that too. */
    public FlowModEncoder output(long port) {
        if (outputCount == outputs.length) {
            outputs = Arrays.copyOf(outputs, 2 * outputCount);
        }
        outputs[outputCount++] = version10 ? PortNumber.narrow(port) : port & 0xffff_ffffL;
        return this;
    }

    /** Takes the message into the connection's output. */
    public void send() {
        // Too long to be inlined, on purpose: with it, a listener and its callers exceed what the compiler takes into
        // one
        // unit, and it leaves the last accesses to arrays as calls, each of which is slower than all of this.
        requireBegun();
        if (!version10) {
            write();
            commit();
            return;
        }
        int at = reserve(ACTIONS_10 + outputCount * OUTPUT_LENGTH_10);
        byte[] to = array;
        int match = at + MATCH_10;
        putLong(to, match, (long) wildcards << 32 | inPort << 16 | ethSource >>> 32);
        putLong(to, match + 8, ethSource << 32 | ethDestination >>> 16);
        long tag = (vlan & 0xffffL) << 32 | (long) vlanPriority << 24; // NO_VLAN is 0xffff here
        putLong(to, match + 16, ethDestination << 48 | tag | ethType);
        putLong(to, match + 24, (long) dscp << 58 | (long) protocol << 48 | source);
        putLong(to, match + 32, destination << 32 | (long) first << 16 | second);
        putLong(to, match + 40, cookie);
        putLong(to, match + 48, (long) command << 48 | (long) idleSeconds << 32 | (long) hardSeconds << 16 | priority);
        putLong(to, match + 56, bufferId << 32 | 0xffff_0000L | flags);
        int action = at + ACTIONS_10;
        for (int i = 0; i < outputCount; i++) {
            putLong(to, action, output10(outputs[i]));
            action += OUTPUT_LENGTH_10;
        }
        end = action;
        commit();
    }

    private void write() {
        int at = reserve(ROOM + outputCount * OUTPUT_LENGTH);
        byte[] to = array;
        putLong(to, at + COOKIE, cookie);
        putLong(to, at + COOKIE + 8, 0);
        putLong(
                to,
                at + TABLE_ID,
                (long) command << 48 | (long) idleSeconds << 32 | (long) hardSeconds << 16 | priority);
        putLong(to, at + BUFFER_ID, bufferId << 32 | 0xffff_ffffL);
        putLong(to, at + OUT_GROUP, 0xffff_ffffL << 32 | (long) flags << 16);
        int fields = at + MATCH + MATCH_HEADER;
        int fieldsEnd = putNetwork(to, putEthernet(to, fields));
        int length = fieldsEnd - at - MATCH;
        putInt(to, at + MATCH, Match.TYPE_OXM << 16 | length);
        putLong(to, fieldsEnd, 0); // the padding
        int instruction = fieldsEnd + (-length & 7);
        int instructionLength = INSTRUCTION_HEADER + outputCount * OUTPUT_LENGTH;
        putLong(to, instruction, (long) InstructionKinds.APPLY_ACTIONS << 48 | (long) instructionLength << 32);
        end = instruction + INSTRUCTION_HEADER;
        for (int i = 0; i < outputCount; i++) {
            putOutput(outputs[i]);
        }
    }

    // Each of these writes OXM TLVs from a place on, and returns where they end. A store may reach into what comes
    // next.

    private int putEthernet(byte[] to, int from) {
        if ((said & SAYS_ETHERNET) == SAYS_ETHERNET && vlan == NO_VLAN) { // as in the flow of a packet without a tag
            putLong(to, from, (long) IN_PORT << 32 | inPort);
            putLong(to, from + 8, (long) ETH_DST << 32 | ethDestination >>> 16);
            putLong(to, from + 16, ethDestination << 48 | (ETH_SRC & 0xffff_ffffL) << 16 | ethSource >>> 32);
            putLong(to, from + 24, ethSource << 32 | (ETH_TYPE & 0xffff_ffffL));
            putLong(to, from + 32, (long) ethType << 48 | (VLAN_VID & 0xffff_ffffL) << 16);
            return from + 40;
        }
        int at = from;
        if ((said & SAYS_IN_PORT) != 0) {
            putLong(to, at, (long) IN_PORT << 32 | inPort);
            at += 8;
        }
        if ((said & SAYS_ETH_DST) != 0) {
            at = putMac(to, at, ETH_DST, ethDestination);
        }
        if ((said & SAYS_ETH_SRC) != 0) {
            at = putMac(to, at, ETH_SRC, ethSource);
        }
        if ((said & SAYS_ETH_TYPE) != 0) {
            at = putShortField(to, at, ETH_TYPE, ethType);
        }
        if ((said & SAYS_VLAN) == 0) {
            return at;
        }
        return vlan == NO_VLAN
                ? putShortField(to, at, VLAN_VID, 0)
                : putByteField(to, putShortField(to, at, VLAN_VID, Field.VLAN_PRESENT | vlan), VLAN_PCP, vlanPriority);
    }

    private int putNetwork(byte[] to, int from) {
        int at = from;
        if ((said & SAYS_IPV4_HEADER) == SAYS_IPV4_HEADER) {
            putLong(to, at, (long) IP_DSCP << 32 | (long) dscp << 24);
            putLong(to, at + 5, (long) IP_PROTO << 32 | (long) protocol << 24);
            putLong(to, at + 10, (long) IPV4_SRC << 32 | source);
            putLong(to, at + 18, (long) IPV4_DST << 32 | destination);
            at += 26;
        } else {
            at = putPartsOfNetwork(to, at);
        }
        if ((said & SAYS_TRANSPORT) != 0) {
            putLong(to, at, (long) firstField << 32 | (long) first << 16);
            putLong(to, at + 6, (long) secondField << 32 | (long) second << 16);
            return at + 12;
        }
        return (said & SAYS_ICMP) == 0
                ? at
                : putByteField(to, putByteField(to, at, firstField, first), secondField, second);
    }

    private int putPartsOfNetwork(byte[] to, int from) {
        int at = from;
        if ((said & SAYS_DSCP) != 0) {
            at = putByteField(to, at, IP_DSCP, dscp);
        }
        if ((said & SAYS_PROTOCOL) != 0) {
            at = putByteField(to, at, IP_PROTO, protocol);
        }
        if ((said & SAYS_ARP) != 0) {
            at = putAddresses(to, putShortField(to, at, ARP_OP, arpOperation), ARP_SPA, ARP_TPA);
        } else if ((said & SAYS_IPV4) != 0) {
            at = putAddresses(to, at, IPV4_SRC, IPV4_DST);
        }
        if ((said & SAYS_IPV6) != 0) {
            putInt(to, at, IPV6_SRC);
            System.arraycopy(ipv6, 0, to, at + 4, IPV6_LENGTH);
            putInt(to, at + 4 + IPV6_LENGTH, IPV6_DST);
            System.arraycopy(ipv6, IPV6_LENGTH, to, at + 8 + IPV6_LENGTH, IPV6_LENGTH);
            at += 8 + 2 * IPV6_LENGTH;
        }
        return at;
    }

    private int putAddresses(byte[] to, int at, int sourceField, int destinationField) {
        putLong(to, at, (long) sourceField << 32 | source);
        putLong(to, at + 8, (long) destinationField << 32 | destination);
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
