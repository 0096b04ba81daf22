package net.beaconcontroller.openflow.multipart;

import net.beaconcontroller.openflow.MultipartType;
import net.beaconcontroller.openflow.message.GroupMod;
import net.beaconcontroller.openflow.message.MessageLayout;
import net.beaconcontroller.openflow.wire.FieldVisitor;
import net.beaconcontroller.openflow.wire.Names;

/**
 * The group features of a switch, OpenFlow 1.5.1 section 7.3.5 (OFPMP_GROUP_FEATURES); OpenFlow 1.2 and later. Numbers
 * are unsigned and have 32 bits.
 *
 * @param types a bit for each supported OFPGT_ type, see {@link GroupMod}
 * @param capabilities OFPGFC_ bits: 1 weights and 2 liveness in SELECT groups, 4 chaining of groups, 8 loop detection
 * @param maxAll the maximum number of ALL groups
 * @param maxSelect the maximum number of SELECT groups
 * @param maxIndirect the maximum number of INDIRECT groups
 * @param maxFastFailover the maximum number of FAST_FAILOVER groups
 * @param actionsAll a bit for each OFPAT_ type of action in ALL groups
 * @param actionsSelect a bit for each OFPAT_ type of action in SELECT groups
 * @param actionsIndirect a bit for each OFPAT_ type of action in INDIRECT groups
 * @param actionsFastFailover a bit for each OFPAT_ type of action in FAST_FAILOVER groups
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

    /** Requests the group features, OpenFlow 1.5.1 section 7.3.5 (OFPMP_GROUP_FEATURES); OpenFlow 1.2 and later. */
    public record Request() implements MultipartRequest<GroupFeatures> {
        public static final MessageLayout<Request> LAYOUT =
                MessageLayout.ofRequest(MultipartType.GROUP_FEATURES, new Request(), GroupFeatures.LAYOUT);

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
