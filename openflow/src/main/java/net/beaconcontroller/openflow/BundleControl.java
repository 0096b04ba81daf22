package net.beaconcontroller.openflow;

import java.util.List;

/**
 * Opens, closes, commits or discards a bundle of messages, and answers that, OpenFlow 1.5.1 section 7.3.9.1; from OpenFlow 1.4 on.
 *
 * @param bundleId its number, of the connection's own
 * @param bundleType what is done
 * @param flags OFPBF_ bits: {@link #ATOMIC}, {@link #ORDERED}, and in OpenFlow 1.5 {@link #TIME}
 */
public record BundleControl(long bundleId, Type bundleType, int flags, List<Property> properties) implements Message {
    /** What is done. */
    public enum Type {
        OPEN_REQUEST,
        OPEN_REPLY,
        CLOSE_REQUEST,
        CLOSE_REPLY,
        COMMIT_REQUEST,
        COMMIT_REPLY,
        DISCARD_REQUEST,
        DISCARD_REPLY
    }

    /** What else there is to say of a bundle. */
    public sealed interface Property permits Time, ExperimenterProperty, UnknownProperty {}

    /** When the bundle is to be committed; OpenFlow 1.5. */
    public record Time(Timestamp at) implements Property {
        static Time walk(Fields<Time> f) {
            f.pad(4);
            return new Time(f.one("scheduled_time", Time::at, Timestamp::walk));
        }
    }

    /** All of the bundle is carried out, or nothing. */
    public static final int ATOMIC = 1;

    /** The messages are carried out in their order. */
    public static final int ORDERED = 1 << 1;

    /** The bundle is committed at a time. */
    public static final int TIME = 1 << 2;

    static final Names FLAGS = Names.ofBits("atomic", "ordered", "time");
    static final Kinds<Property> PROPERTIES = ExperimenterProperty.addTo(
            UnknownProperty.<Property>family().with(1, "TIME", Version.OF15, Time.class, Time::walk));
    private static final Choice<Type> TYPES = new Choice<>(Refusal.BAD_BUNDLE_TYPE, Type.values());

    public BundleControl {
        properties = List.copyOf(properties);
    }

    static BundleControl walk(Fields<BundleControl> f) {
        return new BundleControl(
                f.u32("bundle_id", BundleControl::bundleId),
                f.choice16("bundle_ctrl_type", BundleControl::bundleType, TYPES),
                f.as(FLAGS).u16("flags", BundleControl::flags),
                f.list("properties", BundleControl::properties, PROPERTIES));
    }

    @Override
    public String toString() {
        return Text.print(this);
    }
}
