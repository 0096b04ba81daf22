package net.beaconcontroller.openflow.multipart;

import java.util.List;
import net.beaconcontroller.openflow.MultipartType;
import net.beaconcontroller.openflow.message.ControllerStatus;
import net.beaconcontroller.openflow.message.MessageLayout;

/** The status of the controllers of a switch, OpenFlow 1.5.1 section 7.3.5 (OFPMP_CONTROLLER_STATUS); OpenFlow 1.5. */
public final class ControllerStatuses {
    private ControllerStatuses() {}

    /**
     * Requests the status of the controllers of a switch, OpenFlow 1.5.1 section 7.3.5 (OFPMP_CONTROLLER_STATUS);
     * OpenFlow 1.5.
     */
    public record Request() implements MultipartRequest<Reply> {
        public static final MessageLayout<Request> LAYOUT =
                MessageLayout.ofRequest(MultipartType.CONTROLLER_STATUS, new Request(), Reply.LAYOUT);

        @Override
        public String toString() {
            return MessageLayout.toString(this);
        }
    }

    /** The status of each controller, OpenFlow 1.5.1 section 7.3.5 (OFPMP_CONTROLLER_STATUS); OpenFlow 1.5. */
    public record Reply(List<ControllerStatus> controllers) implements MultipartReply {
        public static final MessageLayout<Reply> LAYOUT = MessageLayout.ofReply(
                MultipartType.CONTROLLER_STATUS,
                Reply.class,
                "controllers",
                Reply::controllers,
                ControllerStatus::visit,
                Reply::new);

        public Reply {
            controllers = List.copyOf(controllers);
        }

        @Override
        public String toString() {
            return MessageLayout.toString(this);
        }
    }
}
