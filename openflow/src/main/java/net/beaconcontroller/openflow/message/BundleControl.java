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
 * Opens, closes, commits or discards a bundle of messages, and answers that: OpenFlow 1.5.1 section 7.3.9
 * (OFPT_BUNDLE_CONTROL); from OpenFlow 1.4 on.
 *
 * @param bundleId its number, 32 bits, of the connection's own
 * @param bundleType what is done
 * @param flags OFPBF_ bits, 16: {@link #ATOMIC}, {@link #ORDERED}, and in OpenFlow 1.5 {@link #TIME}
 * @param properties what else there is to say of it
 */
public record BundleControl(long bundleId, Type bundleType, int flags, List<Property> properties) implements Message {
    public static final MessageLayout<BundleControl> LAYOUT =
            MessageLayout.of(MessageType.BUNDLE_CONTROL, BundleControl.class, BundleControl::visit);

    /**
     * What is done, OpenFlow 1.5.1 section 7.3.9 (OFPBCT_); from OpenFlow 1.4 on. Each request has the answer that
     * follows it.
     */
    public enum Type {
        /** Begins a bundle. */
        OPEN_REQUEST,
        /** The bundle is open. */
        OPEN_REPLY,
        /** Ends what is put into the bundle. */
        CLOSE_REQUEST,
        /** The bundle is complete. */
        CLOSE_REPLY,
        /** Carries out what is in the bundle. */
        COMMIT_REQUEST,
        /** All of it is carried out. */
        COMMIT_REPLY,
        /** Throws the bundle away. */
        DISCARD_REQUEST,
        /** The bundle is gone. */
        DISCARD_REPLY
    }

    /**
     * When the bundle is to be committed, OpenFlow 1.5.1 section 7.3.9 (OFPBPT_TIME); OpenFlow 1.5.
     *
     * @param at the time, since 1970
     */
    public record Time(Timestamp at) implements Property {
        static Time visit(FieldVisitor<Time> f) {
            f.pad(4);
            return new Time(f.one("scheduled_time", Time::at, Timestamp::visit));
        }
    }

    /** OFPBF_ATOMIC: all of the bundle is carried out, or nothing. */
    public static final int ATOMIC = 1;

    /** OFPBF_ORDERED: the messages are carried out in their order. */
    public static final int ORDERED = 1 << 1;

    /** OFPBF_TIME: the bundle is committed at a time; OpenFlow 1.5. */
    public static final int TIME = 1 << 2;

    public static final Names FLAGS = Names.ofBits("atomic", "ordered", "time");
    static final TypeRegistry<Property> PROPERTIES =
            PropertyTypes.create().with(1, "TIME", Version.OF15, Time.class, Time::visit);
    private static final EnumCodec<Type> TYPES = new EnumCodec<>(ErrorCode.BAD_BUNDLE_TYPE, Type.values());

    public BundleControl {
        properties = List.copyOf(properties);
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
