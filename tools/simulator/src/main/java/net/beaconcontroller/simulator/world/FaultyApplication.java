package net.beaconcontroller.simulator.world;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import net.beaconcontroller.api.Next;
import net.beaconcontroller.api.PacketInContext;
import net.beaconcontroller.api.PacketInListener;
import net.beaconcontroller.api.Switch;
import net.beaconcontroller.core.pipeline.ApplicationHealth;
import net.beaconcontroller.emulator.host.EmulatedHost;
import net.beaconcontroller.packet.BridgeAddresses;
import net.beaconcontroller.packet.FrameBuilder;

/**
 * An application that throws an exception for each packet-in with a frame of its own Ethernet type. The controller must
 * bear as many as are permitted; if there are more, it must end the service of the application for the switch that has
 * caused three quarters of them, and nothing else.
 */
final class FaultyApplication implements PacketInListener {
    /** The number of exceptions that are permitted in ten seconds, in simulated worlds. */
    static final int PERMITTED = 20;

    private static final String NAME = "faulty";
    /** IEEE 802 local experimental Ethertype 2. */
    private static final int TYPE = 0x88b6;

    private static final int MANY = 32;

    private final AtomicInteger thrown = new AtomicInteger();

    /** What it throws. */
    static final class Failure extends IllegalStateException {
        private static final long serialVersionUID = 1;

        Failure() {
            super("this application is faulty");
        }
    }

    @Override
    public Next packetIn(Switch sw, PacketInContext in) {
        if (in.frame().type() == TYPE) {
            thrown.incrementAndGet();
            throw new Failure();
        }
        return Next.PASS;
    }

    /** Returns how many exceptions it has thrown. */
    int thrown() {
        return thrown.get();
    }

    /** Fails as often as is permitted: nothing must happen. */
    void failSeldom(World world, EmulatedHost host) throws InterruptedException {
        for (int i = 0; i < PERMITTED; i++) {
            send(host);
        }
        world.sleep(World.CALLS);
        expect(world, Set.of());
    }

    /** Fails more often, most of the time for the switch of the first host: that is not served any more. */
    void failOften(World world, EmulatedHost host, EmulatedHost other) throws InterruptedException {
        for (int i = 0; i < MANY; i++) {
            send(i % 4 == 0 ? other : host);
        }
        world.sleep(World.CALLS);
        expect(
                world,
                Set.of(KnownTopology.port(world.linkOf(host.name()).place().b()).datapathId()));
    }

    /** Sends a frame that is not forwarded, and for which no flow is added. */
    private static void send(EmulatedHost host) {
        host.send(FrameBuilder.ethernet(BridgeAddresses.FIRST, host.mac())
                .type(TYPE)
                .build());
    }

    private static void expect(World world, Set<Long> unserved) {
        Optional<ApplicationHealth> health = world.routed().controller().health().stream()
                .filter(each -> each.application().equals(NAME))
                .findFirst();
        List<Long> known = health.map(ApplicationHealth::unserved).orElse(List.of());
        boolean isQuarantined = health.flatMap(ApplicationHealth::quarantine).isPresent();
        if (isQuarantined || !known.equals(List.copyOf(unserved))) {
            world.violate("a faulty application is %s, and does not serve %s; expected %s"
                    .formatted(isQuarantined ? "quarantined" : "not quarantined", known, unserved));
        }
    }
}
