package net.beaconcontroller.net;

/** VLAN identifiers, IEEE 802.1Q section 9.6, as {@code int}: 0 to 4095, or {@link #NONE}. */
public final class VlanId {
    /** The value that stands for the absence of a VLAN tag. */
    public static final int NONE = -1;

    private VlanId() {}

    /**
     * Returns the VLAN that a frame belongs to: {@link #NONE} for the null VLAN identifier 0, since the tag then
     * carries a priority only, IEEE 802.1Q table 9-2.
     */
    public static int ofTag(int id) {
        return id == 0 ? NONE : id;
    }
}
