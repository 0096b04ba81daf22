package net.beaconcontroller.openflow;

/** The actions of OpenFlow 1.3, section 7.2.5 of its specification. */
final class Actions13 {
    private static final int PUSH_VLAN = 17;
    private static final int POP_VLAN = 18;
    private static final int GROUP = 22;
    private static final int SET_FIELD = 25;

    private Actions13() {}

    static Action read(int type, Reader in) {
        Reader whole = in.copy();
        return switch (type) {
            case Action.OUTPUT -> new Action.Output(in.port("port"), in.u16("max_len"));
            case PUSH_VLAN -> new Action.PushVlan(in.u16("ethertype"));
            case POP_VLAN -> new Action.PopVlan();
            case GROUP -> new Action.Group(in.u32("group_id"));
            case SET_FIELD -> new Action.SetField(Oxm.read(in));
            default -> new Action.Other(type, whole.rest("action body"));
        };
    }

    /** Writes the action but for its length and the padding at its end. */
    static void write(Action action, Writer out) {
        switch (action) {
            case Action.Output(long port, int maxLength) -> {
                begin(out, Action.OUTPUT);
                out.u32(port);
                out.u16(maxLength);
            }
            case Action.SetField(Oxm oxm) -> {
                begin(out, SET_FIELD);
                oxm.write(out);
            }
            case Action.PushVlan(int etherType) -> {
                begin(out, PUSH_VLAN);
                out.u16(etherType);
            }
            case Action.PopVlan _ -> begin(out, POP_VLAN);
            case Action.Group(long groupId) -> {
                begin(out, GROUP);
                out.u32(groupId);
            }
            case Action.Other(int type, Bytes body) -> {
                begin(out, type);
                out.bytes(body);
            }
        }
    }

    private static void begin(Writer out, int type) {
        out.u16(type);
        out.u16(0);
    }
}
