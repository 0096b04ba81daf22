package net.beaconcontroller.simulator.world;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import net.beaconcontroller.emulator.host.EmulatedHost;
import net.beaconcontroller.packet.Arp;
import net.beaconcontroller.packet.Ethernet;
import net.beaconcontroller.packet.FrameBuilder;

/**
 * No host receives an ARP message in which another host claims the address of a third one. Not judged if routing is
 * replaced meanwhile.
 */
final class ForgedClaims implements Expectation {
    private record Claim(long mac, long address) {}

    private static final Duration PING = Duration.ofMillis(200);

    private final World world;
    private final List<Claim> forged = new CopyOnWriteArrayList<>();
    private final List<String> delivered = new CopyOnWriteArrayList<>();

    /** Listens to the frames that the hosts of a world receive. */
    ForgedClaims(World world) {
        this.world = world;
        world.hosts().forEach(host -> host.setListener(frame -> received(host, frame)));
    }

    /**
     * A host pings another one, so that there are flows between them, and sends it a reply that says that the address
     * of a third one is its own.
     */
    void forge(String from, String to, String owner) throws InterruptedException {
        EmulatedHost liar = world.network().host(from);
        EmulatedHost victim = world.network().host(to);
        long address = world.network().host(owner).address().orElseThrow();
        if (world.plan().isCalm()) {
            forged.add(new Claim(liar.mac(), address));
        }
        var _ = liar.ping(victim.address().orElseThrow(), PING);
        world.sleep(PING);
        liar.send(FrameBuilder.ethernet(victim.mac(), liar.mac())
                .arpReply(address, victim.address().orElseThrow())
                .build());
    }

    private void received(EmulatedHost host, byte[] frame) {
        var view = new Ethernet();
        view.wrap(frame, 0, frame.length);
        Arp arp = view.arp();
        if (arp != null && forged.contains(new Claim(arp.senderMac(), arp.senderIp()))) {
            delivered.add(host.name());
        }
    }

    @Override
    public void check(World judged, String when) {
        if (!delivered.isEmpty()) {
            judged.violate("%s forged claims have reached %s".formatted(when, delivered));
        }
    }
}
