package net.beaconcontroller.emulator.datapath;

import static net.beaconcontroller.net.ByteAccess.getLong;
import static net.beaconcontroller.net.ByteAccess.getUnsignedByte;
import static net.beaconcontroller.net.ByteAccess.getUnsignedShort;
import static net.beaconcontroller.net.ByteAccess.putInt;
import static net.beaconcontroller.net.ByteAccess.putMac;
import static net.beaconcontroller.net.ByteAccess.putShort;

import java.util.Arrays;
import java.util.zip.CRC32C;
import net.beaconcontroller.net.HashMixing;
import net.beaconcontroller.net.InternetChecksum;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.match.Field;
import net.beaconcontroller.openflow.match.Oxm;
import net.beaconcontroller.packet.Arp;
import net.beaconcontroller.packet.Ethernet;
import net.beaconcontroller.packet.Icmp;
import net.beaconcontroller.packet.Ipv4;
import net.beaconcontroller.packet.Ipv6;
import net.beaconcontroller.packet.Transport;
import net.beaconcontroller.packet.TransportChecksum;

/**
 * A frame in the pipeline of a switch, with its match fields and the actions that modify it. The fields are extracted
 * once. A frame that is shared with other receivers is copied before it is modified, so that flooding copies nothing.
 * The object is reused for each frame. For the loop's thread.
 */
final class Packet {
    private static final int TAG = 12;
    private static final int TAG_CONTROL = TAG + 2;
    private static final int VLAN_ID = 0xfff;
    private static final int VLAN_PRIORITY = 0xe000;

    private static final int SCTP_CHECKSUM = 8;

    private static final int NONE = TransportChecksum.NONE;

    private final Ethernet ethernet = new Ethernet();
    private final long[] key = new long[HeaderFields.WORDS];
    private byte[] frame = {};
    private long inPort;
    private long metadata;
    /** Whether other objects refer to the array. */
    private boolean shared;
    /** Whether the frame was modified after the key was computed. */
    private boolean stale;

    /** The offset of the transport checksum if it covers the IP addresses, or {@link #NONE}. */
    private int transportChecksum;
    /** The offset of the TCP, UDP, SCTP or ICMP header, or {@link #NONE}. */
    private int transport;

    private int transportEnd;
    private int protocol;
    private boolean fragment;

    /** Wraps a frame of at least {@link Ethernet#HEADER_LENGTH} bytes. */
    void wrap(byte[] newFrame, long newInPort) {
        inPort = newInPort;
        metadata = 0;
        restore(newFrame);
    }

    /** Returns the current frame, which is not modified afterwards. */
    byte[] frame() {
        shared = true;
        return frame;
    }

    int length() {
        return frame.length;
    }

    long inPort() {
        return inPort;
    }

    /** Replaces the content of the frame. */
    void restore(byte[] content) {
        frame = content;
        shared = true;
        stale = true;
    }

    /** Returns the match fields in the layout of {@link HeaderFields}. */
    long[] key() {
        if (stale) {
            stale = false;
            takeApart();
        }
        return key;
    }

    long metadata() {
        return metadata;
    }

    void setMetadata(long value) {
        metadata = value;
        key[1] = value;
    }

    /** Whether this is a fragment of an IPv4 packet. */
    boolean isFragment() {
        key();
        return fragment;
    }

    /** Returns a hash that is equal for all packets of a connection in this direction. */
    int flowHash() {
        long[] words = key();
        long hash = 0;
        for (int i = 0; i < words.length; i++) {
            // Without the ingress port and the metadata.
            long word = i == 0 ? words[0] & 0xffff_ff00L : i == 1 ? 0 : words[i];
            hash = HashMixing.combine(hash, word);
        }
        return (int) (hash >>> 16);
    }

    private void takeApart() {
        ethernet.wrap(frame, 0, frame.length);
        Arrays.fill(key, 0);
        protocol = NONE;
        transport = NONE;
        transportChecksum = NONE;
        fragment = false;
        int tag = ethernet.isTagged() ? ethernet.vlanPriority() << 13 | Field.VLAN_PRESENT | ethernet.vlan() : 0;
        key[0] = inPort << 32 | (long) ethernet.type() << 16;
        key[1] = metadata;
        key[2] = ethernet.destination() << 16 | tag;
        key[3] = ethernet.source() << 16;
        Ipv4 ipv4 = ethernet.ipv4();
        Ipv6 ipv6 = ethernet.ipv6();
        Arp arp = ethernet.arp();
        if (ipv4 != null) {
            takeApart(ipv4);
        } else if (ipv6 != null) {
            takeApart(ipv6);
        } else if (arp != null) {
            takeApart(arp);
        }
    }

    private void takeApart(Ipv4 ip) {
        key[0] |= (long) ip.protocol() << 8 | ip.dscp() << 2 | ip.ecn();
        key[4] = ip.source() << 32 | ip.destination();
        protocol = ip.protocol();
        fragment = ip.isFragment();
        if (!ip.isLaterFragment()) {
            takeApartTransport(ip.payloadOffset(), ip.payloadOffset() + ip.payloadLength());
        }
    }

    private void takeApart(Ipv6 ip) {
        key[0] |= (long) ip.nextHeader() << 8 | ip.trafficClass();
        key[5] = getLong(frame, ip.sourceOffset());
        key[6] = getLong(frame, ip.sourceOffset() + Long.BYTES);
        key[7] = getLong(frame, ip.destinationOffset());
        key[8] = getLong(frame, ip.destinationOffset() + Long.BYTES);
        key[9] = ip.flowLabel();
        protocol = ip.nextHeader();
        takeApartTransport(ip.payloadOffset(), ip.payloadOffset() + ip.payloadLength());
    }

    private void takeApart(Arp arp) {
        key[4] = arp.senderIp() << 32 | arp.targetIp();
        key[5] = arp.senderMac();
        key[7] = arp.targetMac();
        key[9] = (long) arp.operation() << 48;
    }

    /** Extracts the transport fields. Those of fragments are 0, as in Open vSwitch. */
    private void takeApartTransport(int start, int end) {
        boolean icmp = protocol == icmpHere();
        int checksum = TransportChecksum.offset(protocol);
        boolean ports = protocol == Transport.TCP || protocol == Transport.UDP || protocol == MatchKey.SCTP;
        if ((!ports && !icmp) || end - start < (icmp ? 2 : 4)) {
            return;
        }
        transport = start;
        transportEnd = end;
        transportChecksum = checksum != NONE && end - start >= checksum + 2 ? start + checksum : NONE;
        if (!fragment) {
            long first = icmp ? getUnsignedByte(frame, start) : u16(start);
            long second = icmp ? getUnsignedByte(frame, start + 1) : u16(start + 2);
            key[9] |= first << 48 | second << 32;
        }
    }

    private int icmpHere() {
        return isIpv4() ? Icmp.V4 : Icmp.V6;
    }

    /**
     * Sets a field, OpenFlow 1.3.5 section 5.12. Does nothing if the packet does not have the field.
     *
     * @param version10 whether this is an action of OpenFlow 1.0, which sets the port of TCP, UDP and SCTP alike and
     *     adds a missing VLAN tag
     */
    void set(Oxm oxm, boolean version10) {
        Field field = oxm.field().orElseThrow();
        if (version10 && !isTagged() && (field == Field.VLAN_VID || field == Field.VLAN_PCP)) {
            pushVlan(Ethernet.TYPE_VLAN);
        }
        if (field == Field.METADATA) {
            setMetadata(valueOf(oxm, metadata));
        } else if (has(field, version10)) {
            set(field, oxm);
        }
    }

    private static long valueOf(Oxm oxm, long now) {
        long value = oxm.value().toLong();
        Bytes mask = oxm.mask();
        return mask == null ? value : (now & ~mask.toLong()) | (value & mask.toLong());
    }

    private void set(Field field, Oxm oxm) {
        switch (field) {
            case IPV4_SRC -> setIpAddress(Ipv4.SOURCE_OFFSET, oxm);
            case IPV4_DST -> setIpAddress(Ipv4.DESTINATION_OFFSET, oxm);
            case IPV6_SRC -> setIpAddress(Ipv6.SOURCE_OFFSET, oxm);
            case IPV6_DST -> setIpAddress(Ipv6.DESTINATION_OFFSET, oxm);
            default -> set(field, valueOf(oxm, HeaderFields.get(key(), field)));
        }
    }

    private void set(Field field, long value) {
        switch (field) {
            case ETH_DST -> putMac(writable(), 0, value);
            case ETH_SRC -> putMac(writable(), Ethernet.SOURCE_OFFSET, value);
            case VLAN_VID -> setBits(TAG_CONTROL, VLAN_ID, (int) value);
            case VLAN_PCP -> setBits(TAG_CONTROL, VLAN_PRIORITY, (int) value << 13);
            case IP_DSCP -> setTypeOfService((int) value << 2, 0xfc);
            case IP_ECN -> setTypeOfService((int) value, 3);
            case IPV6_FLABEL -> {
                setBits(ip(), 0xf, (int) value >> 16);
                set16(ip() + 2, (int) value);
            }
            case TCP_SRC, UDP_SRC, SCTP_SRC -> setTransport(transport, (int) value);
            case TCP_DST, UDP_DST, SCTP_DST -> setTransport(transport + 2, (int) value);
            case ICMPV4_TYPE, ICMPV6_TYPE -> setTransport(transport, mixed(u16(transport), 0xff00, (int) value << 8));
            case ICMPV4_CODE, ICMPV6_CODE -> setTransport(transport, mixed(u16(transport), 0xff, (int) value));
            case ARP_OP -> set16(ip() + Arp.OPERATION_OFFSET, (int) value);
            case ARP_SHA -> putMac(writable(), ip() + Arp.SENDER_MAC_OFFSET, value);
            case ARP_SPA -> putInt(writable(), ip() + Arp.SENDER_IP_OFFSET, (int) value);
            case ARP_THA -> putMac(writable(), ip() + Arp.TARGET_MAC_OFFSET, value);
            case ARP_TPA -> putInt(writable(), ip() + Arp.TARGET_IP_OFFSET, (int) value);
            default -> throw new IllegalArgumentException("not validated: set " + field);
        }
    }

    private boolean has(Field field, boolean version10) {
        key();
        return switch (field) {
            case VLAN_VID, VLAN_PCP -> ethernet.isTagged();
            case IP_DSCP, IP_ECN -> protocol != NONE;
            case IPV4_SRC, IPV4_DST -> protocol != NONE && isIpv4();
            case IPV6_SRC, IPV6_DST, IPV6_FLABEL -> protocol != NONE && !isIpv4();
            case TCP_SRC, TCP_DST ->
                transport != NONE && (version10 ? protocol != icmpHere() : protocol == Transport.TCP);
            case UDP_SRC, UDP_DST -> transport != NONE && protocol == Transport.UDP;
            case SCTP_SRC, SCTP_DST -> transport != NONE && protocol == MatchKey.SCTP;
            case ICMPV4_TYPE, ICMPV4_CODE -> transport != NONE && protocol == Icmp.V4 && isIpv4();
            case ICMPV6_TYPE, ICMPV6_CODE -> transport != NONE && protocol == Icmp.V6 && !isIpv4();
            case ARP_OP, ARP_SHA, ARP_SPA, ARP_THA, ARP_TPA -> ethernet.arp() != null;
            default -> true;
        };
    }

    private boolean isTagged() {
        key();
        return ethernet.isTagged();
    }

    private boolean isIpv4() {
        return ethernet.type() == Ethernet.TYPE_IPV4;
    }

    /** Returns the offset of the IP or ARP header. */
    private int ip() {
        return ethernet.payloadOffset();
    }

    private void setTypeOfService(int value, int bits) {
        int shift = isIpv4() ? 0 : 4;
        setInIp(ip(), mixed(u16(ip()), bits << shift, value << shift));
    }

    /** Sets an IPv4 or IPv6 address at an offset in the header. */
    private void setIpAddress(int offset, Oxm oxm) {
        Bytes mask = oxm.mask();
        for (int i = 0; i < oxm.value().length(); i += 2) {
            int at = ip() + offset + i;
            int word = word(oxm.value(), i);
            if (mask != null) {
                word = mixed(u16(at), word(mask, i), word);
            }
            adjustTransport(u16(at), word);
            setInIp(at, word);
        }
    }

    private static int word(Bytes value, int at) {
        return value.at(at) << 8 | value.at(at + 1);
    }

    private void setTransport(int at, int value) {
        adjustTransport(u16(at), value, transportChecksum);
        set16(at, value);
        if (protocol == MatchKey.SCTP && !fragment && transportEnd - transport >= SCTP_CHECKSUM + 4) {
            sumSctpUp();
        }
    }

    /** Recomputes the SCTP checksum, which is a CRC that cannot be adjusted: RFC 9260 appendix A. */
    private void sumSctpUp() {
        putInt(frame, transport + SCTP_CHECKSUM, 0);
        var crc = new CRC32C();
        crc.update(frame, transport, transportEnd - transport);
        putInt(frame, transport + SCTP_CHECKSUM, Integer.reverseBytes((int) crc.getValue()));
    }

    /**
     * Decrements the time to live or the hop limit.
     *
     * @return false if it has expired and the packet must be dropped
     */
    boolean decrementTimeToLive() {
        key();
        if (protocol == NONE) {
            return true;
        }
        int now = timeToLive();
        if (now <= 1) {
            return false;
        }
        setTimeToLive(now - 1);
        return true;
    }

    void setTimeToLive(int value) {
        key();
        if (protocol == NONE) {
            return;
        }
        if (isIpv4()) {
            setInIp(ip() + Ipv4.TIME_TO_LIVE_OFFSET, mixed(u16(ip() + Ipv4.TIME_TO_LIVE_OFFSET), 0xff00, value << 8));
        } else {
            setBits(ip() + Ipv6.NEXT_HEADER_OFFSET, 0xff, value);
        }
    }

    private int timeToLive() {
        return isIpv4() ? u16(ip() + Ipv4.TIME_TO_LIVE_OFFSET) >> 8 : u16(ip() + Ipv6.NEXT_HEADER_OFFSET) & 0xff;
    }

    /** Adds an outermost VLAN tag with the VLAN id and the priority of the previous one, or 0 if there was none. */
    void pushVlan(int etherType) {
        int control = isTagged() ? ethernet.vlanPriority() << 13 | ethernet.vlan() : 0;
        replaceTag(0, Ethernet.TAG_LENGTH);
        putShort(frame, TAG, etherType);
        putShort(frame, TAG_CONTROL, control);
    }

    /** Removes the outermost VLAN tag, if there is one. */
    void popVlan() {
        if (isTagged()) {
            replaceTag(Ethernet.TAG_LENGTH, 0);
        }
    }

    /** Replaces the bytes of a tag by a number of zeros. */
    private void replaceTag(int oldLength, int newLength) {
        byte[] content = new byte[frame.length - oldLength + newLength];
        System.arraycopy(frame, 0, content, 0, TAG);
        System.arraycopy(frame, TAG + oldLength, content, TAG + newLength, frame.length - TAG - oldLength);
        restore(content);
        shared = false;
    }

    private int u16(int at) {
        return getUnsignedShort(frame, at);
    }

    private void setBits(int at, int bits, int value) {
        set16(at, mixed(u16(at), bits, value));
    }

    /** Returns one value in the bits of the mask and the other value elsewhere. */
    private static int mixed(int other, int bits, int value) {
        return (other & ~bits) | (value & bits);
    }

    private void set16(int at, int value) {
        putShort(writable(), at, value);
    }

    /** Returns the frame for modification, after copying it if it is shared. */
    private byte[] writable() {
        if (shared) {
            frame = frame.clone();
            shared = false;
        }
        stale = true;
        return frame;
    }

    /** Sets two bytes of the IP header. IPv6 has no header checksum. */
    private void setInIp(int at, int value) {
        if (isIpv4()) {
            adjust(ip() + Ipv4.CHECKSUM_OFFSET, u16(at), value);
        }
        set16(at, value);
    }

    /** Adjusts the transport checksum for a changed word of the IP addresses. ICMP for IPv4 does not cover them. */
    private void adjustTransport(int old, int value) {
        boolean covered = protocol != Icmp.V4 || !isIpv4();
        adjustTransport(old, value, covered ? transportChecksum : NONE);
    }

    /** Adjusts a checksum. A UDP checksum of 0 means that there is none, RFC 768, and is kept. */
    private void adjustTransport(int old, int value, int checksum) {
        boolean udp = protocol == Transport.UDP;
        if (checksum == NONE || (udp && u16(checksum) == 0)) {
            return;
        }
        adjust(checksum, old, value);
        if (udp && u16(checksum) == 0) {
            set16(checksum, 0xffff);
        }
    }

    private void adjust(int checksum, int old, int value) {
        set16(checksum, InternetChecksum.update(u16(checksum), old, value));
    }
}
