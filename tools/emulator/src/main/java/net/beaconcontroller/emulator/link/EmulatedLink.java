package net.beaconcontroller.emulator.link;

import java.util.SplittableRandom;
import net.beaconcontroller.emulator.spec.NetworkSpec;

/**
 * A bidirectional link between two endpoints, each a switch port or a host. The link has a carrier while it is up and
 * both endpoints have power. A change of the carrier is reported to both endpoints; frames in flight are lost when
 * the carrier is. For the loop's thread.
 */
public final class EmulatedLink {

    /** The device at an end of the link. */
    public interface Endpoint {
        void receive(byte[] frame);

        void carrier(boolean up);
    }

    /** One direction of the link, to which one endpoint sends frames. */
    final class Wire implements FrameSink {
        /** The number of frames sent and not yet delivered. */
        int inFlight;

        private final FramesInFlight framesInFlight;
        private Endpoint to = NO_ENDPOINT;
        private boolean isBroken;

        private Wire(FramesInFlight framesInFlight) {
            this.framesInFlight = framesInFlight;
        }

        @Override
        public void send(byte[] frame) {
            if (!hasCarrier || isBroken || loses()) {
                framesInFlight.lose();
            } else {
                framesInFlight.carry(this, frame);
            }
        }

        /** Delivers a frame, unless the carrier was lost since the epoch in which the frame was sent. */
        void arrive(byte[] frame, int sentEpoch) {
            boolean isDelivered = sentEpoch == epoch;
            inFlight--;
            framesInFlight.end(frame, isDelivered);
            if (isDelivered) {
                to.receive(frame);
            }
        }

        long latencyNanos() {
            return latencyNanos;
        }

        /** Returns a number that changes when the carrier is lost. */
        int epoch() {
            return epoch;
        }
    }

    private static final Endpoint NO_ENDPOINT = new Endpoint() {
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

    /** Creates a link that is up and has no endpoints. */
    public EmulatedLink(FramesInFlight framesInFlight, NetworkSpec.Link place, long seed) {
        this.place = place;
        this.latencyNanos = place.latency().toNanos();
        this.loss = place.loss();
        this.random = new SplittableRandom(seed);
        this.fromA = new Wire(framesInFlight);
        this.fromB = new Wire(framesInFlight);
    }

    /** Returns the sink for frames from endpoint A. */
    public FrameSink fromA() {
        return fromA;
    }

    /** Returns the sink for frames from endpoint B. */
    public FrameSink fromB() {
        return fromB;
    }

    public void attachA(Endpoint end) {
        fromB.to = end;
    }

    public void attachB(Endpoint end) {
        fromA.to = end;
    }

    /** Returns the endpoints, latency and loss. */
    public NetworkSpec.Link place() {
        return place;
    }

    /** Moves endpoint A to another port. */
    public void moveA(NetworkSpec.End a) {
        place = new NetworkSpec.Link(a, place.b(), place.latency(), place.loss());
    }

    /** Moves endpoint B to another port. */
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

    /** Sets whether all frames from endpoint A are lost, although both ends have a carrier. */
    public void setBrokenFromA(boolean broken) {
        fromA.isBroken = broken;
    }

    /** As {@link #setBrokenFromA} for endpoint B. */
    public void setBrokenFromB(boolean broken) {
        fromB.isBroken = broken;
    }

    /** Returns whether frames pass in both directions, but for random losses. */
    public boolean isWhole() {
        return hasCarrier && !fromA.isBroken && !fromB.isBroken;
    }

    /** Computes the carrier, and reports it to both endpoints if it has changed. */
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
