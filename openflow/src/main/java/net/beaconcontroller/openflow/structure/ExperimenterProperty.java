package net.beaconcontroller.openflow.structure;

import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.wire.FieldVisitor;
import net.beaconcontroller.openflow.wire.Names;

/**
 * A property that a vendor has defined, OpenFlow 1.5.1 section 7.2.1.2 (OFPPDPT_EXPERIMENTER) and where other
 * properties are; from OpenFlow 1.4 on, in {@code TableFeatures} from 1.3 and in {@link Queue} from 1.2.
 *
 * @param type 0xffff; where there are two, that is of the table-miss flow or of masters, and 0xfffe of other flows or
 *     of slaves
 * @param experimenter the vendor's 32-bit id
 * @param experimenterType what it is to that vendor, 32 bits; before OpenFlow 1.4 a {@link Queue} has none, and this is
 *     0
 * @param data at most 65,523 bytes
 */
public record ExperimenterProperty(int type, long experimenter, long experimenterType, Bytes data) implements Property {
    /** The type of experimenter properties; where there are two, of the second. */
    public static final int TYPE = 0xffff;

    /** A property of the usual type. */
    public ExperimenterProperty(long experimenter, long experimenterType, Bytes data) {
        this(TYPE, experimenter, experimenterType, data);
    }

    static ExperimenterProperty visit(FieldVisitor<ExperimenterProperty> f) {
        return new ExperimenterProperty(
                f.type(ExperimenterProperty::type),
                f.as(Names.HEX).u32("experimenter", ExperimenterProperty::experimenter),
                f.u32("exp_type", ExperimenterProperty::experimenterType),
                f.rest("data", ExperimenterProperty::data));
    }

    /** Of a queue before OpenFlow 1.4, where there is no experimenter's type: OpenFlow 1.3.5 section 7.2.2. */
    static ExperimenterProperty visitQueue(FieldVisitor<ExperimenterProperty> f) {
        long experimenter = f.as(Names.HEX).u32("experimenter", ExperimenterProperty::experimenter);
        f.pad(4);
        return new ExperimenterProperty(
                TYPE,
                experimenter,
                f.absentLong("exp_type", ExperimenterProperty::experimenterType, 0),
                f.rest("data", ExperimenterProperty::data));
    }
}
