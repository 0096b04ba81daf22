package net.beaconcontroller.openflow.multipart;

import java.util.List;
import net.beaconcontroller.openflow.GroupNumber;
import net.beaconcontroller.openflow.MultipartType;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.message.MessageLayout;
import net.beaconcontroller.openflow.structure.Group;
import net.beaconcontroller.openflow.wire.FieldVisitor;
import net.beaconcontroller.openflow.wire.Names;

/** The description of groups, OpenFlow 1.5.1 section 7.3.5 (OFPMP_GROUP_DESC); OpenFlow 1.1 and later. */
public final class GroupDescription {
    private GroupDescription() {}

    /**
     * Requests the groups and their buckets, OpenFlow 1.5.1 section 7.3.5 (OFPMP_GROUP_DESC); OpenFlow 1.1 and later.
     *
     * @param groupId the requested group in OpenFlow 1.5; {@link GroupNumber#ALL} for all
     */
    public record Request(long groupId) implements MultipartRequest<Reply> {
        public static final MessageLayout<Request> LAYOUT =
                MessageLayout.ofRequest(MultipartType.GROUP_DESC, Request.class, Request::visit, Reply.LAYOUT);

        /** Requests all groups. */
        public Request() {
            this(GroupNumber.ALL);
        }

        static Request visit(FieldVisitor<Request> f) {
            return new Request(f.padAfter(
                    f.as(Names.GROUP).u32Since(Version.OF15, "group_id", Request::groupId, GroupNumber.ALL),
                    f.since(Version.OF15) ? 4 : 0));
        }

        @Override
        public String toString() {
            return MessageLayout.toString(this);
        }
    }

    /** The groups and their buckets, OpenFlow 1.5.1 section 7.3.5 (OFPMP_GROUP_DESC); OpenFlow 1.1 and later. */
    public record Reply(List<Group> groups) implements MultipartReply {
        public static final MessageLayout<Reply> LAYOUT = MessageLayout.ofReply(
                MultipartType.GROUP_DESC, Reply.class, "groups", Reply::groups, Group::visit, Reply::new);

        public Reply {
            groups = List.copyOf(groups);
        }

        @Override
        public String toString() {
            return MessageLayout.toString(this);
        }
    }
}
