package net.beaconcontroller.openflow.structure;

import java.util.List;
import net.beaconcontroller.openflow.ErrorCode;
import net.beaconcontroller.openflow.PortNumber;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.wire.FieldVisitor;
import net.beaconcontroller.openflow.wire.TypeRegistry;

/**
 * A queue of a port, OpenFlow 1.5.1 section 7.3.5 (OFPMP_QUEUE_DESC); OpenFlow 1.4 and later, {@code QueueConfigReply}
 * in OpenFlow 1.0 to 1.3.
 *
 * @param port the port of the queue; {@link PortNumber#ANY} in OpenFlow 1.0, which has no such field
 * @param queueId the number of the queue, 32 bits, unique within the port
 * @param properties the guaranteed and the maximum rate
 */
public record Queue(long port, long queueId, List<Property> properties) {
    /** OFPQ_ALL: all queues of a port, in requests. */
    public static final long ALL = 0xffffffffL;

    /**
     * The minimum guaranteed rate, OpenFlow 1.5.1 section 7.3.5 (OFPQDPT_MIN_RATE); OFPQT_MIN_RATE before 1.4.
     *
     * @param rate in 1/10 of a percent of the port speed, 0 to 1000; greater values for none
     */
    public record MinRate(int rate) implements Property {
        public static MinRate visit(FieldVisitor<MinRate> f) {
            return new MinRate(f.padAfter(f.u16("rate", MinRate::rate), f.since(Version.OF14) ? 2 : 6));
        }
    }

    /**
     * The maximum rate, OpenFlow 1.5.1 section 7.3.5 (OFPQDPT_MAX_RATE); OpenFlow 1.2 and later, OFPQT_MAX_RATE before
     * 1.4.
     *
     * @param rate in 1/10 of a percent of the port speed, 0 to 1000; greater values for none
     */
    public record MaxRate(int rate) implements Property {
        public static MaxRate visit(FieldVisitor<MaxRate> f) {
            return new MaxRate(f.padAfter(f.u16("rate", MaxRate::rate), f.since(Version.OF14) ? 2 : 6));
        }
    }

    private static final TypeRegistry<Property> PROPERTIES = PropertyTypes.create()
            .with(1, "MIN_RATE", MinRate.class, MinRate::visit)
            .with(2, "MAX_RATE", MaxRate.class, MaxRate::visit);

    /**
     * Before OpenFlow 1.4, the length of a property includes its padding, and four bytes of padding follow the length.
     */
    private static final TypeRegistry<Property> PROPERTIES_10 = TypeRegistry.<Property, UnknownProperty>paddedInside(
                    ErrorCode.BAD_LEN, 8, UnknownProperty.class, UnknownProperty::visit)
            .with(1, "MIN_RATE", MinRate.class, MinRate::visit)
            .with(2, "MAX_RATE", Version.OF12, MaxRate.class, MaxRate::visit)
            .with(
                    ExperimenterProperty.TYPE,
                    "EXPERIMENTER",
                    Version.OF12,
                    ExperimenterProperty.class,
                    ExperimenterProperty::visitQueue);

    public Queue {
        properties = List.copyOf(properties);
    }

    /** Visits a queue of a queue description. */
    public static Queue visit(FieldVisitor<Queue> f) {
        long port = f.port("port_no", Queue::port);
        long queueId = f.u32("queue_id", Queue::queueId);
        f.length("len");
        f.pad(6);
        return new Queue(port, queueId, f.list("properties", Queue::properties, PROPERTIES));
    }

    /** Visits a queue of a {@code QueueConfigReply}. */
    public static Queue visitConfig(FieldVisitor<Queue> f) {
        long queueId = f.u32("queue_id", Queue::queueId);
        boolean hasField = f.since(Version.OF12);
        long port = f.portSince(Version.OF12, "port", Queue::port, PortNumber.ANY);
        f.length("len");
        f.pad(hasField ? 6 : 2);
        return new Queue(port, queueId, f.list("properties", Queue::properties, PROPERTIES_10));
    }
}
