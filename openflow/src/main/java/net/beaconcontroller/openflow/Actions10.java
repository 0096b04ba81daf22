package net.beaconcontroller.openflow;

/** The actions of OpenFlow 1.0, section 5.2.4 of its specification. */
final class Actions10 {
    private static final int SET_VLAN_VID = 1;
    private static final int SET_VLAN_PCP = 2;
    private static final int STRIP_VLAN = 3;
    private static final int SET_DL_SRC = 4;
    private static final int SET_DL_DST = 5;
    private static final int SET_NW_SRC = 6;
    private static final int SET_NW_DST = 7;
    private static final int SET_NW_TOS = 8;

    private Actions10() {}

    static Action read(int type, Reader in) {
        Reader whole = in.copy();
        return switch (type) {
            case Action.OUTPUT -> new Action.Output(in.port("port"), in.u16("max_len"));
            case SET_VLAN_VID -> set(Field.VLAN_VID, Field.VLAN_PRESENT | in.u16("vlan_vid"));
            case SET_VLAN_PCP -> set(Field.VLAN_PCP, in.u8("vlan_pcp"));
            case STRIP_VLAN -> new Action.PopVlan();
            case SET_DL_SRC -> set(Field.ETH_SRC, in.mac("dl_addr"));
            case SET_DL_DST -> set(Field.ETH_DST, in.mac("dl_addr"));
            case SET_NW_SRC -> set(Field.IPV4_SRC, in.u32("nw_addr"));
            case SET_NW_DST -> set(Field.IPV4_DST, in.u32("nw_addr"));
            case SET_NW_TOS -> set(Field.IP_DSCP, in.u8("nw_tos") >> 2);
            default -> new Action.Other(type, whole.rest("action body"));
        };
    }

    private static Action set(Field field, long value) {
        return new Action.SetField(field.is(value));
    }

    /** Writes the action but for its length and the padding at its end. */
    static void write(Action action, Writer out) {
        switch (action) {
            case Action.Output(long port, int maxLength) -> {
                begin(out, Action.OUTPUT);
                out.u16(PortNumber.narrow(port));
                out.u16(maxLength);
            }
            case Action.SetField(Oxm oxm) -> writeSet(oxm, out);
            case Action.PopVlan _ -> begin(out, STRIP_VLAN);
            case Action.Other(int type, Bytes body) -> {
                begin(out, type);
                out.bytes(body);
            }
            case Action.PushVlan _, Action.Group _ ->
                throw new UnsupportedByVersionException(action.toString(), Version.OF10);
        }
    }

    private static void begin(Writer out, int type) {
        out.u16(type);
        out.u16(0);
    }

    private static void writeSet(Oxm oxm, Writer out) {
        long value = oxm.value().toLong();
        switch (oxm.field().orElse(Field.METADATA)) {
            case VLAN_VID -> {
                begin(out, SET_VLAN_VID);
                out.u16((int) value & ~Field.VLAN_PRESENT);
            }
            case VLAN_PCP -> {
                begin(out, SET_VLAN_PCP);
                out.u8((int) value);
            }
            case ETH_SRC -> {
                begin(out, SET_DL_SRC);
                out.mac(value);
            }
            case ETH_DST -> {
                begin(out, SET_DL_DST);
                out.mac(value);
            }
            case IPV4_SRC -> {
                begin(out, SET_NW_SRC);
                out.u32(value);
            }
            case IPV4_DST -> {
                begin(out, SET_NW_DST);
                out.u32(value);
            }
            case IP_DSCP -> {
                begin(out, SET_NW_TOS);
                out.u8((int) value << 2);
            }
            default -> throw new UnsupportedByVersionException("set-field " + oxm, Version.OF10);
        }
    }
}
