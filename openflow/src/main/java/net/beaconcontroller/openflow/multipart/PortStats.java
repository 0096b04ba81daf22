package net.beaconcontroller.openflow.multipart;

import java.util.List;
import net.beaconcontroller.openflow.MultipartType;
import net.beaconcontroller.openflow.PortNumber;
import net.beaconcontroller.openflow.UnsupportedByVersionException;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.message.MessageLayout;
import net.beaconcontroller.openflow.structure.Port;
import net.beaconcontroller.openflow.structure.Property;
import net.beaconcontroller.openflow.structure.PropertyTypes;
import net.beaconcontroller.openflow.wire.FieldVisitor;
import net.beaconcontroller.openflow.wire.Names;
import net.beaconcontroller.openflow.wire.TypeRegistry;

/**
 * The statistics of a port, OpenFlow 1.5.1 section 7.3.5 (OFPMP_PORT_STATS). Counts are unsigned 64-bit numbers; all
 * bits set for unsupported counts.
 *
 * @param port see {@link PortNumber}
 * @param durationSeconds the age of the port, 32 bits; all bits set before OpenFlow 1.3
 * @param durationNanos nanoseconds beyond the seconds; all bits set before OpenFlow 1.3
 * @param receivedDropped received packets that were dropped
 * @param sentDropped packets to send that were dropped
 * @param receivedErrors all receive errors, including those of the properties
 * @param sentErrors all transmit errors
 * @param properties one {@link Ethernet} before OpenFlow 1.4
 */
public record PortStats(
        long port,
        long durationSeconds,
        long durationNanos,
        long receivedPackets,
        long sentPackets,
        long receivedBytes,
        long sentBytes,
        long receivedDropped,
        long sentDropped,
        long receivedErrors,
        long sentErrors,
        List<Property> properties) {

    /**
     * The statistics of an Ethernet port, OpenFlow 1.5.1 section 7.3.5 (OFPPSPT_ETHERNET). Counts are unsigned 64-bit
     * numbers; all bits set for unsupported counts.
     *
     * @param frameErrors frame alignment errors
     * @param overruns packets with receive overrun
     * @param crcErrors CRC errors
     * @param collisions collisions
     */
    public record Ethernet(long frameErrors, long overruns, long crcErrors, long collisions) implements Property {
        private static final Ethernet UNKNOWN = new Ethernet(-1, -1, -1, -1);

        static Ethernet visit(FieldVisitor<Ethernet> f) {
            f.pad(4);
            return numbers(f);
        }

        /** Visits the fixed fields of versions before 1.4. */
        private static Ethernet numbers(FieldVisitor<Ethernet> f) {
            return new Ethernet(
                    f.u64("rx_frame_err", Ethernet::frameErrors),
                    f.u64("rx_over_err", Ethernet::overruns),
                    f.u64("rx_crc_err", Ethernet::crcErrors),
                    f.u64("collisions", Ethernet::collisions));
        }
    }

    /**
     * The state of an optical port, OpenFlow 1.5.1 section 7.3.5 (OFPPSPT_OPTICAL); OpenFlow 1.4 and later. Frequencies
     * and wavelengths are in the units of {@link Port.Optical}, 32 bits; the other fields have 16 bits.
     *
     * @param flags OFPOSF_ bits, the valid fields: 1 receive frequency, 2 transmit frequency, 4 transmit power, 16
     *     receive power, 32 bias current, 64 temperature
     * @param sentFrequency the transmit frequency or wavelength
     * @param sentOffset the offset of the transmit frequency
     * @param sentGridSpan the width of the transmit channel
     * @param receivedFrequency the receive frequency or wavelength
     * @param receivedOffset the offset of the receive frequency
     * @param receivedGridSpan the width of the receive channel
     * @param sentPower in 0.1 dBm
     * @param receivedPower in 0.1 dBm
     * @param biasCurrent in 0.1 mA
     * @param temperature of the laser, in 0.1 degrees Celsius
     */
    public record Optical(
            long flags,
            long sentFrequency,
            long sentOffset,
            long sentGridSpan,
            long receivedFrequency,
            long receivedOffset,
            long receivedGridSpan,
            int sentPower,
            int receivedPower,
            int biasCurrent,
            int temperature)
            implements Property {
        static Optical visit(FieldVisitor<Optical> f) {
            f.pad(4);
            return new Optical(
                    f.as(Names.HEX).u32("flags", Optical::flags),
                    f.u32("tx_freq_lmda", Optical::sentFrequency),
                    f.u32("tx_offset", Optical::sentOffset),
                    f.u32("tx_grid_span", Optical::sentGridSpan),
                    f.u32("rx_freq_lmda", Optical::receivedFrequency),
                    f.u32("rx_offset", Optical::receivedOffset),
                    f.u32("rx_grid_span", Optical::receivedGridSpan),
                    f.u16("tx_pwr", Optical::sentPower),
                    f.u16("rx_pwr", Optical::receivedPower),
                    f.u16("bias_current", Optical::biasCurrent),
                    f.u16("temperature", Optical::temperature));
        }
    }

    /**
     * Requests the statistics of ports, OpenFlow 1.5.1 section 7.3.5 (OFPMP_PORT_STATS).
     *
     * @param port see {@link PortNumber}; ANY for all
     */
    public record Request(long port) implements MultipartRequest<Reply> {
        public static final MessageLayout<Request> LAYOUT = MessageLayout.ofRequest(
                MultipartType.PORT,
                Request.class,
                f -> new Request(f.padAfter(f.port("port_no", Request::port), f.is10() ? 6 : 4)),
                Reply.LAYOUT);

        @Override
        public String toString() {
            return MessageLayout.toString(this);
        }
    }

    /** The statistics of the ports, OpenFlow 1.5.1 section 7.3.5 (OFPMP_PORT_STATS). */
    public record Reply(List<PortStats> ports) implements MultipartReply {
        public static final MessageLayout<Reply> LAYOUT = MessageLayout.ofReply(
                MultipartType.PORT, Reply.class, "ports", Reply::ports, PortStats::visit, Reply::new);

        public Reply {
            ports = List.copyOf(ports);
        }

        @Override
        public String toString() {
            return MessageLayout.toString(this);
        }
    }

    private static final long UNKNOWN_DURATION = 0xffffffffL;

    private static final TypeRegistry<Property> PROPERTIES = PropertyTypes.create()
            .with(0, "ETHERNET", Ethernet.class, Ethernet::visit)
            .with(1, "OPTICAL", Optical.class, Optical::visit);

    public PortStats {
        properties = List.copyOf(properties);
    }

    static PortStats visit(FieldVisitor<PortStats> f) {
        boolean is14 = f.since(Version.OF14);
        if (is14) {
            f.length("length");
            f.pad(2);
        }
        long port = f.port("port_no", PortStats::port);
        f.pad(is14 ? 0 : f.is10() ? 6 : 4);
        long seconds = is14 ? durationSeconds(f) : UNKNOWN_DURATION;
        long nanos = is14 ? durationNanos(f) : UNKNOWN_DURATION;
        long receivedPackets = f.u64("rx_packets", PortStats::receivedPackets);
        long sentPackets = f.u64("tx_packets", PortStats::sentPackets);
        long receivedBytes = f.u64("rx_bytes", PortStats::receivedBytes);
        long sentBytes = f.u64("tx_bytes", PortStats::sentBytes);
        long receivedDropped = f.u64("rx_dropped", PortStats::receivedDropped);
        long sentDropped = f.u64("tx_dropped", PortStats::sentDropped);
        long receivedErrors = f.u64("rx_errors", PortStats::receivedErrors);
        long sentErrors = f.u64("tx_errors", PortStats::sentErrors);
        List<Property> properties = is14
                ? f.list("properties", PortStats::properties, PROPERTIES)
                : List.of(f.one("ethernet", stats -> stats.only(f.version()), Ethernet::numbers));
        return new PortStats(
                port,
                is14 ? seconds : durationSeconds(f),
                is14 ? nanos : durationNanos(f),
                receivedPackets,
                sentPackets,
                receivedBytes,
                sentBytes,
                receivedDropped,
                sentDropped,
                receivedErrors,
                sentErrors,
                properties);
    }

    private static long durationSeconds(FieldVisitor<PortStats> f) {
        return f.u32Since(Version.OF13, "duration_sec", PortStats::durationSeconds, UNKNOWN_DURATION);
    }

    private static long durationNanos(FieldVisitor<PortStats> f) {
        return f.u32Since(Version.OF13, "duration_nsec", PortStats::durationNanos, UNKNOWN_DURATION);
    }

    /** Returns the properties that a version before 1.4 can express. */
    private Ethernet only(Version version) {
        if (properties.isEmpty()) {
            return Ethernet.UNKNOWN;
        }
        if (properties.size() == 1 && properties.getFirst() instanceof Ethernet ethernet) {
            return ethernet;
        }
        throw new UnsupportedByVersionException("port statistics " + properties, version);
    }
}
