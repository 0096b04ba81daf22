package net.beaconcontroller.openflow.message;

import java.util.List;
import net.beaconcontroller.openflow.MessageType;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.structure.Property;
import net.beaconcontroller.openflow.wire.FieldVisitor;

/**
 * Adds a message to a bundle, OpenFlow 1.5.1 section 7.3.9 (OFPT_BUNDLE_ADD_MESSAGE); OpenFlow 1.4 and later.
 *
 * @param bundleId the bundle id, 32 bits
 * @param flags the flags with which the bundle was opened, see {@link BundleControl}
 * @param message a message with the version and transaction id of this one
 */
public record BundleAdd(long bundleId, int flags, Envelope message, List<Property> properties) implements Message {
    public static final MessageLayout<BundleAdd> LAYOUT =
            MessageLayout.of(MessageType.BUNDLE_ADD_MESSAGE, BundleAdd.class, BundleAdd::visit);

    public BundleAdd {
        properties = List.copyOf(properties);
    }

    /** Returns a message for any connection: when it is sent, the message in it gets the same transaction id. */
    public static BundleAdd of(long bundleId, int flags, Message message) {
        return new BundleAdd(bundleId, flags, Envelope.of(Version.OF14, 0, message), List.of());
    }

    /** Returns this message with another version and transaction id of the message in it. */
    public BundleAdd with(Version version, long xid) {
        return new BundleAdd(bundleId, flags, Envelope.of(version, xid, message.message()), properties);
    }

    static BundleAdd visit(FieldVisitor<BundleAdd> f) {
        long bundleId = f.u32("bundle_id", BundleAdd::bundleId);
        f.pad(2);
        int flags = f.as(BundleControl.FLAGS).u16("flags", BundleAdd::flags);
        Envelope message = f.value("message", BundleAdd::message, Envelope.CODEC);
        f.padBefore(BundleAdd::properties);
        return new BundleAdd(
                bundleId, flags, message, f.list("properties", BundleAdd::properties, BundleControl.PROPERTIES));
    }

    @Override
    public String toString() {
        return MessageLayout.toString(this);
    }
}
