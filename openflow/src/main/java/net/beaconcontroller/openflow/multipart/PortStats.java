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
 * What a port has counted, OpenFlow 1.5.1 section 7.3.5 (OFPMP_PORT_STATS). Counts are unsigned numbers of 64 bits; all
 * ones for what is not counted.
 *
 * @param port see {@link PortNumber}
 * @param durationSeconds how long the port has been there, 32 bits; all ones before OpenFlow 1.3, which does not tell
 * @param durationNanos the rest of it, below a second; all ones before OpenFlow 1.3
 * @param receivedDropped packets that came in and were dropped
 * @param sentDropped packets that were to go out and were dropped
 * @param receivedErrors all errors in receiving, those of the properties among them
 * @param sentErrors all errors in sending
 * @param properties what else is counted; before OpenFlow 1.4 one {@link Ethernet}
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
     * What an Ethernet port has counted, OpenFlow 1.5.1 section 7.3.5 (OFPPSPT_ETHERNET). Counts are unsigned numbers
     * of 64 bits; all ones for what is not counted.
     *
     * @param frameErrors frames that came in misaligned
     * @param overruns packets that came in faster than they were taken
     * @param crcErrors frames that came in with a wrong checksum
     * @param collisions collisions in sending
     */
    public record Ethernet(long frameErrors, long overruns, long crcErrors, long collisions) implements Property {
        private static final Ethernet UNTOLD = new Ethernet(-1, -1, -1, -1);

        static Ethernet visit(FieldVisitor<Ethernet> f) {
            f.pad(4);
            return numbers(f);
        }

        /** The fixed fields of versions before 1.4. */
        private static Ethernet numbers(FieldVisitor<Ethernet> f) {
            return new Ethernet(
                    f.u64("rx_frame_err", Ethernet::frameErrors),
                    f.u64("rx_over_err", Ethernet::overruns),
                    f.u64("rx_crc_err", Ethernet::crcErrors),
                    f.u64("collisions", Ethernet::collisions));
        }
    }

    /**
     * How an optical port is doing, OpenFlow 1.5.1 section 7.3.5 (OFPPSPT_OPTICAL); OpenFlow 1.4 and later. Frequencies
     * and wavelengths are in the units of {@link Port.Optical}, 32 bits; the rest has 16 bits.
     *
     * @param flags OFPOSF_ bits, which of the rest is told: 1 how it receives, 2 how it sends, 4 the power sent, 16 the
     *     power received, 32 the bias current, 64 the temperature
     * @param sentFrequency the frequency or wavelength that is sent at
     * @param sentOffset how far off it is
     * @param sentGridSpan the width of the channel
     * @param receivedFrequency the frequency or wavelength that is received at
     * @param receivedOffset how far off it is
     * @param receivedGridSpan the width of the channel
     * @param sentPower tenths of dBm
     * @param receivedPower tenths of dBm
     * @param biasCurrent tenths of mA
     * @param temperature of the laser, tenths of degrees Celsius
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
     * Asks what ports have counted, OpenFlow 1.5.1 section 7.3.5 (OFPMP_PORT_STATS).
     *
     * @param port see {@link PortNumber}; ANY for all
     */
    public record Request(long port) implements MultipartRequest<Reply> {
        public static final MessageLayout<Request> LAYOUT =
                MessageLayout.ofRequest(MultipartType.PORT, Request.class, Request::visit, Reply.class);

        static Request visit(FieldVisitor<Request> f) {
            long port = f.port("port_no", Request::port);
            f.pad(f.is10() ? 6 : 4);
            return new Request(port);
        }

        @Override
        public String toString() {
            return MessageLayout.toString(this);
        }
    }

    /** What the ports have counted, OpenFlow 1.5.1 section 7.3.5 (OFPMP_PORT_STATS). */
    public record Reply(List<PortStats> ports) implements MultipartReply {
        public static final MessageLayout<Reply> LAYOUT =
                MessageLayout.ofReply(MultipartType.PORT, Reply.class, Reply::visit);

        public Reply {
            ports = List.copyOf(ports);
        }

        static Reply visit(FieldVisitor<Reply> f) {
            return new Reply(f.list("ports", Reply::ports, PortStats::visit));
        }

        @Override
        public String toString() {
            return MessageLayout.toString(this);
        }
    }

    private static final long UNTOLD = 0xffffffffL;

    private static final TypeRegistry<Property> PROPERTIES = PropertyTypes.create()
            .with(0, "ETHERNET", Ethernet.class, Ethernet::visit)
            .with(1, "OPTICAL", Optical.class, Optical::visit);

    public PortStats {
        properties = List.copyOf(properties);
    }

    static PortStats visit(FieldVisitor<PortStats> f) {
        return f.since(Version.OF14) ? visit14(f) : visit10(f);
    }

    private static PortStats visit14(FieldVisitor<PortStats> f) {
        f.length("length");
        f.pad(2);
        return new PortStats(
                f.port("port_no", PortStats::port),
                f.u32("duration_sec", PortStats::durationSeconds),
                f.u32("duration_nsec", PortStats::durationNanos),
                f.u64("rx_packets", PortStats::receivedPackets),
                f.u64("tx_packets", PortStats::sentPackets),
                f.u64("rx_bytes", PortStats::receivedBytes),
                f.u64("tx_bytes", PortStats::sentBytes),
                f.u64("rx_dropped", PortStats::receivedDropped),
                f.u64("tx_dropped", PortStats::sentDropped),
                f.u64("rx_errors", PortStats::receivedErrors),
                f.u64("tx_errors", PortStats::sentErrors),
                f.list("properties", PortStats::properties, PROPERTIES));
    }

    /** All versions before 1.4. */
    private static PortStats visit10(FieldVisitor<PortStats> f) {
        long port = f.port("port_no", PortStats::port);
        f.pad(f.is10() ? 6 : 4);
        long receivedPackets = f.u64("rx_packets", PortStats::receivedPackets);
        long sentPackets = f.u64("tx_packets", PortStats::sentPackets);
        long receivedBytes = f.u64("rx_bytes", PortStats::receivedBytes);
        long sentBytes = f.u64("tx_bytes", PortStats::sentBytes);
        long receivedDropped = f.u64("rx_dropped", PortStats::receivedDropped);
        long sentDropped = f.u64("tx_dropped", PortStats::sentDropped);
        long receivedErrors = f.u64("rx_errors", PortStats::receivedErrors);
        long sentErrors = f.u64("tx_errors", PortStats::sentErrors);
        Ethernet ethernet = f.one("ethernet", stats -> stats.only(f.version()), Ethernet::numbers);
        boolean told = f.since(Version.OF13);
        return new PortStats(
                port,
                told
                        ? f.u32("duration_sec", PortStats::durationSeconds)
                        : f.absentLong("duration_sec", PortStats::durationSeconds, UNTOLD),
                told
                        ? f.u32("duration_nsec", PortStats::durationNanos)
                        : f.absentLong("duration_nsec", PortStats::durationNanos, UNTOLD),
                receivedPackets,
                sentPackets,
                receivedBytes,
                sentBytes,
                receivedDropped,
                sentDropped,
                receivedErrors,
                sentErrors,
                List.of(ethernet));
    }

    /** What a version can say that has no properties. */
    private Ethernet only(Version version) {
        if (properties.isEmpty()) {
            return Ethernet.UNTOLD;
        }
        if (properties.size() == 1 && properties.getFirst() instanceof Ethernet ethernet) {
            return ethernet;
        }
        throw new UnsupportedByVersionException("port statistics " + properties, version);
    }
}
