package net.beaconcontroller.jmh;

import java.util.List;
import net.beaconcontroller.openflow.action.Action;
import net.beaconcontroller.openflow.action.Instruction;
import net.beaconcontroller.openflow.match.Field;
import net.beaconcontroller.openflow.match.Match;

/** The flows of the benchmarks: numbered TCP connections in a VLAN, with exact matches. */
final class TcpFlows {
    static final int ETH_TYPE = 0x0800;
    static final int VLAN = 10;
    static final int VLAN_PRIORITY = 3;
    static final int PROTOCOL = 6;
    static final int IDLE_TIMEOUT = 5;
    static final int PRIORITY = 0x8000;

    private static final int SWITCH_PORTS = 48;

    private TcpFlows() {}

    static int inPort(int flow) {
        return 1 + flow % SWITCH_PORTS;
    }

    static int outPort(int flow) {
        return 1 + (flow + 1) % SWITCH_PORTS;
    }

    static long sourceMac(int flow) {
        return 0x0200_0000_0000L + flow;
    }

    static long destinationMac(int flow) {
        return 0x0200_0100_0000L + flow;
    }

    static int sourceIp(int flow) {
        return 0x0a00_0000 + flow;
    }

    static int destinationIp(int flow) {
        return 0x0a01_0000 + flow;
    }

    static int sourcePort(int flow) {
        return 0x8000 + flow;
    }

    static int destinationPort(int flow) {
        return 1 + flow;
    }

    static Match match(int flow) {
        return Match.of(
                Field.IN_PORT.is(inPort(flow)),
                Field.ETH_DST.is(destinationMac(flow)),
                Field.ETH_SRC.is(sourceMac(flow)),
                Field.ETH_TYPE.is(ETH_TYPE),
                Field.VLAN_VID.is(Field.VLAN_PRESENT | VLAN),
                Field.VLAN_PCP.is(VLAN_PRIORITY),
                Field.IP_PROTO.is(PROTOCOL),
                Field.IPV4_SRC.is(sourceIp(flow)),
                Field.IPV4_DST.is(destinationIp(flow)),
                Field.TCP_SRC.is(sourcePort(flow)),
                Field.TCP_DST.is(destinationPort(flow)));
    }

    static List<Instruction> instructions(int flow) {
        return List.of(new Instruction.ApplyActions(List.of(new Action.Output(outPort(flow)))));
    }
}
