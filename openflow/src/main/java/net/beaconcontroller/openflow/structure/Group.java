package net.beaconcontroller.openflow.structure;

import java.util.List;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.wire.FieldVisitor;
import net.beaconcontroller.openflow.wire.Names;
import net.beaconcontroller.openflow.wire.TypeRegistry;

/**
 * A group and its buckets, OpenFlow 1.5.1 section 7.3.5 (OFPMP_GROUP_DESC); OpenFlow 1.1 and later.
 *
 * @param groupType an OFPGT_ number, see {@code GroupMod}
 * @param groupId 0 to 0xffffff00
 * @param buckets in the order of the group
 * @param properties OpenFlow 1.5 only
 */
public record Group(int groupType, long groupId, List<Bucket> buckets, List<Property> properties) {
    public static final Names TYPES = Names.ofValues("all", "select", "indirect", "ff");

    public static final TypeRegistry<Property> PROPERTIES = PropertyTypes.create();

    public Group {
        buckets = List.copyOf(buckets);
        properties = List.copyOf(properties);
    }

    public static Group visit(FieldVisitor<Group> f) {
        f.length("length");
        int groupType = f.as(TYPES).u8("type", Group::groupType);
        f.pad(1);
        long groupId = f.as(Names.GROUP).u32("group_id", Group::groupId);
        boolean is15 = f.since(Version.OF15);
        int bucketsLength = is15 ? f.lengthAhead("bucket_array_len") : 0;
        f.pad(is15 ? 6 : 0);
        return new Group(
                groupType,
                groupId,
                Bucket.list(f, bucketsLength, Group::buckets),
                f.listSince(Version.OF15, "properties", Group::properties, PROPERTIES));
    }
}
