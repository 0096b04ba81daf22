package net.beaconcontroller.openflow;

import java.util.List;

/**
 * A group and its buckets, OpenFlow 1.5.1 section 7.3.5 (OFPMP_GROUP_DESC); from OpenFlow 1.1 on.
 *
 * @param groupType an OFPGT_ number, see {@link GroupMod}
 * @param groupId 0 to 0xffffff00
 * @param buckets in the order of the group
 * @param properties what else there is to it; from OpenFlow 1.5 on
 */
public record Group(int groupType, long groupId, List<Bucket> buckets, List<Property> properties) {
    /** What else there is to a group, OpenFlow 1.5.1 section 7.3.4 (OFPGPT_); OpenFlow 1.5. */
    public sealed interface Property permits ExperimenterProperty, UnknownProperty {}

    /**
     * Asks for the groups and their buckets, OpenFlow 1.5.1 section 7.3.5 (OFPMP_GROUP_DESC); from OpenFlow 1.1 on.
     *
     * @param groupId the one group that is asked for, from OpenFlow 1.5 on; {@link GroupMod#ALL} for all
     */
    public record Request(long groupId) implements MultipartRequest<Reply> {
        /** Asks for all groups. */
        public Request() {
            this(GroupMod.ALL);
        }

        static Request visit(FieldVisitor<Request> f) {
            if (!f.since(Version.OF15)) {
                return new Request(f.unsaidLong("group_id", Request::groupId, GroupMod.ALL));
            }
            long groupId = f.as(Names.GROUP).u32("group_id", Request::groupId);
            f.pad(4);
            return new Request(groupId);
        }

        @Override
        public String toString() {
            return MessagePrinter.print(this);
        }
    }

    /** The groups and their buckets, OpenFlow 1.5.1 section 7.3.5 (OFPMP_GROUP_DESC); from OpenFlow 1.1 on. */
    public record Reply(List<Group> groups) implements MultipartReply {
        public Reply {
            groups = List.copyOf(groups);
        }

        static Reply visit(FieldVisitor<Reply> f) {
            return new Reply(f.list("groups", Reply::groups, Group::visit));
        }

        @Override
        public String toString() {
            return MessagePrinter.print(this);
        }
    }

    static final TypeRegistry<Property> PROPERTIES = ExperimenterProperty.addTo(UnknownProperty.family());

    public Group {
        buckets = List.copyOf(buckets);
        properties = List.copyOf(properties);
    }

    static Group visit(FieldVisitor<Group> f) {
        f.length("length");
        int groupType = f.as(GroupMod.TYPES).u8("type", Group::groupType);
        f.pad(1);
        long groupId = f.as(Names.GROUP).u32("group_id", Group::groupId);
        if (!f.since(Version.OF15)) {
            return new Group(
                    groupType,
                    groupId,
                    f.list("buckets", Group::buckets, Bucket::visit),
                    f.unsaidValue("properties", Group::properties, List.of()));
        }
        int bucketsLength = f.lengthAhead("bucket_array_len");
        f.pad(6);
        return new Group(
                groupType,
                groupId,
                f.list("buckets", bucketsLength, group -> Bucket.numbered(group.buckets), Bucket::visit),
                f.list("properties", Group::properties, PROPERTIES));
    }
}
