package net.beaconcontroller.packet;

/**
 * The virtual MAC addresses of first-hop redundancy protocols. Routers answer ARP and Neighbor Discovery for the
 * address of their group with them, often in frames whose source is another address, and they change the port when
 * another router takes over.
 */
public final class VirtualMac {
    private static final int GROUP_BITS = 8;
    private static final int LONG_GROUP_BITS = 12;
    private static final int GLBP_BITS = 24;

    /** 00-00-5e-00-01-xx: VRRP for IPv4, RFC 5798 section 7.3, and CARP. */
    private static final long VRRP = 0x00_005e_0001L;

    /** 00-00-5e-00-02-xx: VRRP for IPv6. */
    private static final long VRRP_IPV6 = 0x00_005e_0002L;

    /** 00-00-0c-07-ac-xx: version 1 of HSRP, RFC 2281 section 5.1. */
    private static final long HSRP = 0x00_000c_07acL;

    /** 00-00-0c-9f-fx-xx: version 2 of HSRP. */
    private static final long HSRP_2 = 0x0_0000_c9ffL;

    /** 00-05-73-a0-0x-xx: version 2 of HSRP for IPv6. */
    private static final long HSRP_2_IPV6 = 0x0_0057_3a00L;

    /** 00-07-b4-xx-xx-xx: GLBP. */
    private static final long GLBP = 0x00_07b4L;

    private VirtualMac() {}

    /** Returns whether an address is in one of the ranges of VRRP, CARP, HSRP and GLBP. */
    public static boolean isVirtual(long mac) {
        long group = mac >>> GROUP_BITS;
        long longGroup = mac >>> LONG_GROUP_BITS;
        return group == VRRP
                || group == VRRP_IPV6
                || group == HSRP
                || longGroup == HSRP_2
                || longGroup == HSRP_2_IPV6
                || isOfGlbp(mac);
    }

    /**
     * Returns whether an address is one of GLBP. There, one router answers for the address of the group, with the MAC
     * addresses of all its routers in turn.
     */
    public static boolean isOfGlbp(long mac) {
        return mac >>> GLBP_BITS == GLBP;
    }
}
