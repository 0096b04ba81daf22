package net.beaconcontroller.openflow.message;

import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.MessageType;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.wire.FieldVisitor;
import net.beaconcontroller.openflow.wire.Names;

/**
 * A message of a vendor, OpenFlow 1.5.1 section 7.5.5 (OFPT_EXPERIMENTER); OFPT_VENDOR in OpenFlow 1.0.
 *
 * @param experimenter the 32-bit experimenter id
 * @param experimenterType a type that the experimenter defines, 32 bits; 0 in OpenFlow 1.0
 * @param data defined by the experimenter
 */
public record Experimenter(long experimenter, long experimenterType, Bytes data) implements Message {
    public static final MessageLayout<Experimenter> LAYOUT =
            MessageLayout.of(MessageType.EXPERIMENTER, Experimenter.class, Experimenter::visit);

    static Experimenter visit(FieldVisitor<Experimenter> f) {
        return new Experimenter(
                f.as(Names.HEX).u32("experimenter", Experimenter::experimenter),
                f.u32Since(Version.OF11, "exp_type", Experimenter::experimenterType, 0),
                f.rest("data", Experimenter::data));
    }

    @Override
    public String toString() {
        return MessageLayout.toString(this);
    }
}
