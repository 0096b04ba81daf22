package net.beaconcontroller.probe.robustness.catalogue;

import static net.beaconcontroller.probe.robustness.catalogue.Culprits.packetIn;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.ErrorCode;
import net.beaconcontroller.openflow.match.Match;
import net.beaconcontroller.openflow.match.Stats;
import net.beaconcontroller.openflow.message.ErrorMessage;
import net.beaconcontroller.openflow.message.FeaturesReply;
import net.beaconcontroller.openflow.message.FlowRemoved;
import net.beaconcontroller.openflow.message.GetConfigReply;
import net.beaconcontroller.openflow.message.Message;
import net.beaconcontroller.openflow.message.PortStatus;
import net.beaconcontroller.probe.PacketInMessage;
import net.beaconcontroller.probe.Probe;
import net.beaconcontroller.probe.ProbeSwitch;
import net.beaconcontroller.probe.robustness.ProbeCase;

/** The example programs of hcprobe that are not tests of the study. */
final class ExampleCases {
    private static final int COUNT = 100;
    private static final int LARGE_FRAME = 64_000;

    private ExampleCases() {}

    static List<ProbeCase> all() {
        return List.of(
                new ProbeCase("hcprobe/simpleswitch", "two switches, of which one only connects", probe -> {
                            probe.culprit();
                            probe.newSwitch().connect().awaitHandshake(probe.patience());
                        })
                        .allowed(),
                new ProbeCase(
                                "hcprobe/userprogram",
                                "a packet-in of 64,000 bytes, then one with length 9109",
                                probe -> {
                                    ProbeSwitch culprit = probe.culprit();
                                    PacketInMessage large = culprit.packetIn(1, largeFrame(culprit));
                                    culprit.send(large);
                                    culprit.expectAnswer(large, probe.patience());
                                    culprit.send(packetIn(culprit).length(9109));
                                })
                        .refusedWith(ErrorCode.BAD_LEN),
                new ProbeCase("hcprobe/test1", "ten good packet-ins, one of length 4, ten good ones", probe -> {
                            ProbeSwitch culprit = probe.culprit();
                            culprit.expectAnswers(10, probe.patience());
                            culprit.send(packetIn(culprit).length(4));
                            culprit.expectAnswers(10, probe.patience());
                        })
                        .refusedWith(ErrorCode.BAD_LEN),
                new ProbeCase("hcprobe/switch-async", "a second switch sends good packet-ins meanwhile", probe -> {
                            ProbeSwitch culprit = probe.culprit();
                            ProbeSwitch other = probe.newSwitch()
                                    .connectAndServe(probe.patience().multipliedBy(10));
                            probe.together(List.of(
                                    () -> {
                                        for (int i = 0; i < COUNT; i++) {
                                            culprit.send(packetIn(culprit).length(42));
                                        }
                                    },
                                    () -> other.expectAnswers(COUNT, probe.patience())));
                        })
                        .refusedWith(ErrorCode.BAD_LEN),
                new ProbeCase(
                                "hcprobe/switch-concurrent",
                                "ten switches send a hundred good packet-ins each, at the same time",
                                probe -> probe.together(connect(10, probe).stream()
                                        .<Probe.Program>map(sw -> () -> sw.expectAnswers(COUNT, probe.patience()))
                                        .toList()))
                        .allowed(),
                new ProbeCase("hcprobe/packet-examples", "one of each message, unasked", probe -> {
                            ProbeSwitch culprit = probe.culprit();
                            for (Message message : examples(culprit)) {
                                culprit.send(culprit.craft(message));
                            }
                        })
                        .allowed());
    }

    private static byte[] largeFrame(ProbeSwitch culprit) {
        byte[] frame = culprit.host(1).udpTo(culprit.host(2), culprit.nextNumber());
        return Arrays.copyOf(frame, LARGE_FRAME);
    }

    private static List<ProbeSwitch> connect(int count, Probe probe) throws IOException, InterruptedException {
        var switches = new ArrayList<ProbeSwitch>();
        for (int i = 0; i < count; i++) {
            switches.add(probe.newSwitch().connectAndServe(probe.patience().multipliedBy(10)));
        }
        return switches;
    }

    private static List<Message> examples(ProbeSwitch culprit) {
        return List.of(
                culprit.packetIn(3, 4).packet(),
                new PortStatus(PortStatus.Reason.ADD, culprit.ports().get(3)),
                new ErrorMessage(1, 1, Bytes.EMPTY),
                new FlowRemoved(0, 1, 0, 0, 0, 0, Stats.of(1, 0, 1, 1), Match.ANY),
                new FeaturesReply(culprit.datapathId(), 0, 1, 0, 0, 0, List.of()),
                new GetConfigReply(0, 128));
    }
}
