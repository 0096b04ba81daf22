package net.beaconcontroller.openflow;

/**
 * What groups a switch can have, OpenFlow 1.5.1 section 7.3.5.12; from OpenFlow 1.2 on.
 *
 * @param types a bit for each type of group, see {@link GroupMod}
 * @param capabilities OFPGFC_ bits
 * @param maxAll how many groups of type ALL there can be
 * @param actionsAll a bit for each type of action that a group of type ALL can have
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

    /** Asks what groups there can be. */
    public record Request() implements MultipartRequest<GroupFeatures> {
        @Override
        public String toString() {
            return Text.print(this);
        }
    }

    private static final Names TYPES = Names.ofBits("all", "select", "indirect", "ff");
    private static final Names CAPABILITIES =
            Names.ofBits("SELECT_WEIGHT", "SELECT_LIVENESS", "CHAINING", "CHAINING_CHECKS");

    static GroupFeatures walk(Fields<GroupFeatures> f) {
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
        return Text.print(this);
    }
}
