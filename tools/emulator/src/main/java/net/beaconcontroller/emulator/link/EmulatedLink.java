package net.beaconcontroller.emulator.link;

import java.util.SplittableRandom;
import net.beaconcontroller.emulator.spec.NetworkSpec;

/**
 * A link between two ends, each a switch's port or a host. It has a carrier while it is up and both ends have power; both
 * ends are told when that changes, and what was on the way then is lost. All of it happens on the network's loop.
 */
public final class EmulatedLink {

    /** What a link ends in. */
    public interface Plug {
        void receive(byte[] frame);

        void carrier(boolean up);
    }

    /** One direction of the link: it takes what one end sends. */
    final class Wire implements FrameSink {
        /** How many frames it has taken that have not arrived; kept by {@link FramesInFlight}. */
        int onTheWay;

        private final FramesInFlight transit;
        private Plug to = UNPLUGGED;

        private Wire(FramesInFlight transit) {
            this.transit = transit;
        }

        @Override
        public void send(byte[] frame) {
            if (!hasCarrier || loses()) {
                transit.lose();
            } else {
                transit.carry(this, frame);
            }
        }

        void arrive(byte[] frame) {
            to.receive(frame);
        }

        long latencyNanos() {
            return latencyNanos;
        }

        /** Changes when the link loses its carrier: what was sent before does not arrive. */
        int epoch() {
            return epoch;
        }
    }

    private static final Plug UNPLUGGED = new Plug() {
        @Override
        public void receive(byte[] frame) {}

        @Override
        public void carrier(boolean up) {}
    };

    private final long latencyNanos;
    private final double loss;
    private final SplittableRandom random;
    private final Wire fromA;
    private final Wire fromB;
    private NetworkSpec.Link place;
    private boolean isUp = true;
    private boolean hasCarrier;
    private int epoch;

    /** A link that is up and not plugged in. */
    public EmulatedLink(FramesInFlight transit, NetworkSpec.Link place, long seed) {
        this.place = place;
        this.latencyNanos = place.latency().toNanos();
        this.loss = place.loss();
        this.random = new SplittableRandom(seed);
        this.fromA = new Wire(transit);
        this.fromB = new Wire(transit);
    }

    /** What the a end sends to. */
    public FrameSink fromA() {
        return fromA;
    }

    /** What the b end sends to. */
    public FrameSink fromB() {
        return fromB;
    }

    public void plugA(Plug end) {
        fromB.to = end;
    }

    public void plugB(Plug end) {
        fromA.to = end;
    }

    /** What it joins, with its ports. */
    public NetworkSpec.Link place() {
        return place;
    }

    /** Says that the b end is at another port now. */
    public void moveB(NetworkSpec.End b) {
        place = new NetworkSpec.Link(place.a(), b, place.latency(), place.loss());
    }

    public boolean isUp() {
        return isUp;
    }

    public boolean hasCarrier() {
        return hasCarrier;
    }

    public void setUp(boolean up) {
        isUp = up;
    }

    /** Tells both ends whether there is a carrier, if that has changed. */
    public void update(boolean endsHavePower) {
        boolean carrier = isUp && endsHavePower;
        if (carrier != hasCarrier) {
            hasCarrier = carrier;
            if (!carrier) {
                epoch++;
            }
            fromB.to.carrier(carrier);
            fromA.to.carrier(carrier);
        }
    }

    private boolean loses() {
        return loss > 0 && random.nextDouble() < loss;
    }
}
