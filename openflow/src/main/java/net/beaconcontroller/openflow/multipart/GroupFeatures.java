package net.beaconcontroller.openflow.multipart;

import net.beaconcontroller.openflow.MultipartType;
import net.beaconcontroller.openflow.message.GroupMod;
import net.beaconcontroller.openflow.message.MessageLayout;
import net.beaconcontroller.openflow.wire.FieldVisitor;
import net.beaconcontroller.openflow.wire.Names;

/**
 * What groups a switch can have, OpenFlow 1.5.1 section 7.3.5 (OFPMP_GROUP_FEATURES); from OpenFlow 1.2 on. Numbers are
 * unsigned and have 32 bits.
 *
 * @param types a bit for each OFPGT_ type of group, see {@link GroupMod}
 * @param capabilities OFPGFC_ bits: SELECT groups heed 1 weights and 2 which buckets are alive; 4 groups can lead to
 *     groups, 8 in which circles are found
 * @param maxAll how many groups of type ALL there can be
 * @param maxSelect how many of type SELECT
 * @param maxIndirect how many of type INDIRECT
 * @param maxFastFailover how many of type FAST_FAILOVER
 * @param actionsAll a bit for each OFPAT_ type of action that a group of type ALL can have
 * @param actionsSelect the same for type SELECT
 * @param actionsIndirect the same for type INDIRECT
 * @param actionsFastFailover the same for type FAST_FAILOVER
 */
public record GroupFeatures(
        long types,
        long capabilities,
        long maxAll,
        long maxSelect,
        long maxIndirect,
        long maxFastFailover,
        long actionsAll,
        long actionsSelect,
        long actionsIndirect,
        long actionsFastFailover)
        implements MultipartReply {
    public static final MessageLayout<GroupFeatures> LAYOUT =
            MessageLayout.ofReply(MultipartType.GROUP_FEATURES, GroupFeatures.class, GroupFeatures::visit);

    /** Asks what groups there can be, OpenFlow 1.5.1 section 7.3.5 (OFPMP_GROUP_FEATURES); from OpenFlow 1.2 on. */
    public record Request() implements MultipartRequest<GroupFeatures> {
        public static final MessageLayout<Request> LAYOUT = MessageLayout.ofRequest(
                MultipartType.GROUP_FEATURES, Request.class, f -> new Request(), GroupFeatures.class);

        @Override
        public String toString() {
            return MessageLayout.toString(this);
        }
    }

    private static final Names TYPES = Names.ofBits("all", "select", "indirect", "ff");
    private static final Names CAPABILITIES =
            Names.ofBits("SELECT_WEIGHT", "SELECT_LIVENESS", "CHAINING", "CHAINING_CHECKS");

    static GroupFeatures visit(FieldVisitor<GroupFeatures> f) {
        return new GroupFeatures(
                f.as(TYPES).u32("types", GroupFeatures::types),
                f.as(CAPABILITIES).u32("capabilities", GroupFeatures::capabilities),
                f.u32("max_groups_all", GroupFeatures::maxAll),
                f.u32("max_groups_select", GroupFeatures::maxSelect),
                f.u32("max_groups_indirect", GroupFeatures::maxIndirect),
                f.u32("max_groups_ff", GroupFeatures::maxFastFailover),
                f.as(Names.HEX).u32("actions_all", GroupFeatures::actionsAll),
                f.as(Names.HEX).u32("actions_select", GroupFeatures::actionsSelect),
                f.as(Names.HEX).u32("actions_indirect", GroupFeatures::actionsIndirect),
                f.as(Names.HEX).u32("actions_ff", GroupFeatures::actionsFastFailover));
    }

    @Override
    public String toString() {
        return MessageLayout.toString(this);
    }
}
