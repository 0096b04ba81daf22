package net.beaconcontroller.devices;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.TimeUnit;
import net.beaconcontroller.devices.RecordedProbes.Asked;
import net.beaconcontroller.net.Ipv6Address;
import net.beaconcontroller.net.VlanId;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.packet.Arp;
import net.beaconcontroller.packet.FrameBuilder;
import net.beaconcontroller.topology.SwitchPort;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Hosts are probed for the addresses that they use, because after a restart they claim none for a long time. */
class SourceAddressesTest {
    private static final SwitchPort P = new SwitchPort(1, 1);
    private static final SwitchPort Q = new SwitchPort(1, 2);
    private static final long A = 0x0200_0000_000aL;
    private static final long B = 0x0200_0000_000bL;
    private static final long IP = 0x0a00_0001L;
    private static final Ipv6Address IP6 = Ipv6Address.parse("2001:db8::1");
    private static final long MINUTE_NANOS = TimeUnit.SECONDS.toNanos(70);

    private final LearnedHosts hosts = new LearnedHosts(P, Q);

    private void send(SwitchPort at, long mac, long ip) {
        send(at, VlanId.NONE, mac, ip);
    }

    private void send(SwitchPort at, int vlan, long mac, long ip) {
        hosts.receive(
                at,
                Bytes.of(FrameBuilder.ethernet(B, mac)
                        .vlan(vlan)
                        .ipv4(ip, IP + 100)
                        .udp(1, 2)
                        .build()));
    }

    private List<Asked> asked() {
        return hosts.probes().asked();
    }

    private static Asked asked(long mac, int vlan, long ip) {
        return new Asked(HostKey.of(mac, vlan), P, new Binding.Key(vlan, 0, IpAddresses.mapped(ip)));
    }

    @ParameterizedTest
    @ValueSource(ints = {VlanId.NONE, 5})
    void aHostIsProbedForTheSourceOfItsFirstPacket(int vlan) {
        send(P, vlan, A, IP);
        send(P, vlan, A, IP);
        assertThat(asked()).containsExactly(asked(A, vlan, IP));
    }

    @Test
    void theReplyIsAClaimThatIsNotForwarded() {
        send(P, A, IP);
        assertThat(hosts.receiveReply(P, AddressProbes.PROBE_SOURCE, A, A, IP)).isFalse();
        assertThat(hosts.device(A).ipv4Addresses()).containsExactly(IP);
        hosts.pass(MINUTE_NANOS);
        send(P, A, IP);
        assertThat(asked()).hasSize(1);
    }

    private void sendIpv6() {
        hosts.receive(
                P, Bytes.of(FrameBuilder.ethernet(B, A).ipv6(IP6, IP6).udp(1, 2).build()));
    }

    @Test
    void aHostIsProbedForAnIpv6Address() {
        sendIpv6();
        assertThat(asked())
                .containsExactly(
                        new Asked(HostKey.of(A, VlanId.NONE), P, new Binding.Key(VlanId.NONE, IP6.high(), IP6.low())));
    }

    @Test
    void aKnownHostIsProbedForAFurtherAddress() {
        hosts.receive(P, HostFrames.announcement(A, IP));
        send(P, A, IP);
        hosts.pass(MINUTE_NANOS);
        send(P, A, IP + 1);
        assertThat(asked()).containsExactly(asked(A, VlanId.NONE, IP + 1));
    }

    /** A flow can be installed for the packet, so that the next one does not show the address. */
    @Test
    void aHostIsProbedForTheSourceOfAPacketThatFollowsAnotherAtOnce() {
        sendIpv6();
        sendIpv6();
        send(P, A, IP);
        assertThat(asked()).hasSize(2).contains(asked(A, VlanId.NONE, IP));
    }

    @Test
    void aRouterIsProbedForAFewOfTheAddressesThatItForwards() {
        for (int i = 0; i < 1_000; i++) {
            send(P, A, IP + i);
            hosts.passMillis(150);
        }
        long minutes = 1 + 1_000 * TimeUnit.MILLISECONDS.toNanos(150) / MINUTE_NANOS;
        assertThat(asked()).hasSizeBetween(Host.MAX_PROBES, (int) (minutes + 1) * Host.MAX_PROBES);
    }

    @Test
    void aHostIsProbedAgainAfterAMinute() {
        send(P, A, IP);
        hosts.pass(MINUTE_NANOS);
        send(P, A, IP);
        assertThat(asked()).hasSize(2);
    }

    @Test
    void manyHostsAtAPortAreProbedInSecondsAndThoseAtAnotherDoNotWait() {
        for (int i = 0; i < 2 * ProbeBudget.MAX_PER_SECOND; i++) {
            send(P, A + (i << 8), IP + i);
        }
        assertThat(asked()).hasSize(ProbeBudget.MAX_PER_SECOND);
        send(Q, B, IP);
        assertThat(asked()).hasSize(ProbeBudget.MAX_PER_SECOND + 1);
        hosts.passMillis(1_000);
        for (int i = 0; i < 2 * ProbeBudget.MAX_PER_SECOND; i++) {
            send(P, A + (i << 8), IP + i);
        }
        assertThat(asked()).hasSize(2 * ProbeBudget.MAX_PER_SECOND + 1);
    }

    @Test
    void aHostIsNotProbedForTheAddressOfAnother() {
        hosts.receive(Q, HostFrames.announcement(B, IP));
        send(P, A, IP);
        assertThat(asked()).isEmpty();
    }

    @Test
    void aHostThatIsSeenElsewhereIsNotProbed() {
        hosts.receive(P, HostFrames.announcement(A, IP));
        send(Q, A, IP + 1);
        assertThat(asked()).isEmpty();
    }

    @Test
    void noHostIsProbedForAnAddressThatNoneCanHave() {
        send(P, A, 0);
        send(P, A, 0x7f00_0001L);
        hosts.receive(P, HostFrames.arp(VlanId.NONE, A, Arp.REQUEST, A, 0, IP));
        assertThat(asked()).isEmpty();
    }
}
