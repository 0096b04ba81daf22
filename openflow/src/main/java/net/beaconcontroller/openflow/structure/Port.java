package net.beaconcontroller.openflow.structure;

import java.util.List;
import java.util.Optional;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.PortNumber;
import net.beaconcontroller.openflow.UnsupportedByVersionException;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.wire.FieldVisitor;
import net.beaconcontroller.openflow.wire.Names;
import net.beaconcontroller.openflow.wire.TypeRegistry;

/**
 * A port of a switch, OpenFlow 1.5.1 section 7.2.1 (ofp_port); ofp_phy_port in OpenFlow 1.0.
 *
 * @param number see {@link PortNumber}
 * @param address the Ethernet address, in the low 48 bits
 * @param name at most 16 bytes of UTF-8
 * @param config OFPPC_ bits: 1 administratively down, 4 drop received packets, 32 drop packets to send, 64 no
 *     packet-ins; in OpenFlow 1.0 also 2, 8 and 16 for spanning tree and flooding
 * @param state OFPPS_ bits: 1 no link; in OpenFlow 1.1 and later 2 blocked, 4 live for fast failover; in OpenFlow 1.0
 *     0x300 the spanning tree state
 * @param properties one {@link Ethernet} before OpenFlow 1.4
 */
public record Port(long number, long address, String name, long config, long state, List<Property> properties) {

    /**
     * Properties of an Ethernet port, OpenFlow 1.5.1 section 7.2.1.2 (OFPPDPT_ETHERNET). Features are OFPPF_ bits of
     * OpenFlow 1.1 and later in all versions.
     *
     * @param current features in use
     * @param advertised features offered to the other end of the link
     * @param supported features that the port has
     * @param peer features that the other end offers
     * @param currentSpeed kbit/s, 32 bits; 0 in OpenFlow 1.0, which does not tell
     * @param maxSpeed kbit/s, 32 bits; 0 in OpenFlow 1.0
     */
    public record Ethernet(long current, long advertised, long supported, long peer, long currentSpeed, long maxSpeed)
            implements Property {
        private static final Ethernet NO_FEATURES = new Ethernet(0, 0, 0, 0, 0, 0);

        static Ethernet visit(FieldVisitor<Ethernet> f) {
            f.pad(4);
            return numbers(f);
        }

        /** Visits the fixed fields of versions before 1.4. */
        private static Ethernet numbers(FieldVisitor<Ethernet> f) {
            return new Ethernet(
                    Features.visit(f, "curr", Ethernet::current),
                    Features.visit(f, "advertised", Ethernet::advertised),
                    Features.visit(f, "supported", Ethernet::supported),
                    Features.visit(f, "peer", Ethernet::peer),
                    f.u32Since(Version.OF11, "curr_speed", Ethernet::currentSpeed, 0),
                    f.u32Since(Version.OF11, "max_speed", Ethernet::maxSpeed, 0));
        }
    }

    /**
     * Properties of an optical port, OpenFlow 1.5.1 section 7.2.1.2 (OFPPDPT_OPTICAL); OpenFlow 1.4 and later.
     * Frequencies or wavelengths are unsigned numbers of 32 bits.
     *
     * @param supported OFPOPF_ bits: 1 tunable receiver, 2 tunable transmitter, 4 configurable power, 8 frequencies
     *     instead of wavelengths
     * @param transmitMin the minimum transmit frequency in MHz, or wavelength in 0.01 nm
     * @param transmitMax the maximum transmit frequency or wavelength
     * @param transmitGrid the transmit grid spacing
     * @param receiveMin the minimum receive frequency or wavelength, in the same units
     * @param receiveMax the maximum receive frequency or wavelength
     * @param receiveGrid the receive grid spacing
     * @param powerMin the minimum transmit power in 0.1 dBm, 16 bits
     * @param powerMax the maximum transmit power
     */
    public record Optical(
            long supported,
            long transmitMin,
            long transmitMax,
            long transmitGrid,
            long receiveMin,
            long receiveMax,
            long receiveGrid,
            int powerMin,
            int powerMax)
            implements Property {
        static Optical visit(FieldVisitor<Optical> f) {
            f.pad(4);
            return new Optical(
                    f.as(Features.OPTICAL).u32("supported", Optical::supported),
                    f.u32("tx_min_freq_lmda", Optical::transmitMin),
                    f.u32("tx_max_freq_lmda", Optical::transmitMax),
                    f.u32("tx_grid_freq_lmda", Optical::transmitGrid),
                    f.u32("rx_min_freq_lmda", Optical::receiveMin),
                    f.u32("rx_max_freq_lmda", Optical::receiveMax),
                    f.u32("rx_grid_freq_lmda", Optical::receiveGrid),
                    f.u16("tx_pwr_min", Optical::powerMin),
                    f.u16("tx_pwr_max", Optical::powerMax));
        }
    }

    /**
     * The pipeline fields that packets have on input or output, OpenFlow 1.5.1 section 7.2.1.2 (OFPPDPT_PIPELINE_INPUT,
     * OFPPDPT_PIPELINE_OUTPUT); OpenFlow 1.5.
     *
     * @param output whether the fields are those on output
     * @param fields 32-bit OXM headers, each followed by the 32-bit experimenter id in the experimenter class
     */
    public record PipelineFields(boolean output, Bytes fields) implements Property {
        static PipelineFields visitInput(FieldVisitor<PipelineFields> f) {
            return new PipelineFields(false, f.rest("oxm_ids", PipelineFields::fields));
        }

        static PipelineFields visitOutput(FieldVisitor<PipelineFields> f) {
            return new PipelineFields(true, f.rest("oxm_ids", PipelineFields::fields));
        }
    }

    /**
     * The ports on which packets return that are sent to this port, OpenFlow 1.5.1 section 7.2.1.2
     * (OFPPDPT_RECIRCULATE); OpenFlow 1.5.
     *
     * @param ports 32-bit port numbers
     */
    public record Recirculate(Bytes ports) implements Property {
        static Recirculate visit(FieldVisitor<Recirculate> f) {
            return new Recirculate(f.rest("port_nos", Recirculate::ports));
        }
    }

    private static final TypeRegistry<Property> PROPERTIES = PropertyTypes.create()
            .with(0, "ETHERNET", Ethernet.class, Ethernet::visit)
            .with(1, "OPTICAL", Optical.class, Optical::visit)
            .with(
                    2,
                    "PIPELINE_INPUT",
                    Version.OF15,
                    PipelineFields.class,
                    fields -> !fields.output(),
                    PipelineFields::visitInput)
            .with(
                    3,
                    "PIPELINE_OUTPUT",
                    Version.OF15,
                    PipelineFields.class,
                    PipelineFields::output,
                    PipelineFields::visitOutput)
            .with(4, "RECIRCULATE", Version.OF15, Recirculate.class, Recirculate::visit);

    public static final Names CONFIG =
            Names.ofBits("PORT_DOWN", "NO_STP", "NO_RECV", "NO_RECV_STP", "NO_FLOOD", "NO_FWD", "NO_PACKET_IN");
    private static final Names STATE = Names.ofBits("LINK_DOWN", "BLOCKED", "LIVE");
    private static final Names STATE_10 =
            Names.ofBits("LINK_DOWN", null, null, null, null, null, null, null, "STP_LEARN", "STP_FORWARD");
    private static final int NAME_LENGTH = 16;

    /** OFPPC_PORT_DOWN: the port is administratively down. */
    private static final long CONFIG_DOWN = 1;

    /** OFPPC_NO_FLOOD: floods exclude the port; OpenFlow 1.0, and some switches of later versions. */
    private static final long CONFIG_NO_FLOOD = 1 << 4;

    /** OFPPS_LINK_DOWN: the port has no link. */
    private static final long STATE_LINK_DOWN = 1;

    public Port {
        properties = List.copyOf(properties);
    }

    /**
     * Returns a port that is up and has no features.
     *
     * @param address the Ethernet address, in the low 48 bits
     * @param name at most 16 bytes of UTF-8
     */
    public static Port of(long number, long address, String name) {
        return new Port(number, address, name, 0, 0, List.of(Ethernet.NO_FEATURES));
    }

    /** Returns whether the port is administratively up and has a link. */
    public boolean isUp() {
        return (config & CONFIG_DOWN) == 0 && (state & STATE_LINK_DOWN) == 0;
    }

    /** Returns whether floods exclude the port. */
    public boolean isExcludedFromFloods() {
        return (config & CONFIG_NO_FLOOD) != 0;
    }

    /** Returns this port with or without a link. */
    public Port withLink(boolean up) {
        long newState = up ? state & ~STATE_LINK_DOWN : state | STATE_LINK_DOWN;
        return new Port(number, address, name, config, newState, properties);
    }

    /** Returns the Ethernet features and speeds, if the port has them. */
    public Optional<Ethernet> ethernet() {
        return properties.stream()
                .filter(Ethernet.class::isInstance)
                .map(Ethernet.class::cast)
                .findFirst();
    }

    /** Returns the names of the OFPPS_ bits of a version. */
    public static Names states(Version version) {
        return version == Version.OF10 ? STATE_10 : STATE;
    }

    public static Port visit(FieldVisitor<Port> f) {
        long number = f.port("port_no", Port::number);
        if (f.since(Version.OF14)) {
            f.length("length");
            f.pad(2);
        } else {
            f.pad(f.is10() ? 0 : 4);
        }
        long address = f.mac("hw_addr", Port::address);
        f.pad(f.is10() ? 0 : 2);
        return new Port(
                number,
                address,
                f.text("name", NAME_LENGTH, Port::name),
                f.as(CONFIG).u32("config", Port::config),
                f.as(states(f.version())).u32("state", Port::state),
                f.since(Version.OF14)
                        ? f.list("properties", Port::properties, PROPERTIES)
                        : List.of(f.one("ethernet", port -> port.only(f.version()), Ethernet::numbers)));
    }

    /** Returns the Ethernet properties that a version without properties can express. */
    private Ethernet only(Version version) {
        if (properties.size() > 1 || !properties.stream().allMatch(Ethernet.class::isInstance)) {
            throw new UnsupportedByVersionException("port properties " + properties, version);
        }
        return ethernet().orElse(Ethernet.NO_FEATURES);
    }
}
