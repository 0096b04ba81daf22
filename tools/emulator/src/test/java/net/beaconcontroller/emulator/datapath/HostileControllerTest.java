package net.beaconcontroller.emulator.datapath;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.PortNumber;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.action.Action;
import net.beaconcontroller.openflow.codec.Messages;
import net.beaconcontroller.openflow.message.EchoRequest;
import net.beaconcontroller.openflow.message.FeaturesRequest;
import net.beaconcontroller.openflow.message.FlowMod;
import net.beaconcontroller.openflow.message.GroupMod;
import net.beaconcontroller.openflow.message.PacketOut;
import net.beaconcontroller.openflow.structure.Bucket;
import net.beaconcontroller.switchkit.Frames;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The switch survives all messages of a controller and all frames of a host. */
class HostileControllerTest {
    @ParameterizedTest
    @EnumSource(names = {"OF10", "OF13", "OF15"})
    void staysConnectedUnderRandomMessages(Version version) throws Exception {
        try (var harness = EmulatedHarness.connected(version)) {
            var random = new Random(1);
            byte[][] messages = {
                Messages.encode(FlowMod.parse("udp,in_port=1,actions=output:2,output:CONTROLLER"), version, 1),
                Messages.encode(PacketOut.of(TestFrames.udp4(), PortNumber.TABLE), version, 1),
                Messages.encode(new FeaturesRequest(), version, 1),
            };
            for (int i = 0; i < 3000; i++) {
                byte[] message = messages[random.nextInt(messages.length)].clone();
                for (int change = random.nextInt(4); change >= 0 && message.length > 8; change--) {
                    message[random.nextInt(8, message.length)] = (byte) random.nextInt();
                }
                harness.controller.sendRaw(message);
            }
            harness.controller.request(new EchoRequest());

            assertThat(harness.query(EmulatedSwitch::isConnected)).isTrue();
        }
    }

    @Test
    void survivesRandomFrames() throws Exception {
        try (var harness = EmulatedHarness.connected(Version.OF13)) {
            harness.controller.sendAndWait(FlowMod.parse("priority=0,actions=output:2"));
            for (String flow : List.of(
                    "ip,actions=set_field:10.9.8.7->ip_dst,dec_ttl,output:2",
                    "tcp,actions=set_field:9->tcp_dst,set_field:9->ip_dscp,output:2",
                    "udp,actions=set_field:9->udp_dst,output:2",
                    "sctp,actions=set_field:9->sctp_dst,output:2",
                    "ipv6,actions=set_field:fd00::1->ipv6_dst,output:2",
                    "icmp,actions=set_field:9->icmp_code,output:2",
                    "arp,actions=set_field:10.9.8.7->arp_tpa,output:2")) {
                harness.controller.sendAndWait(FlowMod.parse(flow));
            }
            Bytes[] frames = {
                TestFrames.udp4(), TestFrames.tcp6(), TestFrames.sctp4(), TestFrames.icmp4(), Frames.arpRequest(1, 2)
            };
            var random = new Random(2);
            harness.run(() -> {
                for (int i = 0; i < 20_000; i++) {
                    byte[] whole = frames[random.nextInt(frames.length)].toArray();
                    byte[] frame = Arrays.copyOf(whole, random.nextInt(whole.length + 1));
                    for (int change = random.nextInt(3); change > 0 && frame.length > 0; change--) {
                        frame[random.nextInt(frame.length)] = (byte) random.nextInt();
                    }
                    harness.sw.receive(1, frame);
                }
            });

            assertThat(harness.query(EmulatedSwitch::counters).framesForwarded())
                    .isPositive();
        }
    }

    @Test
    void survivesGroupsThatMultiplyPackets() throws Exception {
        try (var harness = EmulatedHarness.connected(Version.OF13)) {
            for (int group = 0; group < 30; group++) {
                Action next = group == 0 ? new Action.Output(2) : new Action.ToGroup(group - 1);
                harness.controller.sendAndWait(
                        GroupMod.of(GroupMod.Command.ADD, GroupMod.TYPE_ALL, group, Bucket.of(next), Bucket.of(next)));
            }
            harness.controller.sendAndWait(FlowMod.parse("actions=group:29"));
            harness.receive(1, TestFrames.udp4());

            assertThat(harness.query(EmulatedSwitch::counters).framesForwarded())
                    .isBetween(1L, 4096L);
        }
    }
}
