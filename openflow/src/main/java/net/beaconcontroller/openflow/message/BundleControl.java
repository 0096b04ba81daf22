package net.beaconcontroller.openflow.message;

import java.util.List;
import net.beaconcontroller.openflow.ErrorCode;
import net.beaconcontroller.openflow.MessageType;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.structure.Property;
import net.beaconcontroller.openflow.structure.PropertyTypes;
import net.beaconcontroller.openflow.structure.Timestamp;
import net.beaconcontroller.openflow.wire.EnumCodec;
import net.beaconcontroller.openflow.wire.FieldVisitor;
import net.beaconcontroller.openflow.wire.Names;
import net.beaconcontroller.openflow.wire.TypeRegistry;

/**
 * Opens, closes, commits or discards a bundle. The reply is such a message, too, OpenFlow 1.5.1 section 7.3.9
 * (OFPT_BUNDLE_CONTROL); OpenFlow 1.4 and later.
 *
 * @param bundleId the bundle id, 32 bits, unique within the connection
 * @param bundleType the request or reply
 * @param flags OFPBF_ bits, 16: {@link #ATOMIC}, {@link #ORDERED}, and in OpenFlow 1.5 {@link #TIME}
 */
public record BundleControl(long bundleId, Type bundleType, int flags, List<Property> properties)
        implements Request<BundleControl> {
    public static final MessageLayout<BundleControl> LAYOUT =
            MessageLayout.of(MessageType.BUNDLE_CONTROL, BundleControl.class, BundleControl::visit);

    /** The request or reply, OpenFlow 1.5.1 section 7.3.9 (OFPBCT_); OpenFlow 1.4 and later. */
    public enum Type {
        /** Opens the bundle. */
        OPEN_REQUEST,
        /** The bundle has been opened. */
        OPEN_REPLY,
        /** Closes the bundle: no message can be added. */
        CLOSE_REQUEST,
        /** The bundle has been closed. */
        CLOSE_REPLY,
        /** Applies the messages of the bundle. */
        COMMIT_REQUEST,
        /** The messages have been applied. */
        COMMIT_REPLY,
        /** Discards the bundle. */
        DISCARD_REQUEST,
        /** The bundle has been discarded. */
        DISCARD_REPLY
    }

    /**
     * The time at which to commit the bundle, OpenFlow 1.5.1 section 7.3.9 (OFPBPT_TIME); OpenFlow 1.5.
     *
     * @param at time since 1970
     */
    public record Time(Timestamp at) implements Property {
        static Time visit(FieldVisitor<Time> f) {
            f.pad(4);
            return new Time(f.one("scheduled_time", Time::at, Timestamp::visit));
        }
    }

    /** OFPBF_ATOMIC: the switch applies either all messages or none. */
    public static final int ATOMIC = 1;

    /** OFPBF_ORDERED: the switch applies the messages in their order. */
    public static final int ORDERED = 1 << 1;

    /** OFPBF_TIME: the switch commits the bundle at a given time; OpenFlow 1.5. */
    public static final int TIME = 1 << 2;

    public static final Names FLAGS = Names.ofBits("atomic", "ordered", "time");
    static final TypeRegistry<Property> PROPERTIES =
            PropertyTypes.create().with(1, "TIME", Version.OF15, Time.class, Time::visit);
    private static final EnumCodec<Type> TYPES = new EnumCodec<>(ErrorCode.BAD_BUNDLE_TYPE, Type.values());

    public BundleControl {
        properties = List.copyOf(properties);
    }

    /** Returns a request without properties. */
    public static BundleControl of(long bundleId, Type bundleType, int flags) {
        return new BundleControl(bundleId, bundleType, flags, List.of());
    }

    @Override
    public Class<BundleControl> replyType() {
        return BundleControl.class;
    }

    static BundleControl visit(FieldVisitor<BundleControl> f) {
        return new BundleControl(
                f.u32("bundle_id", BundleControl::bundleId),
                f.enum16("bundle_ctrl_type", BundleControl::bundleType, TYPES),
                f.as(FLAGS).u16("flags", BundleControl::flags),
                f.list("properties", BundleControl::properties, PROPERTIES));
    }

    @Override
    public String toString() {
        return MessageLayout.toString(this);
    }
}
