package net.beaconcontroller.openflow;

import java.util.ArrayList;
import java.util.List;

/**
 * Who a switch is and what it can do, OpenFlow 1.3.5 section 7.3.1.
 *
 * @param datapathId the switch's 64-bit id: an Ethernet address in the low 48 bits, as a rule
 * @param buffers how many packets it can keep while the controller decides
 * @param tables how many flow tables it has
 * @param auxiliaryId 0 for the main connection; OpenFlow 1.3 and later
 * @param capabilities OFPC_ bits
 * @param actions in OpenFlow 1.0 one bit a type of action that it can do; reserved later
 * @param ports its ports, in OpenFlow 1.0 to 1.2; later a {@link PortDescRequest} asks for them
 */
public record FeaturesReply(
        long datapathId, long buffers, int tables, int auxiliaryId, long capabilities, long actions, List<Port> ports)
        implements Message {

    public FeaturesReply {
        ports = List.copyOf(ports);
    }

    @Override
    public MessageType type() {
        return MessageType.FEATURES_REPLY;
    }

    static FeaturesReply read(Reader in) {
        long datapathId = in.u64("datapath_id");
        long buffers = in.u32("n_buffers");
        int tables = in.u8("n_tables");
        int auxiliaryId = in.u8("auxiliary_id");
        in.skip(2, "pad");
        return new FeaturesReply(
                datapathId,
                buffers,
                tables,
                in.version().isAtLeast(Version.OF13) ? auxiliaryId : 0,
                in.u32("capabilities"),
                in.u32("actions"),
                readPorts(in));
    }

    void write(Writer out, Version version) {
        out.u64(datapathId);
        out.u32(buffers);
        out.u8(tables);
        out.u8(version.isAtLeast(Version.OF13) ? auxiliaryId : 0);
        out.zeros(2);
        out.u32(capabilities);
        out.u32(actions);
        if (version.isAtLeast(Version.OF13) && !ports.isEmpty()) {
            throw new UnsupportedByVersionException("FEATURES_REPLY with ports", version);
        }
        for (Port port : ports) {
            port.write(out, version);
        }
    }

    static List<Port> readPorts(Reader in) {
        var ports = new ArrayList<Port>(in.remaining() / Port.length(in.version()));
        while (in.remaining() > 0) {
            ports.add(Port.read(in.part(Port.length(in.version()), "port")));
        }
        return ports;
    }
}
