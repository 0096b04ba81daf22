package net.beaconcontroller.openflow.message;

import java.util.List;
import net.beaconcontroller.openflow.ErrorCode;
import net.beaconcontroller.openflow.GroupNumber;
import net.beaconcontroller.openflow.MessageType;
import net.beaconcontroller.openflow.NotationException;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.structure.Bucket;
import net.beaconcontroller.openflow.structure.Group;
import net.beaconcontroller.openflow.structure.Property;
import net.beaconcontroller.openflow.wire.EnumCodec;
import net.beaconcontroller.openflow.wire.FieldVisitor;
import net.beaconcontroller.openflow.wire.Names;

/**
 * Adds, modifies or deletes a group, OpenFlow 1.5.1 section 7.3.4 (OFPT_GROUP_MOD); OpenFlow 1.1 and later.
 *
 * @param command the command
 * @param groupType an OFPGT_ number: {@link #TYPE_ALL}, {@link #TYPE_SELECT}, {@link #TYPE_INDIRECT}, {@link
 *     #TYPE_FAST_FAILOVER}, or 128 to 255 for a type of a vendor
 * @param groupId 0 to 0xffffff00; {@link GroupNumber#ALL} to delete all
 * @param commandBucketId the bucket of a bucket command in OpenFlow 1.5: an id, {@link #FIRST_BUCKET}, {@link
 *     #LAST_BUCKET} or {@link #ALL_BUCKETS}; else {@link Bucket#NO_ID}
 * @param buckets the buckets of the group; for INSERT_BUCKET the new ones
 * @param properties OpenFlow 1.5 only
 */
public record GroupMod(
        Command command,
        int groupType,
        long groupId,
        long commandBucketId,
        List<Bucket> buckets,
        List<Property> properties)
        implements Message {
    public static final MessageLayout<GroupMod> LAYOUT =
            MessageLayout.of(MessageType.GROUP_MOD, GroupMod.class, GroupMod::visit);

    /** The command, OpenFlow 1.5.1 section 7.3.4 (OFPGC_); OpenFlow 1.1 and later. */
    public enum Command {
        /** Adds a group. */
        ADD,
        /** Replaces the type and the buckets of a group. */
        MODIFY,
        /** Deletes a group and the flows that use it. */
        DELETE,
        /** Inserts buckets at the command bucket id; OpenFlow 1.5. */
        INSERT_BUCKET,
        /** Removes the bucket, or all buckets, of the command bucket id; OpenFlow 1.5. */
        REMOVE_BUCKET
    }

    /** OFPG_BUCKET_FIRST: the first bucket, or the position before it; OpenFlow 1.5. */
    public static final long FIRST_BUCKET = 0xfffffffdL;

    /** OFPG_BUCKET_LAST: the last bucket, or the position after it; OpenFlow 1.5. */
    public static final long LAST_BUCKET = 0xfffffffeL;

    /** OFPG_BUCKET_ALL: all buckets; OpenFlow 1.5. */
    public static final long ALL_BUCKETS = 0xffffffffL;

    /** OFPGT_ALL: executes all buckets. */
    public static final int TYPE_ALL = 0;

    /** OFPGT_SELECT: executes one bucket, which the switch selects for each packet. */
    public static final int TYPE_SELECT = 1;

    /** OFPGT_INDIRECT: executes the only bucket. */
    public static final int TYPE_INDIRECT = 2;

    /** OFPGT_FF: executes the first live bucket. */
    public static final int TYPE_FAST_FAILOVER = 3;

    private static final EnumCodec<Command> COMMANDS_11 =
            new EnumCodec<>(ErrorCode.BAD_GROUP_COMMAND, Command.ADD, Command.MODIFY, Command.DELETE);
    private static final EnumCodec<Command> COMMANDS_15 = new EnumCodec<>(
            ErrorCode.BAD_GROUP_COMMAND,
            Command.ADD,
            Command.MODIFY,
            Command.DELETE,
            Command.INSERT_BUCKET,
            null,
            Command.REMOVE_BUCKET);

    public GroupMod {
        buckets = List.copyOf(buckets);
        properties = List.copyOf(properties);
    }

    /** Returns a group-mod for any version. */
    public static GroupMod of(Command command, int groupType, long groupId, Bucket... buckets) {
        return new GroupMod(command, groupType, groupId, Bucket.NO_ID, List.of(buckets), List.of());
    }

    /**
     * Parses the {@code ovs-ofctl} notation of a group, such as {@code
     * group_id=1,type=select,bucket=weight:2,actions=output:1,bucket=output:2}; see docs/openflow.md.
     *
     * @return a group-mod that adds the group
     * @throws NotationException if the text is not a group; it has the column
     */
    public static GroupMod parse(String text) {
        return GroupNotation.parse(text);
    }

    /** Returns the group in the notation that {@link #parse} reads, without the command. */
    public String notation() {
        return GroupNotation.print(groupType, groupId, buckets);
    }

    private long commandBucketIdOrAll() {
        return commandBucketId == Bucket.NO_ID ? ALL_BUCKETS : commandBucketId;
    }

    static GroupMod visit(FieldVisitor<GroupMod> f) {
        boolean is15 = f.since(Version.OF15);
        Command command = f.enum16("command", GroupMod::command, is15 ? COMMANDS_15 : COMMANDS_11);
        int groupType = f.as(Group.TYPES).u8("type", GroupMod::groupType);
        f.pad(1);
        long groupId = f.as(Names.GROUP).u32("group_id", GroupMod::groupId);
        int bucketsLength = is15 ? f.lengthAhead("bucket_array_len") : 0;
        f.pad(is15 ? 2 : 0);
        return new GroupMod(
                command,
                groupType,
                groupId,
                is15
                        ? f.as(Names.HEX).u32("command_bucket_id", GroupMod::commandBucketIdOrAll)
                        : f.absentLong("command_bucket_id", GroupMod::commandBucketId, Bucket.NO_ID),
                Bucket.list(f, bucketsLength, GroupMod::buckets),
                f.listSince(Version.OF15, "properties", GroupMod::properties, Group.PROPERTIES));
    }

    @Override
    public String toString() {
        return MessageLayout.toString(this);
    }
}
