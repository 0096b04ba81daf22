package net.beaconcontroller.openflow.message;

import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.MessageType;
import net.beaconcontroller.openflow.wire.FieldVisitor;
import net.beaconcontroller.openflow.wire.Names;

/**
 * A vendor's extension, OpenFlow 1.5.1 section 7.5.5 (OFPT_EXPERIMENTER); OFPT_VENDOR in OpenFlow 1.0.
 *
 * @param experimenter the vendor's 32-bit id
 * @param experimenterType what it is to that vendor, 32 bits; in OpenFlow 1.0 there is none, and this is 0
 * @param data what the vendor says
 */
public record Experimenter(long experimenter, long experimenterType, Bytes data) implements Message {
    public static final MessageLayout<Experimenter> LAYOUT =
            MessageLayout.of(MessageType.EXPERIMENTER, Experimenter.class, Experimenter::visit);

    static Experimenter visit(FieldVisitor<Experimenter> f) {
        return new Experimenter(
                f.as(Names.HEX).u32("experimenter", Experimenter::experimenter),
                f.is10()
                        ? f.absentLong("exp_type", Experimenter::experimenterType, 0)
                        : f.u32("exp_type", Experimenter::experimenterType),
                f.rest("data", Experimenter::data));
    }

    @Override
    public String toString() {
        return MessageLayout.toString(this);
    }
}
