package net.beaconcontroller.openflow;

/** A vendor's multipart messages, OpenFlow 1.5.1 section 7.3.5 (OFPMP_EXPERIMENTER); OFPST_VENDOR in OpenFlow 1.0. */
public final class ExperimenterMultipart {
    private ExperimenterMultipart() {}

    /**
     * A vendor's request, OpenFlow 1.5.1 section 7.3.5 (OFPMP_EXPERIMENTER); OFPST_VENDOR in OpenFlow 1.0.
     *
     * @param experimenter the vendor's 32-bit id
     * @param experimenterType what it is to that vendor, 32 bits; in OpenFlow 1.0 there is none, and this is 0
     * @param data what the vendor says
     */
    public record Request(long experimenter, long experimenterType, Bytes data) implements MultipartRequest<Reply> {
        static Request visit(FieldVisitor<Request> f) {
            return new Request(
                    f.as(Names.HEX).u32("experimenter", Request::experimenter),
                    f.is10()
                            ? f.unsaidLong("exp_type", Request::experimenterType, 0)
                            : f.u32("exp_type", Request::experimenterType),
                    f.rest("data", Request::data));
        }

        @Override
        public String toString() {
            return MessagePrinter.print(this);
        }
    }

    /**
     * A vendor's answer, OpenFlow 1.5.1 section 7.3.5 (OFPMP_EXPERIMENTER); OFPST_VENDOR in OpenFlow 1.0.
     *
     * @param experimenter the vendor's 32-bit id
     * @param experimenterType what it is to that vendor, 32 bits; in OpenFlow 1.0 there is none, and this is 0
     * @param data what the vendor says
     */
    public record Reply(long experimenter, long experimenterType, Bytes data) implements MultipartReply {
        static Reply visit(FieldVisitor<Reply> f) {
            return new Reply(
                    f.as(Names.HEX).u32("experimenter", Reply::experimenter),
                    f.is10()
                            ? f.unsaidLong("exp_type", Reply::experimenterType, 0)
                            : f.u32("exp_type", Reply::experimenterType),
                    f.rest("data", Reply::data));
        }

        @Override
        public String toString() {
            return MessagePrinter.print(this);
        }
    }
}
