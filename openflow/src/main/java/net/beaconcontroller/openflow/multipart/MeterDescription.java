package net.beaconcontroller.openflow.multipart;

import java.util.List;
import net.beaconcontroller.openflow.MultipartType;
import net.beaconcontroller.openflow.message.MessageLayout;
import net.beaconcontroller.openflow.message.MeterMod;
import net.beaconcontroller.openflow.structure.Meter;

/** The description of meters, OpenFlow 1.5.1 section 7.3.5 (OFPMP_METER_DESC); OpenFlow 1.3 and later. */
public final class MeterDescription {
    private MeterDescription() {}

    /**
     * Requests the meters and their bands, OpenFlow 1.5.1 section 7.3.5 (OFPMP_METER_DESC); OpenFlow 1.3 and later.
     *
     * @param meterId the requested meter; {@link MeterMod#ALL} for all
     */
    public record Request(long meterId) implements MultipartRequest<Reply> {
        public static final MessageLayout<Request> LAYOUT = MessageLayout.ofRequest(
                MultipartType.METER_DESC,
                Request.class,
                f -> new Request(f.padAfter(f.u32("meter_id", Request::meterId), 4)),
                Reply.LAYOUT);

        @Override
        public String toString() {
            return MessageLayout.toString(this);
        }
    }

    /** The meters and their bands, OpenFlow 1.5.1 section 7.3.5 (OFPMP_METER_DESC); OpenFlow 1.3 and later. */
    public record Reply(List<Meter> meters) implements MultipartReply {
        public static final MessageLayout<Reply> LAYOUT = MessageLayout.ofReply(
                MultipartType.METER_DESC, Reply.class, "meters", Reply::meters, Meter::visit, Reply::new);

        public Reply {
            meters = List.copyOf(meters);
        }

        @Override
        public String toString() {
            return MessageLayout.toString(this);
        }
    }
}
