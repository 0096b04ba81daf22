package net.beaconcontroller.openflow.multipart;

import java.util.List;
import net.beaconcontroller.openflow.MultipartType;
import net.beaconcontroller.openflow.message.BundleControl;
import net.beaconcontroller.openflow.message.MessageLayout;
import net.beaconcontroller.openflow.structure.Property;
import net.beaconcontroller.openflow.structure.PropertyTypes;
import net.beaconcontroller.openflow.structure.Timestamp;
import net.beaconcontroller.openflow.wire.FieldVisitor;
import net.beaconcontroller.openflow.wire.Names;
import net.beaconcontroller.openflow.wire.TypeRegistry;

/**
 * The bundle features of a switch, OpenFlow 1.5.1 section 7.3.5 (OFPMP_BUNDLE_FEATURES); OpenFlow 1.5.
 *
 * @param capabilities OFPBF_ bits, 16, see {@link BundleControl}
 */
public record BundleFeatures(int capabilities, List<Property> properties) implements MultipartReply {
    public static final MessageLayout<BundleFeatures> LAYOUT =
            MessageLayout.ofReply(MultipartType.BUNDLE_FEATURES, BundleFeatures.class, BundleFeatures::visit);

    /**
     * The scheduling of bundles, OpenFlow 1.5.1 section 7.3.5 (OFPTMPBF_TIME_CAPABILITY); OpenFlow 1.5.
     *
     * @param accuracy the accuracy of the commit time
     * @param maxFuture the maximum time of a commit in the future
     * @param maxPast the maximum time of a commit in the past
     * @param now the clock of the sender, since 1970
     */
    public record Time(Timestamp accuracy, Timestamp maxFuture, Timestamp maxPast, Timestamp now) implements Property {
        static Time visit(FieldVisitor<Time> f) {
            f.pad(4);
            return new Time(
                    f.one("sched_accuracy", Time::accuracy, Timestamp::visit),
                    f.one("sched_max_future", Time::maxFuture, Timestamp::visit),
                    f.one("sched_max_past", Time::maxPast, Timestamp::visit),
                    f.one("timestamp", Time::now, Timestamp::visit));
        }
    }

    /**
     * Requests the bundle features of a switch, OpenFlow 1.5.1 section 7.3.5 (OFPMP_BUNDLE_FEATURES); OpenFlow 1.5.
     *
     * @param flags OFPBF_ bits: 1 request the time of the switch, 2 set the scheduling of the properties
     * @param properties the scheduling to set
     */
    public record Request(long flags, List<Property> properties) implements MultipartRequest<BundleFeatures> {
        public static final MessageLayout<Request> LAYOUT = MessageLayout.ofRequest(
                MultipartType.BUNDLE_FEATURES, Request.class, Request::visit, BundleFeatures.LAYOUT);

        public Request {
            properties = List.copyOf(properties);
        }

        static Request visit(FieldVisitor<Request> f) {
            return new Request(
                    f.padAfter(f.as(FLAGS).u32("feature_request_flags", Request::flags), 4),
                    f.list("properties", Request::properties, PROPERTIES));
        }

        @Override
        public String toString() {
            return MessageLayout.toString(this);
        }
    }

    private static final Names FLAGS = Names.ofBits("timestamp", "time_set_sched");
    private static final TypeRegistry<Property> PROPERTIES =
            PropertyTypes.create().with(1, "TIME", Time.class, Time::visit);

    public BundleFeatures {
        properties = List.copyOf(properties);
    }

    static BundleFeatures visit(FieldVisitor<BundleFeatures> f) {
        return new BundleFeatures(
                f.padAfter(f.as(BundleControl.FLAGS).u16("capabilities", BundleFeatures::capabilities), 6),
                f.list("properties", BundleFeatures::properties, PROPERTIES));
    }

    @Override
    public String toString() {
        return MessageLayout.toString(this);
    }
}
