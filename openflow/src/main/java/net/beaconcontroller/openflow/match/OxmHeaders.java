package net.beaconcontroller.openflow.match;

/** OXM headers, without masks, of the fields that Match10 and the encoders write. */
public final class OxmHeaders {
    public static final int IN_PORT = Oxm.header(Field.IN_PORT);
    public static final int ETH_DST = Oxm.header(Field.ETH_DST);
    public static final int ETH_SRC = Oxm.header(Field.ETH_SRC);
    public static final int ETH_TYPE = Oxm.header(Field.ETH_TYPE);
    public static final int VLAN_VID = Oxm.header(Field.VLAN_VID);
    public static final int VLAN_PCP = Oxm.header(Field.VLAN_PCP);
    public static final int IP_DSCP = Oxm.header(Field.IP_DSCP);
    public static final int IP_PROTO = Oxm.header(Field.IP_PROTO);
    public static final int IPV4_SRC = Oxm.header(Field.IPV4_SRC);
    public static final int IPV4_DST = Oxm.header(Field.IPV4_DST);
    public static final int TCP_SRC = Oxm.header(Field.TCP_SRC);
    public static final int TCP_DST = Oxm.header(Field.TCP_DST);
    public static final int UDP_SRC = Oxm.header(Field.UDP_SRC);
    public static final int UDP_DST = Oxm.header(Field.UDP_DST);
    public static final int ICMPV4_TYPE = Oxm.header(Field.ICMPV4_TYPE);
    public static final int ICMPV4_CODE = Oxm.header(Field.ICMPV4_CODE);
    public static final int ICMPV6_TYPE = Oxm.header(Field.ICMPV6_TYPE);
    public static final int ICMPV6_CODE = Oxm.header(Field.ICMPV6_CODE);
    public static final int ARP_OP = Oxm.header(Field.ARP_OP);
    public static final int ARP_SPA = Oxm.header(Field.ARP_SPA);
    public static final int ARP_TPA = Oxm.header(Field.ARP_TPA);
    public static final int IPV6_SRC = Oxm.header(Field.IPV6_SRC);
    public static final int IPV6_DST = Oxm.header(Field.IPV6_DST);

    private OxmHeaders() {}
}
