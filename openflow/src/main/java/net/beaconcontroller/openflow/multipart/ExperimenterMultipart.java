package net.beaconcontroller.openflow.multipart;

import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.MultipartType;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.message.MessageLayout;
import net.beaconcontroller.openflow.wire.FieldVisitor;
import net.beaconcontroller.openflow.wire.Names;

/** Multipart messages of vendors, OpenFlow 1.5.1 section 7.3.5 (OFPMP_EXPERIMENTER); OFPST_VENDOR in OpenFlow 1.0. */
public final class ExperimenterMultipart {
    private ExperimenterMultipart() {}

    /**
     * A request of a vendor, OpenFlow 1.5.1 section 7.3.5 (OFPMP_EXPERIMENTER); OFPST_VENDOR in OpenFlow 1.0.
     *
     * @param experimenter the 32-bit experimenter id
     * @param experimenterType a type that the experimenter defines, 32 bits; 0 in OpenFlow 1.0
     * @param data defined by the experimenter
     */
    public record Request(long experimenter, long experimenterType, Bytes data) implements MultipartRequest<Reply> {
        public static final MessageLayout<Request> LAYOUT =
                MessageLayout.ofRequest(MultipartType.EXPERIMENTER, Request.class, Request::visit, Reply.LAYOUT);

        static Request visit(FieldVisitor<Request> f) {
            return new Request(
                    f.as(Names.HEX).u32("experimenter", Request::experimenter),
                    f.u32Since(Version.OF11, "exp_type", Request::experimenterType, 0),
                    f.rest("data", Request::data));
        }

        @Override
        public String toString() {
            return MessageLayout.toString(this);
        }
    }

    /**
     * A reply of a vendor, OpenFlow 1.5.1 section 7.3.5 (OFPMP_EXPERIMENTER); OFPST_VENDOR in OpenFlow 1.0.
     *
     * @param experimenter the 32-bit experimenter id
     * @param experimenterType a type that the experimenter defines, 32 bits; 0 in OpenFlow 1.0
     * @param data defined by the experimenter
     */
    public record Reply(long experimenter, long experimenterType, Bytes data) implements MultipartReply {
        public static final MessageLayout<Reply> LAYOUT =
                MessageLayout.ofReply(MultipartType.EXPERIMENTER, Reply.class, Reply::visit);

        static Reply visit(FieldVisitor<Reply> f) {
            return new Reply(
                    f.as(Names.HEX).u32("experimenter", Reply::experimenter),
                    f.u32Since(Version.OF11, "exp_type", Reply::experimenterType, 0),
                    f.rest("data", Reply::data));
        }

        @Override
        public String toString() {
            return MessageLayout.toString(this);
        }
    }
}
