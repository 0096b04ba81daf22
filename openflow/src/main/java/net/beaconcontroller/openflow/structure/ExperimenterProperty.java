package net.beaconcontroller.openflow.structure;

import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.wire.FieldVisitor;
import net.beaconcontroller.openflow.wire.Names;

/**
 * A property of a vendor, OpenFlow 1.5.1 section 7.2.1.2 (OFPPDPT_EXPERIMENTER) and other sections; OpenFlow 1.4 and
 * later, in {@code TableFeatures} in 1.3 and later, in {@link Queue} in 1.2 and later.
 *
 * @param type 0xffff; where there are two types, 0xffff is for the table-miss flow or masters and 0xfffe for other
 *     flows or slaves
 * @param experimenter the 32-bit experimenter id
 * @param experimenterType a type that the experimenter defines, 32 bits; 0 in a {@link Queue} before OpenFlow 1.4
 * @param data at most 65,523 bytes
 */
public record ExperimenterProperty(int type, long experimenter, long experimenterType, Bytes data)
        implements TypedProperty {
    /** The type of experimenter properties; where there are two types, the second. */
    public static final int TYPE = 0xffff;

    /** Creates a property of type {@link #TYPE}. */
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

    /** Visits a queue property before OpenFlow 1.4, which has no experimenter type: OpenFlow 1.3.5 section 7.2.2. */
    static ExperimenterProperty visitQueue(FieldVisitor<ExperimenterProperty> f) {
        return new ExperimenterProperty(
                TYPE,
                f.padAfter(f.as(Names.HEX).u32("experimenter", ExperimenterProperty::experimenter), 4),
                f.absentLong("exp_type", ExperimenterProperty::experimenterType, 0),
                f.rest("data", ExperimenterProperty::data));
    }
}
