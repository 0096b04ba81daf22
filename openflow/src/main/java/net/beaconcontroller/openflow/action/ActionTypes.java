package net.beaconcontroller.openflow.action;

import java.util.function.IntFunction;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import net.beaconcontroller.openflow.ErrorCode;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.action.Action.PopMpls;
import net.beaconcontroller.openflow.action.Action.PushMpls;
import net.beaconcontroller.openflow.action.Action.PushPbb;
import net.beaconcontroller.openflow.action.Action.PushVlan;
import net.beaconcontroller.openflow.action.Action.SetField;
import net.beaconcontroller.openflow.action.Action.SetIpTtl;
import net.beaconcontroller.openflow.action.Action.SetMplsTtl;
import net.beaconcontroller.openflow.match.Field;
import net.beaconcontroller.openflow.match.Oxm;
import net.beaconcontroller.openflow.wire.Names;
import net.beaconcontroller.openflow.wire.StructLayout;
import net.beaconcontroller.openflow.wire.TypeRegistry;

/** The types of actions. */
public final class ActionTypes {
    private static final int VLAN_ID = 0xfff;

    /** OFPAT_OUTPUT, in all versions. */
    public static final int OUTPUT = 0;

    /** OFPAT_ENQUEUE; OpenFlow 1.0. */
    public static final int ENQUEUE_10 = 11;

    /** The actions of OpenFlow 1.0, section 5.2.4. */
    private static final TypeRegistry<Action> OF10 = TypeRegistry.<Action, Action.Unknown>paddedInside(
                    ErrorCode.BAD_ACTION_LEN, 4, Action.Unknown.class, Action.Unknown::visit)
            .with(OUTPUT, "OUTPUT", Action.Output.class, Action.Output::visit)
            .withTranslated(1, "SET_VLAN_VID", SetField.class, is(Field.VLAN_VID), vlanId())
            .withTranslated(2, "SET_VLAN_PCP", SetField.class, is(Field.VLAN_PCP), small("vlan_pcp", Field.VLAN_PCP, 0))
            .with(3, "STRIP_VLAN", Action.PopVlan.class, padded(new Action.PopVlan()))
            .withTranslated(4, "SET_DL_SRC", SetField.class, is(Field.ETH_SRC), mac(Field.ETH_SRC))
            .withTranslated(5, "SET_DL_DST", SetField.class, is(Field.ETH_DST), mac(Field.ETH_DST))
            .withTranslated(6, "SET_NW_SRC", SetField.class, is(Field.IPV4_SRC), ip(Field.IPV4_SRC))
            .withTranslated(7, "SET_NW_DST", SetField.class, is(Field.IPV4_DST), ip(Field.IPV4_DST))
            .withTranslated(8, "SET_NW_TOS", SetField.class, is(Field.IP_DSCP), small("nw_tos", Field.IP_DSCP, 2))
            .withTranslated(
                    9, "SET_TP_SRC", SetField.class, isEither(Field.TCP_SRC, Field.UDP_SRC), transport(Field.TCP_SRC))
            .withTranslated(
                    10, "SET_TP_DST", SetField.class, isEither(Field.TCP_DST, Field.UDP_DST), transport(Field.TCP_DST))
            .with(ENQUEUE_10, "ENQUEUE", Action.Enqueue.class, Action.Enqueue::visit)
            .with(0xffff, "VENDOR", Action.Experimenter.class, Action.Experimenter::visit)
            .withNotation();

    /** The actions of OpenFlow 1.5.1, section 7.2.6, and of OpenFlow 1.1 and later except those that only 1.1 has. */
    private static final TypeRegistry<Action> OF11 = TypeRegistry.<Action, Action.Unknown>paddedInside(
                    ErrorCode.BAD_ACTION_LEN, 4, Action.Unknown.class, Action.Unknown::visit)
            .with(OUTPUT, "OUTPUT", Action.Output.class, Action.Output::visit)
            .with(11, "COPY_TTL_OUT", Action.CopyTtlOut.class, padded(new Action.CopyTtlOut()))
            .with(12, "COPY_TTL_IN", Action.CopyTtlIn.class, padded(new Action.CopyTtlIn()))
            .with(15, "SET_MPLS_TTL", SetMplsTtl.class, ttl("mpls_ttl", SetMplsTtl::ttl, SetMplsTtl::new))
            .with(16, "DEC_MPLS_TTL", Action.DecrementMplsTtl.class, padded(new Action.DecrementMplsTtl()))
            .with(17, "PUSH_VLAN", PushVlan.class, etherType(PushVlan::etherType, PushVlan::new))
            .with(18, "POP_VLAN", Action.PopVlan.class, padded(new Action.PopVlan()))
            .with(19, "PUSH_MPLS", PushMpls.class, etherType(PushMpls::etherType, PushMpls::new))
            .with(20, "POP_MPLS", PopMpls.class, etherType(PopMpls::etherType, PopMpls::new))
            .with(21, "SET_QUEUE", Action.SetQueue.class, Action.SetQueue::visit)
            .with(22, "GROUP", Action.ToGroup.class, Action.ToGroup::visit)
            .with(23, "SET_NW_TTL", SetIpTtl.class, ttl("nw_ttl", SetIpTtl::ttl, SetIpTtl::new))
            .with(24, "DEC_NW_TTL", Action.DecrementIpTtl.class, padded(new Action.DecrementIpTtl()))
            .with(25, "SET_FIELD", SetField.class, SetField::visit)
            .with(26, "PUSH_PBB", Version.OF13, PushPbb.class, etherType(PushPbb::etherType, PushPbb::new))
            .with(27, "POP_PBB", Version.OF13, Action.PopPbb.class, padded(new Action.PopPbb()))
            .with(28, "COPY_FIELD", Version.OF15, Action.CopyField.class, Action.CopyField::visit)
            .with(29, "METER", Version.OF15, Action.ToMeter.class, Action.ToMeter::visit)
            .with(0xffff, "EXPERIMENTER", Action.Experimenter.class, Action.Experimenter::visit)
            .withNotation();

    private ActionTypes() {}

    /** Returns the actions of a version. */
    public static TypeRegistry<Action> in(Version version) {
        return version == Version.OF10 ? OF10 : OF11;
    }

    /** Returns the layout of an action without fields. */
    private static <A extends Action> StructLayout<A> padded(A action) {
        return f -> {
            f.pad(4);
            return action;
        };
    }

    /** Returns the layout of an action with an Ethernet type. */
    private static <A extends Action> StructLayout<A> etherType(ToIntFunction<A> get, IntFunction<A> make) {
        return f -> make.apply(f.padAfter(f.as(Names.HEX).u16("ethertype", get), 2));
    }

    /** Returns the layout of an action with a time to live. */
    private static <A extends Action> StructLayout<A> ttl(String name, ToIntFunction<A> get, IntFunction<A> make) {
        return f -> make.apply(f.padAfter(f.u8(name, get), 3));
    }

    private static Predicate<SetField> is(Field field) {
        return set -> sets(set, field);
    }

    private static Predicate<SetField> isEither(Field tcp, Field udp) {
        return set -> sets(set, tcp) || sets(set, udp);
    }

    private static boolean sets(SetField set, Field field) {
        Oxm oxm = set.field();
        return oxm.mask() == null && oxm.oxmClass() == Oxm.BASIC && oxm.number() == field.number();
    }

    private static long valueOf(SetField set) {
        return set.field().value().toLong();
    }

    private static StructLayout<SetField> vlanId() {
        return f -> {
            int id = f.padAfter(f.u16("vlan_vid", set -> (int) valueOf(set) & ~Field.VLAN_PRESENT), 2);
            return set(Field.VLAN_VID, Field.VLAN_PRESENT | (id & VLAN_ID));
        };
    }

    /** Returns the layout of a field of one byte whose value is shifted. */
    private static StructLayout<SetField> small(String name, Field field, int shift) {
        return f -> set(field, f.padAfter(f.u8(name, set -> (int) valueOf(set) << shift), 3) >> shift);
    }

    private static StructLayout<SetField> mac(Field field) {
        return f -> set(field, f.padAfter(f.mac("dl_addr", ActionTypes::valueOf), 6));
    }

    private static StructLayout<SetField> ip(Field field) {
        return f -> set(field, f.u32("nw_addr", ActionTypes::valueOf));
    }

    private static StructLayout<SetField> transport(Field field) {
        return f -> set(field, f.padAfter(f.u16("tp_port", set -> (int) valueOf(set)), 2));
    }

    private static SetField set(Field field, long value) {
        return new SetField(field.is(value));
    }
}
