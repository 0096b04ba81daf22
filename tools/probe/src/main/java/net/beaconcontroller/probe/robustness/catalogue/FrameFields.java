package net.beaconcontroller.probe.robustness.catalogue;

import static net.beaconcontroller.net.ByteAccess.getUnsignedByte;
import static net.beaconcontroller.net.ByteAccess.getUnsignedShort;

import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.match.Field;
import net.beaconcontroller.openflow.match.Match;
import net.beaconcontroller.openflow.match.Oxm;
import net.beaconcontroller.packet.Ethernet;
import net.beaconcontroller.packet.Icmp;
import net.beaconcontroller.packet.Transport;

/**
 * The header fields that a frame has. A header that is cut, or whose lengths do not fit the frame, has no fields.
 * Written independently of the views of {@code packet}, whose errors it is to find.
 */
final class FrameFields {
    private static final int MAC = 6;
    private static final int MIN_ETHER_TYPE = 0x600;
    private static final int ARP_LENGTH = 28;
    private static final int IPV4_LENGTH = 20;
    private static final int IPV6_LENGTH = 40;
    private static final int FRAGMENT_OFFSET = 0x1fff;

    private final byte[] frame;
    private final Map<Field, Bytes> fields = new EnumMap<>(Field.class);

    private FrameFields(byte[] frame) {
        this.frame = frame;
    }

    /** Returns the fields of a frame, with the values that a match has. */
    static FrameFields of(byte[] frame) {
        var fields = new FrameFields(frame);
        fields.readEthernet();
        return fields;
    }

    /** Returns the value of a field; empty if the frame does not have it. */
    Optional<Bytes> get(Field field) {
        return Optional.ofNullable(fields.get(field));
    }

    /**
     * Returns whether a match has a header field that the frame does not have, or with another value. Zeros are no such
     * field: a switch reports a header that it could not read so.
     */
    boolean isInvented(Match match) {
        return match.fields().stream()
                .anyMatch(oxm -> oxm.field().filter(FrameFields::isHeaderField).isPresent() && isInvented(oxm));
    }

    private static boolean isHeaderField(Field field) {
        return field != Field.IN_PORT && field != Field.IN_PHY_PORT && field != Field.METADATA;
    }

    private boolean isInvented(Oxm oxm) {
        byte[] value = oxm.value().toArray();
        byte[] own = oxm.field().flatMap(this::get).orElse(Bytes.EMPTY).toArray();
        Bytes mask = oxm.mask();
        for (int i = 0; i < value.length; i++) {
            int bits = mask == null ? 0xff : mask.at(i);
            int right = i < own.length ? own[i] : 0;
            boolean isZero = (value[i] & bits) == 0;
            if (((value[i] ^ right) & bits) != 0 && !(isZero && own.length == 0)) {
                return true;
            }
        }
        return false;
    }

    private void readEthernet() {
        if (frame.length < Ethernet.HEADER_LENGTH) {
            return;
        }
        put(Field.ETH_DST, 0, MAC);
        put(Field.ETH_SRC, MAC, MAC);
        int at = 2 * MAC;
        int type = getUnsignedShort(frame, at);
        if (type == Ethernet.TYPE_VLAN || type == Ethernet.TYPE_QINQ) {
            if (frame.length < at + Ethernet.TAG_LENGTH + 2) {
                return;
            }
            int control = getUnsignedShort(frame, at + 2);
            fields.put(Field.VLAN_VID, Bytes.ofLong(Field.VLAN_PRESENT | (control & 0xfff), 2));
            fields.put(Field.VLAN_PCP, Bytes.ofLong(control >> 13, 1));
            at += Ethernet.TAG_LENGTH;
            type = getUnsignedShort(frame, at);
        }
        fields.put(Field.ETH_TYPE, Bytes.ofLong(type < MIN_ETHER_TYPE ? Ethernet.NO_TYPE : type, 2));
        at += 2;
        switch (type) {
            case Ethernet.TYPE_ARP -> readArp(at);
            case Ethernet.TYPE_IPV4 -> readIpv4(at);
            case Ethernet.TYPE_IPV6 -> readIpv6(at);
            default -> {}
        }
    }

    private void readArp(int at) {
        boolean isIpv4OnEthernet = frame.length >= at + ARP_LENGTH
                && getUnsignedShort(frame, at) == 1
                && getUnsignedShort(frame, at + 2) == Ethernet.TYPE_IPV4
                && getUnsignedShort(frame, at + 4) == 0x0604;
        if (isIpv4OnEthernet) {
            put(Field.ARP_OP, at + 6, 2);
            put(Field.ARP_SHA, at + 8, MAC);
            put(Field.ARP_SPA, at + 14, 4);
            put(Field.ARP_THA, at + 18, MAC);
            put(Field.ARP_TPA, at + 24, 4);
        }
    }

    private void readIpv4(int at) {
        if (frame.length < at + IPV4_LENGTH) {
            return;
        }
        int headerLength = (frame[at] & 0xf) * 4;
        int totalLength = getUnsignedShort(frame, at + 2);
        if (frame[at] >> 4 != 4
                || headerLength < IPV4_LENGTH
                || totalLength < headerLength
                || totalLength > frame.length - at) {
            return;
        }
        putTrafficClass(getUnsignedByte(frame, at + 1));
        put(Field.IP_PROTO, at + 9, 1);
        put(Field.IPV4_SRC, at + 12, 4);
        put(Field.IPV4_DST, at + 16, 4);
        if ((getUnsignedShort(frame, at + 6) & FRAGMENT_OFFSET) == 0) {
            readTransport(getUnsignedByte(frame, at + 9), at + headerLength, at + totalLength);
        }
    }

    private void readIpv6(int at) {
        if (frame.length < at + IPV6_LENGTH) {
            return;
        }
        int end = at + IPV6_LENGTH + getUnsignedShort(frame, at + 4);
        if ((frame[at] & 0xf0) != 0x60 || end > frame.length) {
            return;
        }
        putTrafficClass(getUnsignedShort(frame, at) >> 4 & 0xff);
        put(Field.IPV6_SRC, at + 8, 16);
        put(Field.IPV6_DST, at + 24, 16);
        put(Field.IP_PROTO, at + 6, 1);
        int protocol = getUnsignedByte(frame, at + 6);
        readTransport(protocol, at + IPV6_LENGTH, end);
        boolean isNeighborMessage = protocol == Icmp.V6 && end - at >= IPV6_LENGTH + 24;
        if (isNeighborMessage) {
            put(Field.IPV6_ND_TARGET, at + IPV6_LENGTH + 8, 16);
        }
    }

    private void putTrafficClass(int value) {
        fields.put(Field.IP_DSCP, Bytes.ofLong(value >> 2, 1));
        fields.put(Field.IP_ECN, Bytes.ofLong(value & 3, 1));
    }

    private void readTransport(int protocol, int at, int end) {
        int length = end - at;
        if (protocol == Transport.TCP && length >= Transport.TCP_HEADER_LENGTH) {
            put(Field.TCP_SRC, at, 2);
            put(Field.TCP_DST, at + 2, 2);
        } else if (protocol == Transport.UDP && length >= Transport.UDP_HEADER_LENGTH) {
            put(Field.UDP_SRC, at, 2);
            put(Field.UDP_DST, at + 2, 2);
        } else if ((protocol == Icmp.V4 || protocol == Icmp.V6) && length >= 4) {
            put(protocol == Icmp.V4 ? Field.ICMPV4_TYPE : Field.ICMPV6_TYPE, at, 1);
            put(protocol == Icmp.V4 ? Field.ICMPV4_CODE : Field.ICMPV6_CODE, at + 1, 1);
        }
    }

    private void put(Field field, int offset, int length) {
        fields.put(field, Bytes.of(frame, offset, length));
    }
}
