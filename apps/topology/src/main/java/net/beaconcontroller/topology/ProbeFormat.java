package net.beaconcontroller.topology;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import net.beaconcontroller.net.ByteAccess;
import net.beaconcontroller.net.MacAddress;
import net.beaconcontroller.openflow.DatapathId;
import net.beaconcontroller.packet.Ethernet;
import net.beaconcontroller.packet.FrameBuilder;
import net.beaconcontroller.packet.Lldp;

/**
 * The wire format of probes. A direct probe is an LLDP frame (IEEE 802.1AB section 8) to the nearest-bridge address,
 * which bridges do not forward; an organizationally specific TLV (section 8.6) carries the probe. An indirect probe is
 * a broadcast with local experimental EtherType 1 (IEEE 802 section 9.2.3), because bridges would not forward LLDP; its
 * payload is the value of that TLV.
 *
 * <pre>
 *  LLDP       | chassis id | port id | time to live | type=127, length | value | end |
 *  broadcast  | value |
 *
 *  value      0          3     4             12    16     24          40
 *             | 00 26 e1 | 42  | datapath id | port | sent | signature |
 * </pre>
 *
 * The signature is HMAC-SHA-256, truncated to 128 bits (RFC 2104 section 5), over the kind of probe and the preceding
 * part of the value. Each instance generates a new key. Thread-safe.
 */
final class ProbeFormat {
    /** Local experimental EtherType 1. */
    static final int TYPE_BROADCAST = 0x88b5;

    private static final long NEAREST_BRIDGE = 0x0180_c200_000eL;

    private static final int TIME_TO_LIVE_SECONDS = 20;

    /** The OUI 00-26-e1, which is registered for OpenFlow, and a subtype with no other known use. */
    private static final int OUI_AND_SUBTYPE = 0x0026_e142;

    private static final int SIGNED_LENGTH = 24;
    private static final int SIGNATURE_LENGTH = 16;
    private static final int VALUE_LENGTH = SIGNED_LENGTH + SIGNATURE_LENGTH;
    private static final String ALGORITHM = "HmacSHA256";

    /** Initialized with the key. Each signature uses a clone, which takes a third of the time of a new instance. */
    private final Mac mac;

    /** The result of decoding a frame: a probe, or the reason why the frame is none. */
    sealed interface ReadResult permits Probe, ProbeOutcome {}

    ProbeFormat() {
        byte[] secret = new byte[32];
        new SecureRandom().nextBytes(secret);
        try {
            mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(secret, ALGORITHM));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("missing algorithm " + ALGORITHM, e);
        }
    }

    /**
     * Encodes a probe.
     *
     * @param source the Ethernet address of the port
     */
    byte[] frame(Probe probe, long source) {
        if (probe.kind() == Link.Kind.INDIRECT) {
            return FrameBuilder.ethernet(destination(probe.kind()), source)
                    .type(TYPE_BROADCAST)
                    .payload(value(probe))
                    .build();
        }
        byte[] chassisId = DatapathId.toString(probe.from().datapathId()).getBytes(US_ASCII);
        byte[] portId = Long.toString(probe.from().port()).getBytes(US_ASCII);
        return FrameBuilder.ethernet(destination(probe.kind()), source)
                .lldp(chassisId, portId, TIME_TO_LIVE_SECONDS)
                .tlv(Lldp.ORGANIZATION_SPECIFIC, value(probe))
                .build();
    }

    private byte[] value(Probe probe) {
        ByteBuffer value = ByteBuffer.allocate(VALUE_LENGTH)
                .putInt(OUI_AND_SUBTYPE)
                .putLong(probe.from().datapathId())
                .putInt((int) probe.from().port())
                .putLong(probe.sentNanos());
        return value.put(signature(probe.kind(), value.array(), 0)).array();
    }

    private byte[] signature(Link.Kind kind, byte[] array, int value) {
        try {
            Mac ofProbe = (Mac) mac.clone();
            ofProbe.update((byte) kind.ordinal());
            ofProbe.update(array, value, SIGNED_LENGTH);
            return Arrays.copyOf(ofProbe.doFinal(), SIGNATURE_LENGTH);
        } catch (CloneNotSupportedException e) {
            throw new IllegalStateException("algorithm %s cannot be cloned".formatted(ALGORITHM), e);
        }
    }

    /** Decodes a frame whose EtherType {@link Topology#mayBeProbe}. */
    ReadResult read(Ethernet frame) {
        ReadResult result = frame.type() == TYPE_BROADCAST
                ? read(Link.Kind.INDIRECT, frame.array(), frame.payloadOffset(), frame.payloadLength())
                : readLldp(frame);
        return result instanceof Probe probe && frame.destination() != destination(probe.kind())
                ? ProbeOutcome.MISADDRESSED
                : result;
    }

    /** Returns the group address to which probes are sent. Flows of applications forward a probe to another address. */
    private static long destination(Link.Kind kind) {
        return kind == Link.Kind.DIRECT ? NEAREST_BRIDGE : MacAddress.BROADCAST;
    }

    private ReadResult readLldp(Ethernet frame) {
        Lldp lldp = frame.lldp();
        if (lldp == null) {
            return ProbeOutcome.MALFORMED;
        }
        for (int tlv = lldp.firstOptional(); tlv != Lldp.NONE; tlv = lldp.next(tlv)) {
            ReadResult result = lldp.tlvType(tlv) == Lldp.ORGANIZATION_SPECIFIC
                    ? read(Link.Kind.DIRECT, lldp.array(), lldp.tlvValueOffset(tlv), lldp.tlvLength(tlv))
                    : ProbeOutcome.UNRECOGNIZED;
            if (result != ProbeOutcome.UNRECOGNIZED) {
                return result;
            }
        }
        return ProbeOutcome.UNRECOGNIZED;
    }

    private ReadResult read(Link.Kind kind, byte[] array, int at, int length) {
        if (length < Integer.BYTES || ByteAccess.getInt(array, at) != OUI_AND_SUBTYPE) {
            return ProbeOutcome.UNRECOGNIZED;
        }
        if (length < VALUE_LENGTH) {
            return ProbeOutcome.MALFORMED;
        }
        ByteBuffer value = ByteBuffer.wrap(array, at + Integer.BYTES, VALUE_LENGTH - Integer.BYTES);
        var from = new SwitchPort(value.getLong(), Integer.toUnsignedLong(value.getInt()));
        long sentNanos = value.getLong();
        byte[] signature = new byte[SIGNATURE_LENGTH];
        value.get(signature);
        return MessageDigest.isEqual(signature, signature(kind, array, at))
                ? new Probe(kind, from, sentNanos)
                : ProbeOutcome.FORGED;
    }
}
