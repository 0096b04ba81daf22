package net.beaconcontroller.openflow.structure;

import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.wire.FieldVisitor;

/**
 * A property of a type that is unknown in its version, OpenFlow 1.5.1 section 7.2.1.2 and other sections; OpenFlow 1.4
 * and later, in {@code TableFeatures} in 1.3 and later, in {@link Queue} in 1.0 and later.
 *
 * @param type the number of the type, 16 bits
 * @param data the bytes after the length, without the padding
 */
public record UnknownProperty(int type, Bytes data) implements Property {

    static UnknownProperty visit(FieldVisitor<UnknownProperty> f) {
        return new UnknownProperty(f.type(UnknownProperty::type), f.rest("data", UnknownProperty::data));
    }
}
