package net.beaconcontroller.openflow.message;

import java.util.List;
import net.beaconcontroller.openflow.MessageType;
import net.beaconcontroller.openflow.PortNumber;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.structure.Features;
import net.beaconcontroller.openflow.structure.Port;
import net.beaconcontroller.openflow.structure.Property;
import net.beaconcontroller.openflow.structure.PropertyTypes;
import net.beaconcontroller.openflow.wire.FieldVisitor;
import net.beaconcontroller.openflow.wire.TypeRegistry;

/**
 * Modifies the configuration of a port, OpenFlow 1.5.1 section 7.3.4 (OFPT_PORT_MOD).
 *
 * @param port see {@link PortNumber}
 * @param address the Ethernet address of the port in the low 48 bits, which the switch verifies
 * @param config OFPPC_ bits, see {@link Port}
 * @param mask the configuration bits to change
 * @param properties at most one {@link Ethernet} before OpenFlow 1.4
 */
public record PortMod(long port, long address, long config, long mask, List<Property> properties) implements Message {
    public static final MessageLayout<PortMod> LAYOUT =
            MessageLayout.of(MessageType.PORT_MOD, PortMod.class, PortMod::visit);

    /**
     * The features to advertise to the peer of the link, OpenFlow 1.5.1 section 7.3.4 (OFPPMPT_ETHERNET).
     *
     * @param advertise OFPPF_ bits, as in {@link Port.Ethernet}; 0 for no change
     */
    public record Ethernet(long advertise) implements Property {
        static Ethernet visit(FieldVisitor<Ethernet> f) {
            return new Ethernet(Features.visit(f, "advertise", Ethernet::advertise));
        }
    }

    /**
     * The configuration of an optical port, OpenFlow 1.5.1 section 7.3.4 (OFPPMPT_OPTICAL); OpenFlow 1.4 and later.
     * Frequencies and wavelengths are in the units of {@link Port.Optical}.
     *
     * @param configure OFPOPF_ bits, see {@link Port.Optical}
     * @param frequency the center frequency or wavelength
     * @param offset the offset from the center: the bits of a signed 32-bit number
     * @param gridSpan the width of the channel
     * @param power the transmit power in 0.1 dBm, 32 bits
     */
    public record Optical(long configure, long frequency, long offset, long gridSpan, long power) implements Property {
        static Optical visit(FieldVisitor<Optical> f) {
            return new Optical(
                    f.as(Features.OPTICAL).u32("configure", Optical::configure),
                    f.u32("freq_lmda", Optical::frequency),
                    f.u32("fl_offset", Optical::offset),
                    f.u32("grid_span", Optical::gridSpan),
                    f.u32("tx_pwr", Optical::power));
        }
    }

    private static final TypeRegistry<Property> PROPERTIES = PropertyTypes.create()
            .with(0, "ETHERNET", Ethernet.class, Ethernet::visit)
            .with(1, "OPTICAL", Optical.class, Optical::visit);

    public PortMod {
        properties = List.copyOf(properties);
    }

    static PortMod visit(FieldVisitor<PortMod> f) {
        long port = f.port("port_no", PortMod::port);
        f.pad(f.is10() ? 0 : 4);
        long address = f.mac("hw_addr", PortMod::address);
        f.pad(f.is10() ? 0 : 2);
        long config = f.as(Port.CONFIG).u32("config", PortMod::config);
        long mask = f.as(Port.CONFIG).u32("mask", PortMod::mask);
        if (f.since(Version.OF14)) {
            return new PortMod(port, address, config, mask, f.list("properties", PortMod::properties, PROPERTIES));
        }
        f.absentValue("properties", PortMod::besideAdvertise, List.of());
        long advertise = Features.visit(f, "advertise", PortMod::advertise);
        f.pad(4);
        return new PortMod(port, address, config, mask, advertise == 0 ? List.of() : List.of(new Ethernet(advertise)));
    }

    /** Returns the features to advertise; 0 for no change. */
    public long advertise() {
        return properties.stream()
                .mapToLong(property -> property instanceof Ethernet(long advertise) ? advertise : 0)
                .findFirst()
                .orElse(0);
    }

    /** Returns the properties that versions before 1.4 cannot express. */
    private List<Property> besideAdvertise() {
        boolean fits = properties.isEmpty() || (properties.size() == 1 && properties.getFirst() instanceof Ethernet);
        return fits ? List.of() : properties;
    }

    @Override
    public String toString() {
        return MessageLayout.toString(this);
    }
}
