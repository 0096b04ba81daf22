package net.beaconcontroller.openflow.structure;

import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.wire.FieldVisitor;

/**
 * A property of a type that this library, or the version, does not know, OpenFlow 1.5.1 section 7.2.1.2 and where other
 * properties are; from OpenFlow 1.4 on, in {@code TableFeatures} from 1.3 and in {@link Queue} from 1.0.
 *
 * @param type its number, 16 bits
 * @param data what follows the length, without the padding behind
 */
public record UnknownProperty(int type, Bytes data) implements Property {

    static UnknownProperty visit(FieldVisitor<UnknownProperty> f) {
        return new UnknownProperty(f.type(UnknownProperty::type), f.rest("data", UnknownProperty::data));
    }
}
