package net.beaconcontroller.openflow;

import static net.beaconcontroller.openflow.Wire.putInt;
import static net.beaconcontroller.openflow.Wire.putLong;
import static net.beaconcontroller.openflow.Wire.putMac;
import static net.beaconcontroller.openflow.Wire.putShort;

/**
 * Writes a flow-mod in place, OpenFlow 1.0 section 5.3.3 and 1.5.1 section 7.3.4: first what it matches, then its actions;
 * the rest at any time before {@link #send()}. What is not said has the value that means nothing special. Without actions,
 * the flow drops its packets.
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
    private static final int COOKIE_10 = 48;
    private static final int COMMAND_10 = 56;
    private static final int BUFFER_ID_10 = 64;
    private static final int ACTIONS_10 = 72;
    private static final int MATCH_10 = 8;

    private static final int COOKIE = 8;
    private static final int TABLE_ID = 24;
    private static final int BUFFER_ID = 32;
    private static final int OUT_GROUP = 40;
    private static final int MATCH = 48;
    private static final int MATCH_HEADER = 4;
    private static final int INSTRUCTION_HEADER = 8;

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

    private final int cookieAt;
    private final int idleAt;
    private final int hardAt;
    private final int priorityAt;
    private final int bufferIdAt;
    private final int flagsAt;
    private int wildcards;
    /** Where the apply-actions instruction begins, or in OpenFlow 1.0 the actions; 0 while the match is open. */
    private int actionsAt;

    /** Writes flow-mods of this version to the end of this output. */
    public FlowModEncoder(Version version, Writer out) {
        super(MessageType.FLOW_MOD, version, out);
        cookieAt = version10 ? COOKIE_10 : COOKIE;
        idleAt = (version10 ? COMMAND_10 : TABLE_ID) + 2;
        hardAt = idleAt + 2;
        priorityAt = hardAt + 2;
        bufferIdAt = version10 ? BUFFER_ID_10 : BUFFER_ID;
        flagsAt = version10 ? BUFFER_ID_10 + 6 : OUT_GROUP + 4;
    }

    /**
     * Begins a flow-mod that matches every packet, as far as nothing else is said.
     *
     * @param xid the transaction id, 32 bits
     */
    public FlowModEncoder begin(FlowMod.Command command, long xid) {
        actionsAt = 0;
        if (version10) {
            beginAt(ACTIONS_10, xid);
            wildcards = Match10.WILD_ALL;
            for (int at = start + MATCH_10; at <= start + COOKIE_10; at += 8) {
                putLong(array, at, 0);
            }
            putLong(array, start + COMMAND_10, (long) command.ordinal() << 48 | FlowMod.DEFAULT_PRIORITY);
            putLong(array, start + BUFFER_ID_10, 0xffffffff_ffff_0000L);
        } else {
            beginAt(MATCH + MATCH_HEADER, xid);
            putLong(array, start + COOKIE, 0);
            putLong(array, start + COOKIE + 8, 0);
            putLong(array, start + TABLE_ID, (long) command.ordinal() << 48 | FlowMod.DEFAULT_PRIORITY);
            putLong(array, start + BUFFER_ID, -1);
            putLong(array, start + OUT_GROUP, 0xffffffff_0000_0000L);
        }
        return this;
    }

    /** The version that is written: some have no word for some fields. */
    public Version version() {
        return version;
    }

    /** 64 bits that come back with what the flow causes. */
    public FlowModEncoder cookie(long value) {
        putLong(array, start + cookieAt, value);
        return this;
    }

    /** 0 to 65535, of which the highest that matches wins; {@link FlowMod#DEFAULT_PRIORITY} if it is not said. */
    public FlowModEncoder priority(int value) {
        putShort(array, start + priorityAt, value);
        return this;
    }

    /** The flow goes when it had no packet for this long, 1 to 65535; 0 for never. */
    public FlowModEncoder idleTimeoutSeconds(int value) {
        putShort(array, start + idleAt, value);
        return this;
    }

    /** The flow goes after this time, 1 to 65535; 0 for never. */
    public FlowModEncoder hardTimeoutSeconds(int value) {
        putShort(array, start + hardAt, value);
        return this;
    }

    /** OFPFF_ bits, such as {@link FlowMod#SEND_FLOW_REMOVED}. */
    public FlowModEncoder flags(int value) {
        putShort(array, start + flagsAt, value);
        return this;
    }

    /** The flow is applied at once to the packet that the switch kept for this packet-in, if it kept it. */
    public FlowModEncoder buffer(PacketInView in) {
        putInt(array, start + bufferIdAt, (int) in.bufferId());
        return this;
    }

    /** The port that packets come in on, see {@link PortNumber}. */
    public FlowModEncoder inPort(long port) {
        if (version10) {
            putShort(array, match10(Match10.WILD_IN_PORT) + Match10.IN_PORT, PortNumber.narrow(port));
        } else {
            putInt(array, oxm(IN_PORT), (int) port);
        }
        return this;
    }

    /** The address that frames go to, in the low 48 bits. */
    public FlowModEncoder ethDestination(long mac) {
        putMac(array, version10 ? match10(Match10.WILD_DL_DST) + Match10.DL_DST : oxm(ETH_DST), mac);
        return this;
    }

    /** The address that frames come from, in the low 48 bits. */
    public FlowModEncoder ethSource(long mac) {
        putMac(array, version10 ? match10(Match10.WILD_DL_SRC) + Match10.DL_SRC : oxm(ETH_SRC), mac);
        return this;
    }

    /** The type of the payload, behind VLAN tags, 16 bits. */
    public FlowModEncoder ethType(int type) {
        putShort(array, version10 ? match10(Match10.WILD_DL_TYPE) + Match10.DL_TYPE : oxm(ETH_TYPE), type);
        return this;
    }

    /** A VLAN's id, 0 to 4095, with the tag's priority, 0 to 7; or {@link #NO_VLAN} for frames without a tag. */
    public FlowModEncoder vlan(int id, int priority) {
        if (version10) {
            int match = match10(Match10.WILD_DL_VLAN | Match10.WILD_DL_VLAN_PCP);
            putShort(array, match + Match10.DL_VLAN, id); // NO_VLAN is 0xffff here
            array[match + Match10.DL_VLAN_PCP] = (byte) (id == NO_VLAN ? 0 : priority);
        } else if (id == NO_VLAN) {
            putShort(array, oxm(VLAN_VID), 0);
        } else {
            putShort(array, oxm(VLAN_VID), Field.VLAN_PRESENT | id);
            array[oxm(VLAN_PCP)] = (byte) priority;
        }
        return this;
    }

    /** The upper six bits of the type of service, 0 to 63. Needs the Ethernet type of IPv4 or IPv6 before it. */
    public FlowModEncoder ipDscp(int dscp) {
        if (version10) {
            array[match10(Match10.WILD_NW_TOS) + Match10.NW_TOS] = (byte) (dscp << 2);
        } else {
            array[oxm(IP_DSCP)] = (byte) dscp;
        }
        return this;
    }

    /** The IP protocol, 0 to 255. Needs the Ethernet type of IPv4 or IPv6 before it. */
    public FlowModEncoder ipProtocol(int protocol) {
        array[version10 ? match10(Match10.WILD_NW_PROTO) + Match10.NW_PROTO : oxm(IP_PROTO)] = (byte) protocol;
        return this;
    }

    /** Both addresses of IPv4, in the low 32 bits. Needs the Ethernet type before it. */
    public FlowModEncoder ipv4(long source, long destination) {
        return addresses(IPV4_SRC, source, IPV4_DST, destination);
    }

    /**
     * ARP's operation, 1 request or 2 reply, and the IPv4 addresses of sender and target, in the low 32 bits. Needs the
     * Ethernet type before it.
     */
    public FlowModEncoder arp(int operation, long sender, long target) {
        if (version10) {
            array[match10(Match10.WILD_NW_PROTO) + Match10.NW_PROTO] = (byte) operation;
        } else {
            putShort(array, oxm(ARP_OP), operation);
        }
        return addresses(ARP_SPA, sender, ARP_TPA, target);
    }

    /** Both addresses of IPv6, 16 bytes each at these places of an array. Not in OpenFlow 1.0. */
    public FlowModEncoder ipv6(byte[] from, int sourceAt, int destinationAt) {
        if (version10) {
            throw new UnsupportedByVersionException("match on IPv6 addresses", version);
        }
        System.arraycopy(from, sourceAt, array, oxm(IPV6_SRC), 16);
        System.arraycopy(from, destinationAt, array, oxm(IPV6_DST), 16);
        return this;
    }

    /** Both ports of TCP, 0 to 65535. Needs the IP protocol before it. */
    public FlowModEncoder tcp(int source, int destination) {
        return ports(TCP_SRC, source, TCP_DST, destination);
    }

    /** Both ports of UDP, 0 to 65535. Needs the IP protocol before it. */
    public FlowModEncoder udp(int source, int destination) {
        return ports(UDP_SRC, source, UDP_DST, destination);
    }

    /** Type and code of ICMP for IPv4, 0 to 255. Needs the IP protocol before it. */
    public FlowModEncoder icmpv4(int type, int code) {
        return version10 ? ports(0, type, 0, code) : icmp(ICMPV4_TYPE, type, ICMPV4_CODE, code);
    }

    /** Type and code of ICMP for IPv6, 0 to 255. Needs the IP protocol before it. Not in OpenFlow 1.0. */
    public FlowModEncoder icmpv6(int type, int code) {
        if (version10) {
            throw new UnsupportedByVersionException("match on ICMPv6", version);
        }
        return icmp(ICMPV6_TYPE, type, ICMPV6_CODE, code);
    }

    /** Sends the packets out of a port, see {@link PortNumber}. Ends the match. */
    public FlowModEncoder output(long port) {
        if (actionsAt == 0) {
            endMatch();
        }
        putOutput(port);
        return this;
    }

    /** Takes the message into the connection's output. */
    public void send() {
        requireBegun();
        if (actionsAt == 0) {
            endMatch();
        }
        if (!version10) {
            putShort(array, actionsAt + 2, end - actionsAt);
        }
        commit();
    }

    private FlowModEncoder addresses(int sourceField, long source, int destinationField, long destination) {
        if (version10) {
            int match = match10(Match10.WILD_NW_BITS << Match10.WILD_NW_SRC_SHIFT
                    | Match10.WILD_NW_BITS << Match10.WILD_NW_DST_SHIFT);
            putInt(array, match + Match10.NW_SRC, (int) source);
            putInt(array, match + Match10.NW_DST, (int) destination);
        } else {
            putInt(array, oxm(sourceField), (int) source);
            putInt(array, oxm(destinationField), (int) destination);
        }
        return this;
    }

    private FlowModEncoder ports(int sourceField, int source, int destinationField, int destination) {
        if (version10) {
            int match = match10(Match10.WILD_TP_SRC | Match10.WILD_TP_DST);
            putShort(array, match + Match10.TP_SRC, source);
            putShort(array, match + Match10.TP_DST, destination);
        } else {
            putShort(array, oxm(sourceField), source);
            putShort(array, oxm(destinationField), destination);
        }
        return this;
    }

    private FlowModEncoder icmp(int typeField, int type, int codeField, int code) {
        array[oxm(typeField)] = (byte) type;
        array[oxm(codeField)] = (byte) code;
        return this;
    }

    /** Ends the match and begins the actions. */
    private void endMatch() {
        if (version10) {
            putInt(array, start + MATCH_10, wildcards);
            actionsAt = end;
            return;
        }
        int length = end - start - MATCH;
        putInt(array, start + MATCH, 1 << 16 | length);
        putLong(array, end, 0); // the padding
        actionsAt = end + (-length & 7);
        putLong(array, actionsAt, (long) InstructionKinds.APPLY_ACTIONS << 48);
        end = actionsAt + INSTRUCTION_HEADER;
    }

    /** Where OpenFlow 1.0's match begins, of which the fields with these wildcard bits now count. */
    private int match10(int bits) {
        requireOpenMatch();
        wildcards &= ~bits;
        return start + MATCH_10;
    }

    /** Appends an OXM TLV and returns where its value goes. */
    private int oxm(int header) {
        requireOpenMatch();
        int at = end;
        putInt(array, at, header);
        end = at + Oxm.HEADER_LENGTH + (header & 0xff);
        return at + Oxm.HEADER_LENGTH;
    }

    private void requireOpenMatch() {
        if (actionsAt != 0) {
            throw new IllegalStateException("the match comes before the actions");
        }
    }
}
