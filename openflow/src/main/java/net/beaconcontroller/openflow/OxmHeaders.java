package net.beaconcontroller.openflow;

/** What the OXM TLVs of the fields begin with that the translations to and from OpenFlow 1.0 and the encoders write. */
final class OxmHeaders {
    static final int IN_PORT = Oxm.header(Field.IN_PORT);
    static final int ETH_DST = Oxm.header(Field.ETH_DST);
    static final int ETH_SRC = Oxm.header(Field.ETH_SRC);
    static final int ETH_TYPE = Oxm.header(Field.ETH_TYPE);
    static final int VLAN_VID = Oxm.header(Field.VLAN_VID);
    static final int VLAN_PCP = Oxm.header(Field.VLAN_PCP);
    static final int IP_DSCP = Oxm.header(Field.IP_DSCP);
    static final int IP_PROTO = Oxm.header(Field.IP_PROTO);
    static final int IPV4_SRC = Oxm.header(Field.IPV4_SRC);
    static final int IPV4_DST = Oxm.header(Field.IPV4_DST);
    static final int TCP_SRC = Oxm.header(Field.TCP_SRC);
    static final int TCP_DST = Oxm.header(Field.TCP_DST);
    static final int UDP_SRC = Oxm.header(Field.UDP_SRC);
    static final int UDP_DST = Oxm.header(Field.UDP_DST);
    static final int ICMPV4_TYPE = Oxm.header(Field.ICMPV4_TYPE);
    static final int ICMPV4_CODE = Oxm.header(Field.ICMPV4_CODE);
    static final int ICMPV6_TYPE = Oxm.header(Field.ICMPV6_TYPE);
    static final int ICMPV6_CODE = Oxm.header(Field.ICMPV6_CODE);
    static final int ARP_OP = Oxm.header(Field.ARP_OP);
    static final int ARP_SPA = Oxm.header(Field.ARP_SPA);
    static final int ARP_TPA = Oxm.header(Field.ARP_TPA);
    static final int IPV6_SRC = Oxm.header(Field.IPV6_SRC);
    static final int IPV6_DST = Oxm.header(Field.IPV6_DST);

    private OxmHeaders() {}
}
