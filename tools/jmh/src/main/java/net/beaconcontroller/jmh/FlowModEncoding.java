package net.beaconcontroller.jmh;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import net.beaconcontroller.openflow.Writer;
import net.beaconcontroller.openflow.action.Action;
import net.beaconcontroller.openflow.codec.Messages;
import net.beaconcontroller.openflow.flyweight.FlowModEncoder;
import net.beaconcontroller.openflow.message.FlowMod;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Setup;
import org.projectfloodlight.openflow.protocol.OFFactory;
import org.projectfloodlight.openflow.protocol.OFFlowAdd;
import org.projectfloodlight.openflow.protocol.OFVersion;
import org.projectfloodlight.openflow.protocol.action.OFAction;
import org.projectfloodlight.openflow.protocol.match.Match;
import org.projectfloodlight.openflow.protocol.match.MatchField;
import org.projectfloodlight.openflow.types.EthType;
import org.projectfloodlight.openflow.types.IPv4Address;
import org.projectfloodlight.openflow.types.IpProtocol;
import org.projectfloodlight.openflow.types.MacAddress;
import org.projectfloodlight.openflow.types.OFBufferId;
import org.projectfloodlight.openflow.types.OFGroup;
import org.projectfloodlight.openflow.types.OFPort;
import org.projectfloodlight.openflow.types.OFVlanVidMatch;
import org.projectfloodlight.openflow.types.TransportPort;
import org.projectfloodlight.openflow.types.VlanPcp;

/**
 * Measures the encoding of a flow-mod with the in-place encoder, with the record, and with the builders of openflowj.
 * An operation is a flow-mod with an exact match of a TCP connection in a VLAN, an idle timeout and one output;
 * successive flow-mods differ. The output is cleared after 1,000. All three write the same bytes.
 *
 * <pre>java -cp 'tools/jmh/target/*:tools/jmh/target/lib/*' org.openjdk.jmh.Main FlowModEncoding -prof gc</pre>
 */
public class FlowModEncoding extends VersionBenchmark {
    private static final int MESSAGES = 1000;

    private final Writer out = new Writer(1 << 18);
    private final ByteBuf buffer = Unpooled.buffer(1 << 18);
    private FlowModEncoder encoder = new FlowModEncoder(version, out);
    private OFFactory factory = OpenFlowJ.factory(version);

    @Setup
    public void prepare() {
        encoder = new FlowModEncoder(version, out);
        factory = OpenFlowJ.factory(version);
        requireThatAllWriteTheSame();
    }

    private void requireThatAllWriteTheSame() {
        for (int i = 0; i < MESSAGES; i++) {
            encode(i);
            byte[] inPlace = Arrays.copyOf(out.array(), out.length());
            out.discard(out.length());
            byte[] record = Messages.encode(flowMod(i), version, i);
            byte[] theirs = OpenFlowJ.written(addFlow(i));
            if (!Arrays.equals(inPlace, record) || !Arrays.equals(inPlace, theirs)) {
                var hex = HexFormat.of();
                throw new IllegalStateException("in place %s, record %s, openflowj %s"
                        .formatted(hex.formatHex(inPlace), hex.formatHex(record), hex.formatHex(theirs)));
            }
        }
    }

    @Benchmark
    @OperationsPerInvocation(MESSAGES)
    public int inPlace() {
        out.discard(out.length());
        for (int i = 0; i < MESSAGES; i++) {
            encode(i);
        }
        return out.length();
    }

    @Benchmark
    @OperationsPerInvocation(MESSAGES)
    public int record() {
        out.discard(out.length());
        for (int i = 0; i < MESSAGES; i++) {
            Messages.encode(flowMod(i), version, i, out);
        }
        return out.length();
    }

    @Benchmark
    @OperationsPerInvocation(MESSAGES)
    public int openflowj() {
        buffer.clear();
        for (int i = 0; i < MESSAGES; i++) {
            addFlow(i).writeTo(buffer);
        }
        return buffer.writerIndex();
    }

    private void encode(int flow) {
        encoder.begin(FlowMod.Command.ADD, flow)
                .idleTimeoutSeconds(TcpFlows.IDLE_TIMEOUT)
                .priority(TcpFlows.PRIORITY)
                .inPort(TcpFlows.inPort(flow))
                .ethDestination(TcpFlows.destinationMac(flow))
                .ethSource(TcpFlows.sourceMac(flow))
                .ethType(TcpFlows.ETH_TYPE)
                .vlan(TcpFlows.VLAN, TcpFlows.VLAN_PRIORITY)
                .ipProtocol(TcpFlows.PROTOCOL)
                .ipv4(TcpFlows.sourceIp(flow), TcpFlows.destinationIp(flow))
                .tcp(TcpFlows.sourcePort(flow), TcpFlows.destinationPort(flow))
                .output(TcpFlows.outPort(flow))
                .send();
    }

    private static FlowMod flowMod(int flow) {
        return FlowMod.add()
                .idleTimeoutSeconds(TcpFlows.IDLE_TIMEOUT)
                .priority(TcpFlows.PRIORITY)
                .match(TcpFlows.match(flow))
                .actions(new Action.Output(TcpFlows.outPort(flow)))
                .build();
    }

    private OFFlowAdd addFlow(int flow) {
        Match match = factory.buildMatch()
                .setExact(MatchField.IN_PORT, OFPort.of(TcpFlows.inPort(flow)))
                .setExact(MatchField.ETH_DST, MacAddress.of(TcpFlows.destinationMac(flow)))
                .setExact(MatchField.ETH_SRC, MacAddress.of(TcpFlows.sourceMac(flow)))
                .setExact(MatchField.ETH_TYPE, EthType.of(TcpFlows.ETH_TYPE))
                .setExact(MatchField.VLAN_VID, OFVlanVidMatch.ofVlan(TcpFlows.VLAN))
                .setExact(MatchField.VLAN_PCP, VlanPcp.of((byte) TcpFlows.VLAN_PRIORITY))
                .setExact(MatchField.IP_PROTO, IpProtocol.of((short) TcpFlows.PROTOCOL))
                .setExact(MatchField.IPV4_SRC, IPv4Address.of(TcpFlows.sourceIp(flow)))
                .setExact(MatchField.IPV4_DST, IPv4Address.of(TcpFlows.destinationIp(flow)))
                .setExact(MatchField.TCP_SRC, TransportPort.of(TcpFlows.sourcePort(flow)))
                .setExact(MatchField.TCP_DST, TransportPort.of(TcpFlows.destinationPort(flow)))
                .build();
        List<OFAction> actions = List.of(factory.actions()
                .buildOutput()
                .setPort(OFPort.of(TcpFlows.outPort(flow)))
                .setMaxLen(Action.Output.WHOLE_PACKET)
                .build());
        OFFlowAdd.Builder addFlow = factory.buildFlowAdd()
                .setXid(flow)
                .setIdleTimeout(TcpFlows.IDLE_TIMEOUT)
                .setPriority(TcpFlows.PRIORITY)
                .setBufferId(OFBufferId.NO_BUFFER)
                .setOutPort(OFPort.ANY)
                .setMatch(match);
        if (factory.getVersion() == OFVersion.OF_10) {
            return addFlow.setActions(actions).build();
        }
        return addFlow.setOutGroup(OFGroup.ANY)
                .setInstructions(List.of(factory.instructions().applyActions(actions)))
                .build();
    }
}
