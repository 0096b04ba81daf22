package net.beaconcontroller.openflow;

/** Group numbers, 32 bits: 0 to {@link #MAX}, and the reserved numbers of OpenFlow 1.5.1 section 7.3.4 (OFPG_). */
public final class GroupNumber {
    /** OFPG_MAX: the highest number of a group. */
    public static final long MAX = 0xffffff00L;

    /** OFPG_ALL: all groups, in requests and deletes. */
    public static final long ALL = 0xfffffffcL;

    /** OFPG_ANY: no group, or any group. */
    public static final long ANY = 0xffffffffL;

    private GroupNumber() {}

    /** Returns the number, or the name of a reserved one. */
    public static String toString(long group) {
        return group == ANY ? "ANY" : group == ALL ? "ALL" : Long.toString(group);
    }
}
